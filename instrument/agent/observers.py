"""The order in which observers take part in a statement, each with the reason for its place."""

from __future__ import annotations

from .calls.comparing import Comparing
from .calls.group_by import Groups
from .calls.module_loads import ModuleLoads
from .calls.refused import Refused
from .calls.special import SpecialCalls
from .calls.unknown import UnknownCalls
from .observer import Observer
from .probes.untraced_stores import UntracedStores
from .reach.growth import Growth
from .reach.kept_walks import KeptWalks
from .reach.threads import Threads
from .reach.widening import Widening
from .rebinding import Rebinding
from .record.attribute_dictionaries import AttributeDictionaries
from .record.contents import Contents
from .record.dying import Dying
from .record.families import Families
from .record.global_names import GlobalNames
from .record.iterated import Iterated, LeftGenerators
from .record.put_back import PutBack
from .record.settings import Settings
from .record.sizes import Sizes
from .record.stored_columns import StoredColumns
from .values.copied_functions import CopiedFunctions
from .world.annotations import Annotations
from .world.imported_objects import ImportedObjects
from .world.left_open import LeftOpen
from .world.options import Options
from .world.process import Process
from .world.shown_figures import ShownFigures
from .world.signalled import Signalled
from .world.streams import Streams
from .world.subclasses import Subclasses
from .world.unseen import World
from .world.weak_references import WeakReferences

OBSERVERS: tuple[tuple[type[Observer], str], ...] = (
    (World, "first: later observers find objects of the world by their names"),
    (Refused, "before others write: it withdraws the last writes by their places in the record"),
    (LeftGenerators, "before Iterated lets go of the generators"),
    (Contents, "before UntracedStores, which may write again what is withdrawn here"),
    (
        UntracedStores,
        "before all that look at the writes: it adds those of uninstrumented versions",
    ),
    (Iterated, "after UntracedStores, which reads what was gone over; what dies is reported below"),
    (AttributeDictionaries, "before Sizes: it says which dictionary holds an object's attributes"),
    (Subclasses, "before Rebinding, which binds names to the classes that were made"),
    (Sizes, "after UntracedStores; the next three need no order among them"),
    (Annotations, "before Rebinding, as a name is bound after its annotation"),
    (Growth, "before Comparing, which looks into the same objects"),
    (Groups, "before Comparing, which looks into the same objects"),
    (StoredColumns, "before Comparing, which reports all that a library has replaced as changed"),
    (Comparing, "after all that record what the statement itself has stored"),
    (Widening, "after Comparing when tracing stops: nothing counts as compared any more"),
    (ImportedObjects, "after Comparing, which tells what modules have changed"),
    (ModuleLoads, "before UnknownCalls, which forgets where the code of loaded modules led"),
    (UnknownCalls, "after ModuleLoads; the next one needs no order to this one"),
    (SpecialCalls, "after ModuleLoads: modules that were loaded may have registered callbacks"),
    (Process, "after all that may record files: the directory decides where they are"),
    (Streams, "after ModuleLoads: loading modules may draw"),
    (Signalled, "after ModuleLoads: loading modules may warn"),
    (KeptWalks, "before WeakReferences when states are dropped: only then objects die"),
    (WeakReferences, "after Comparing, which may still hold new references"),
    (Options, "after Comparing and ModuleLoads: their code may have set options"),
    (Settings, "after Options: it withdraws declared changes that left the same values"),
    (PutBack, "after all that write items and attributes"),
    (ShownFigures, "after all that may write the current figure"),
    (Rebinding, "after all that need the old values of names; at the beginning before GlobalNames"),
    (GlobalNames, "at the beginning after Rebinding: it reads names as they are by then"),
    (CopiedFunctions, "after Rebinding: it looks at what the names are bound to"),
    (Families, "after Rebinding: it follows the names as they are now"),
    (Dying, "after all that look at containers, which may die here"),
    (Sizes, "again: callbacks of what died may have stored"),
    (Comparing, "again: callbacks of what died may have called something unknown"),
    (LeftOpen, "after all that let objects die, and with them open files"),
    (Threads, "last: it may wait for a thread, and callbacks may have started one"),
)
"""The order of reports. Some observers come twice, because dying objects run code of the notebook.
When a statement begins, tracing stops or states are dropped, the first entry of each counts.
"""
