"""Observers of an object's death: weak references of the notebook, and the object itself."""

from __future__ import annotations

import gc
import sys
import types
import weakref
from typing import TYPE_CHECKING, Any

from ..objects.attributes import home, own_dict
from ..objects.classes import is_users_class
from ..objects.cpython import is_shared
from ..objects.libraries import LIBRARIES
from .deaths import dies_aloud
from .finalizers import awaited, is_finalizer

if TYPE_CHECKING:
    from ..record.recorder import Recorder


class NoticedDeaths:
    """Finds them."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.namespace = recorder.namespace

    def is_noticed(self, value: Any) -> bool:
        """Whether code may notice that a name drops this value."""
        return self.is_watched(value) or dies_aloud(value)

    def runs_code(self, value: Any) -> bool:
        """Whether the death of an object runs code that somebody may notice. A weak set or
        dictionary only forgets the object, and of finalizers those of an undone run are gone
        (`finalizers`).
        """
        return dies_aloud(value) or (
            self.is_watched(value)
            and any(
                ref.__callback__ is not None
                and not is_finalizer(ref.__callback__)
                and getattr(ref.__callback__, "__module__", None) not in ("weakref", "_weakrefset")
                for ref in weakref.getweakrefs(value)
                if not self.recorder.tokens.is_own(value, ref)
            )
        )

    def is_watched(self, value: Any) -> bool:
        """Whether the notebook has weak references to an object. (Libraries have weak references to
        their own objects everywhere, pandas also to objects of subclasses, and each class to its
        subclasses.)
        """
        ours = 0 if self.recorder.tokens.peek(value) is None else 1
        if weakref.getweakrefcount(value) <= ours or issubclass(type(value), type):
            return False
        if not is_users_class(type(value), self.namespace, self.recorder.imports.local):
            return False
        refs = [
            ref
            for ref in weakref.getweakrefs(value)
            if not self.recorder.tokens.is_own(value, ref) and not self._tells_library(ref)
        ]
        if not refs:
            return False
        return not (
            LIBRARIES.pandas and issubclass(type(value), LIBRARIES.pandas)
        ) or self._is_held_outside_of_pandas(refs, value)

    def _tells_library(self, ref: Any) -> bool:
        """Whether a weak reference is a library's own: it calls a function of the library, or is in
        a weak set among the globals of one of its modules (`logging` has both for each handler).
        """
        if not issubclass(type(ref), weakref.ref):
            # attributes of a proxy are attributes of its object
            return False
        if is_finalizer(ref.__callback__):
            return awaited(ref.__callback__) is None
        function = getattr(ref.__callback__, "__func__", ref.__callback__)
        if type(function) is not types.FunctionType:
            return False
        if function.__globals__.get("__name__") not in ("weakref", "_weakrefset"):
            return self._is_library(sys.modules.get(function.__globals__.get("__name__") or ""))
        sets = [
            default() for default in function.__defaults__ or () if type(default) is weakref.ref
        ]
        modules = list(sys.modules.values())
        return any(
            value is held
            for held in sets
            for module in modules
            if self._is_library(module)
            for value in list(vars(module).values())
        )

    def _is_library(self, module: Any) -> bool:
        return (
            type(module) is types.ModuleType
            and module.__name__ != "__main__"
            and module.__name__ not in self.recorder.imports.local
        )

    def _is_held_outside_of_pandas(self, refs: list[Any], value: Any) -> bool:
        if len(refs) == 1 and refs[0].__callback__ is None and not is_shared(refs, 0):
            # (looking for holders goes over all objects there are)
            flags = (own_dict(value) or {}).get("_flags")
            if (
                home(type(flags)).partition(".")[0] == "pandas"
                and getattr(flags, "_obj", None) is refs[0]
            ):
                return False
        for ref in refs:
            holders = [
                holder
                for holder in gc.get_referrers(ref)
                if holder is not refs and type(holder) is not types.FrameType
            ]
            if ref.__callback__ is not None or any(
                home(type(holder)).partition(".")[0] != "pandas" for holder in holders
            ):
                return True
        return False
