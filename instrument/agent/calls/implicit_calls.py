"""Library code that statements run without a call: operators, texts of objects, stores, and
subclasses of a library's class. This code has no declarations.
"""

from __future__ import annotations

import sys
import types
from typing import TYPE_CHECKING

from ..objects.attributes import home
from ..objects.callables import objects_named
from ..objects.classes import is_notebook_class
from ..world.library_state import watch_held, watch_module

if TYPE_CHECKING:
    from typing import Any

    from ..objects.locations import Namespace
    from ..record.recorder import Recorder
    from .compare import Watch
    from .unknown import UnknownCalls


class ImplicitCalls:
    """Records the effects of such code as those of unknown calls."""

    def __init__(self, recorder: Recorder, unknown: UnknownCalls) -> None:
        self.recorder = recorder
        self.unknown = unknown

    def stored(self, obj: object) -> None:
        """Record a store of an item or attribute of a compiled library's object: it may write the
        file behind the object.
        """
        statement = self.recorder.current
        paths = self.recorder.families.paths_of((obj,))
        if paths and statement is not None:
            self.recorder.sites.simple.run_foreign_code()
            self.unknown.watched(statement).paths.note(paths)

    def operand(self, obj: object) -> None:
        """Record an operand: library code may run for its operator."""
        self._runs_for(obj, self.unknown.packages.runs_operators(type(obj)))

    def as_text(self, obj: object) -> None:
        """Record an object turned into text or displayed: library code may run."""
        self._runs_for(obj, self.unknown.packages.runs_for_text(type(obj)))

    def _runs_for(self, obj: object, package: str | None) -> None:
        statement = self.recorder.current
        if package is not None and statement is not None:
            self.recorder.sites.simple.run_foreign_code()
            self.unknown.watch((obj,), (obj,))
            self.unknown.packages.watch(package, self.unknown.watched(statement))

    def subclassed(self, base: Any) -> None:
        """Record a base of a notebook class that is about to be made: a library may list the
        subclasses.
        """
        statement = self.recorder.current
        if statement is None or not issubclass(type(base), type):
            return
        self.recorder.sites.simple.run_foreign_code()
        self.recorder.subclasses.subclassed(base)
        watched = self.unknown.watched(statement)
        package = self.unknown.packages.of(base)
        if package is not None:
            self.unknown.packages.watch(package, watched)
        hooks = _hooks_of(base, self.recorder.namespace)
        for hook in hooks:
            watch_module(self.recorder, watched, hook.__globals__, registers=True)
            watch_held(self.recorder, watched, objects_named(hook), registers=True)
        if hooks:
            self._watch_bases(watched, base)

    def _watch_bases(self, watched: Watch, base: Any) -> None:
        """Watch the objects that a library's hook may change when a class is made: objects held by
        bases outside of the library, such as the tables in `Base.metadata` of sqlalchemy.
        """
        held: list[Any] = []
        for cls in base.__mro__[:-1]:
            if getattr(sys.modules.get(home(cls)), cls.__name__, None) is not cls or (
                is_notebook_class(cls, self.recorder.namespace)
            ):
                watched.attributes(cls)
                held += vars(cls).values()
        watch_held(self.recorder, watched, held)


def _hooks_of(base: Any, namespace: Namespace) -> list[types.FunctionType]:
    """The functions of libraries that run when a class is made from this one. Each may call the
    next: bokeh's `Model` registers what its base sees.
    """
    hooks = [
        getattr(vars(cls).get(name), "__func__", vars(cls).get(name))
        for kind, names in ((type(base), ("__new__", "__init__")), (base, ("__init_subclass__",)))
        for cls in kind.__mro__
        for name in names
    ]
    return [
        hook
        for hook in hooks
        if type(hook) is types.FunctionType
        and hook.__globals__ is not namespace
        and hook.__globals__.get("__name__", "").partition(".")[0] not in sys.stdlib_module_names
    ]
