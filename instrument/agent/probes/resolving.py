"""The `resolve()` probes that rewritten code calls, by their one-letter names (`_sluice_a`, ...).

Each finds the locations of a piece of syntax on the live objects and records these. Load probes
(lower case) stand in instrumented versions only; store and call probes (upper case) also in
uninstrumented versions. A probe never changes the effect of the code: it returns its first value,
and contains its own faults.
"""

from __future__ import annotations

import builtins
import functools
from typing import TYPE_CHECKING, Any

from ..calls.deciding import Calls
from ..objects.locations import NUMBERS, VALUES
from ..rewriting.probe_names import PREFIX
from .accesses import load_attribute
from .array_flags import ArrayFlags
from .aside import Aside
from .assigned import Assigned
from .block_probes import block_probes
from .call_probes import call_probes
from .callers import Callers, result_probes
from .closure_variables import closure_probes
from .in_place import augment
from .load_probes import load_probes
from .raised import raise_probes
from .steps import Steps
from .store_probes import store_probes
from .stores import PlainStores, store_attribute
from .timed import Timed
from .uninstrumented import uninstrumented_probes
from .whole_probes import whole_probes

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..effects.applying import ApplyEffects
    from ..effects.matching import Effects
    from ..reach.deep_reads import Reach
    from ..record.recorder import Recorder
    from ..rewriting.outline import Outlines
    from ..values.plain_code import PlainCode
    from ..world.names import Names
    from ..world.process import Process


class Probes:
    """The probe functions over one recorder; `install` puts them into builtins, where `%reset` does
    not reach.
    """

    def __init__(
        self,
        recorder: Recorder,
        reach: Reach,
        effects: Effects,
        applied: ApplyEffects,
        outlines: Outlines,
        names: Names,
        plain: PlainCode,
        process: Process,
        shell: Any,
        on_due: Callable[[], None],
        on_fault: Callable[[BaseException], None],
    ) -> None:
        self.outlines = outlines
        self.recorder = recorder
        self.reach = reach
        self.effects = effects
        self.applied = applied
        load = functools.partial(load_attribute, self)
        store = functools.partial(store_attribute, self)
        self.plain_stores = PlainStores(recorder)
        plainly = self.plain_stores.covers
        self.calls = Calls(
            recorder, reach, effects, applied, process, shell, plain.is_probed, load, store, plainly
        )
        self.steps = Steps(recorder, self.calls.foreign_code, on_due, on_fault)
        self.values = Assigned()
        self.callers = Callers(recorder.namespace)
        self.aside = Aside(recorder, names)
        self.timed = Timed(recorder, reach, self.calls.special, plain.plain)
        self.flags = ArrayFlags()
        self.installed = {}
        self.plain_loads = {}

    def forget_classes(self):
        """Forget facts about classes at the end of a run: the next run may change the classes, and
        a new definition ends their lives.
        """
        self._forget_own()
        self.calls.forget_classes()

    def forget_lookups(self):
        """A class has changed."""
        self._forget_own()
        self.effects.forget_methods()

    def _forget_own(self):
        self.plain_loads.clear()
        self.plain_stores.clear()
        self.calls.foreign_code.own.clear()

    def install(self):
        self.installed = {PREFIX + name: method for name, method in self.table().items()}
        vars(builtins).update(self.installed)
        setattr(builtins, PREFIX + "on", False)

    def in_place(self, old, operand):
        """`x += operand`, where `x` is no number or the like: `old`."""
        self.recorder.sites.vetted.disturb()
        if type(old) is dict:
            self.applied.apply(self.effects.find(old.__ior__), (operand,), {})
        else:
            augment(self, old)

    def clear_stacks(self):
        """Forget bases and arguments left by an exception, and the calls in progress in frames."""
        self.steps.clear()
        self.values.clear()
        self.callers.clear()

    def ensure(self):
        """Put probes back that a cell has taken out of builtins."""
        if not self.installed.keys() <= vars(builtins).keys():
            self.install()

    def table(self):
        """The probes by name, and other objects in use by rewritten code."""
        steps = self.steps
        tables = [
            block_probes(self, steps),
            load_probes(self, steps),
            store_probes(self, steps),
            call_probes(self, steps),
            whole_probes(self, steps),
            closure_probes(self.recorder),
            uninstrumented_probes(self, steps),
            result_probes(self, steps),
            raise_probes(self.recorder, steps),
            self.timed.probes(),
            {
                "z": self.aside.stand_in,
                "slice": slice,
                "type": type,
                "str": str,
                "atomic": VALUES,
                "numbers": NUMBERS,
            },
        ]
        return {name: probe for table in tables for name, probe in table.items()}
