"""The global names that reachable code may use, when it runs without probes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..objects.callables import code_names
from ..objects.iterators import frame_of
from ..objects.locations import GLOBALS
from ..world.shared_objects import look_through_modules
from ..world.names import leads_anywhere

if TYPE_CHECKING:
    from collections.abc import Set
    from typing import Any

    from ..record.recorder import Recorder
    from .errors import Errors

_SHELL = frozenset({"In", "Out", "get_ipython", "exit", "quit", "open"})
"""Names that IPython defines."""


class UsedNames:
    """The part of `Reach` for global names in code."""

    recorder: Recorder
    errors: Errors

    def may_use(self, names: Set[str]) -> Set[str]:
        """The global names that code may use: the ones in it, and all of the notebook if it asks
        for `globals()` or similar tables.
        """
        if not leads_anywhere(names):
            return names
        return {
            *names,
            *self.recorder.global_names.deleted,
            *(name for name in self.recorder.namespace if name[:1] != "_" and name not in _SHELL),
        }

    def values_read(self, names: Set[str]) -> list[Any]:
        """Records reads of global names that code may use, also of deleted ones. Returns the values
        of the existing names, and the objects that code may get through modules.
        """
        recorder = self.recorder
        names = self.may_use(names)
        for name in names:
            if name in recorder.namespace or name in recorder.global_names.deleted:
                recorder.read(GLOBALS, name, "widened")
        recorder.imports.read_named(names)
        held = look_through_modules(recorder, names)
        self.errors.look_for(names)
        return [*(recorder.namespace[name] for name in names if name in recorder.namespace), *held]

    def names_of_suspended(self, obj: Any) -> list[Any]:
        """A generator or coroutine goes on: reads the names in its code, returns their values."""
        frame = frame_of(obj)
        if frame is None or frame.f_globals is not self.recorder.namespace:
            return []
        return self.values_read(code_names(frame.f_code))
