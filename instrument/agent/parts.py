"""Makes all components that record statements, and connects them.

If two need each other, the earlier gets a function that returns the later one. No component changes
after it was made.
"""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING, Any

from .bracket import Bracket
from .calls.comparing import Comparing
from .calls.group_by import Groups
from .calls.refused import Refused
from .effects.applying import ApplyEffects
from .effects.matching import Effects
from .objects.classes import is_users_class
from .probes.resolving import Probes
from .probes.untraced_stores import UntracedStores
from .reach.deep_reads import Reach
from .reach.growth import Growth
from .reach.threads import Threads
from .reach.widening import Widening
from .rebinding import Rebinding
from .record.dying import Dying
from .record.iterated import Iterated, LeftGenerators
from .record.put_back import PutBack
from .record.recorder import Recorder
from .rewriting.outline import Outlines
from .values.copied_functions import CopiedFunctions
from .values.pickling import PlainPickles
from .values.plain_code import PlainCode
from .world.annotations import Annotations
from .world.imported_objects import ImportedObjects
from .world.left_open import LeftOpen
from .world.names import Names
from .world.options import Options
from .world.process import Process
from .world.shown_figures import ShownFigures
from .world.signalled import Signalled
from .world.unseen import World
from .world.weak_references import WeakReferences

if TYPE_CHECKING:
    from collections.abc import Callable

    from .observer import Observer


class Parts:
    """The components for one shell. `library`: declared effects; `budget`: of each statement;
    `fault` reports a fault of ours. `probed`: names of files with probes in their code.
    """

    def __init__(
        self, shell: Any, library: Any, budget: int, fault: Callable[[BaseException], None]
    ) -> None:
        self.namespace: dict[str, Any] = shell.user_ns
        self.recorder = Recorder(
            self.namespace,
            budget,
            on_others=lambda statement: self.bracket.look_around(statement),
            on_stop=lambda statement: self.bracket.stop_tracing(statement),
        )
        self.reach = Reach(self.recorder, lambda iterator: self.applied.advance(iterator))
        self.effects = Effects(
            library, lambda cls: is_users_class(cls, self.namespace, self.recorder.imports.local)
        )
        self.probed: set[str] = set()
        self.applied = ApplyEffects(
            self.recorder,
            self.reach,
            self.effects,
            self.probed,
            lambda: self.probes.calls.unknown,
        )
        self.world = World(self.recorder, self.applied)
        self.process = Process(self.recorder, self.applied)
        self.names = Names(self.namespace)
        self.outlines = Outlines(self.namespace)
        self.plain = PlainCode()
        self.pickles = PlainPickles(self.plain)
        self.probes = Probes(
            self.recorder,
            self.reach,
            self.effects,
            self.applied,
            self.outlines,
            self.names,
            self.plain,
            self.process,
            shell,
            lambda: self.bracket.release(),
            fault,
        )
        self.rebinding = Rebinding(
            self.recorder,
            self.reach,
            self.applied,
            self.names,
            self.probes.calls.quiet.bound_anew,
        )
        self.widening = Widening(self.recorder, self.reach, fault)
        self.options = Options(self.recorder)
        self.threads = Threads(self.recorder)
        self.bracket = Bracket(self.recorder, self.observers(), self.probes.clear_stacks, fault)

    def observers(self) -> tuple[Observer, ...]:
        """One of each class in OBSERVERS."""
        recorder, calls = self.recorder, self.probes.calls
        return (
            self.world,
            self.process,
            self.rebinding,
            self.widening,
            self.options,
            self.threads,
            self.reach.kept,
            calls.loads,
            calls.unknown,
            calls.special,
            recorder.contents,
            recorder.stored_columns,
            recorder.sizes,
            recorder.attribute_dictionaries,
            recorder.settings,
            recorder.streams,
            recorder.global_names,
            recorder.families,
            recorder.subclasses,
            UntracedStores(recorder, self.applied, self.widening),
            Annotations(recorder),
            CopiedFunctions(recorder, self.plain, calls.quiet),
            Comparing(recorder),
            Dying(recorder),
            LeftOpen(recorder),
            Groups(recorder),
            Growth(recorder),
            ImportedObjects(recorder),
            Iterated(),
            LeftGenerators(recorder),
            PutBack(),
            Refused(self.probed),
            ShownFigures(recorder),
            Signalled(recorder),
            WeakReferences(recorder, self.applied.has_run),
        )

    def install(self, shell: Any) -> None:
        """Take the notebook and its shell as they are; later changes count."""
        self.probes.install()
        self.world.install()
        self.pickles.install()
        self.effects.equate(self.namespace.get("open"), builtins.open)
        self.recorder.streams.install(shell)
        self.names.take()
        self.options.compare()
        self.recorder.tokens.name_world(self.namespace.get("Out"), "Out")
        self.reach.written.begin()

    def world_placed(self) -> None:
        """Compare from now on with the world just placed."""
        self.options.compare()
        self.recorder.streams.moved()
