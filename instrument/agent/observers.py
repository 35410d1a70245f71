"""The order in which observers take part in a statement, each with the reason for its place."""

from __future__ import annotations

from .calls.comparing import Comparing
from .calls.group_by import Groups
from .calls.refused import Refused
from .calls.special import SpecialCalls
from .calls.unknown import UnknownCalls
from .observer import Observer
from .probes.light_stores import LightStores
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
from .world.annotations import Annotations
from .world.imported_objects import ImportedObjects
from .world.options import Options
from .world.process import Process
from .world.shown_figures import ShownFigures
from .world.signalled import Signalled
from .world.streams import Streams
from .world.subclasses import Subclasses
from .world.unseen import World
from .world.weak_references import WeakReferences

OBSERVERS: tuple[tuple[type[Observer], str], ...] = (
    (World, "first: later ones find objects of the world by their names"),
    (Refused, "before others write: it withdraws the last writes by their places"),
    (LeftGenerators, "while what was iterated is still held"),
    (Contents, "before deep reads of light copies, which would count withdrawn writes"),
    (LightStores, "needs what widening has visited; others need what light copies have stored"),
    (Iterated, "lets go after widening, so that callbacks of what dies are reported below"),
    (AttributeDictionaries, "before sizes and classes, which look attributes up"),
    (Subclasses, "before names are bound to classes: it says how each was made"),
    (Sizes, "elements that appeared or vanished, wherever the statement has stored"),
    (Annotations, "no other depends on it"),
    (Growth, "items that appeared because code without probes looked at objects"),
    (Groups, "before comparing, which would use group-by objects"),
    (Comparing, "after all that record which objects the statement itself has stored into"),
    (Widening, "when tracing stops: forget what was compared, then read what light copies read"),
    (ImportedObjects, "after comparing: knows what has changed in modules"),
    (UnknownCalls, "modules that were loaded, before others look at what is loaded"),
    (SpecialCalls, "after the modules: looks for their events"),
    (Process, "after all that may have run commands"),
    (Streams, "after all that may have drawn"),
    (Signalled, "after all that may have warned"),
    (KeptWalks, "lets go of all states first: only then objects die that weak references see"),
    (WeakReferences, "after all code of libraries that may have made some"),
    (Options, "after all code that may have set some"),
    (Settings, "after the options: the same values withdraw what was declared"),
    (PutBack, "after all that write objects"),
    (ShownFigures, "after all that may have drawn figures"),
    (Rebinding, "after all that record objects by name; at the beginning before names are read"),
    (GlobalNames, "at the beginning: reads the names in the text"),
    (Families, "needs the names as they are now"),
    (Dying, "when all that may refer to containers has been looked at"),
    (Sizes, "again: callbacks of what died may have stored"),
    (Comparing, "again: callbacks of what died may have called something unknown"),
    (Threads, "last: it may wait for a thread"),
)
"""Some come twice: objects that die run code of the notebook. Begin, tracing that stops and letting
go count the first place of each.
"""
