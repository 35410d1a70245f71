"""Calls functions before and after loads of modules, once for an import with all its own imports.
Imports by a user's module get calls of their own, because a run may load these without the module.

The import system takes a lock, as a context manager, while it loads a module. The functions are
called there, so that none of our frames is in a traceback, or counts in the level of a warning.
"""

from __future__ import annotations

import sys
import threading
from typing import TYPE_CHECKING

from .local_modules import local_file

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class Loading:
    """`wanted(name)` is called for a module that may be missing. `after(name, before, around)` gets
    the result of `before()`. `around`: the results for the user's modules being loaded.
    """

    def __init__(
        self,
        wanted: Callable[[str], object],
        before: Callable[[], object],
        after: Callable[[str, Any, list[Any]], object],
    ) -> None:
        self.wanted = wanted
        self.before = before
        self.after = after
        self.local = threading.local()

    def install(self) -> None:
        system: Any = sys.modules["_frozen_importlib"]
        original = system._ModuleLockManager
        original = getattr(original, "__wrapped__", original)
        begin, finish = self._begin, self._finish

        class _ModuleLockManager(original):
            __wrapped__ = original

            def __enter__(self) -> None:
                begin(self._name)
                return original.__enter__(self)

            def __exit__(self, *args: object) -> None:
                try:
                    return original.__exit__(self, *args)
                finally:
                    finish(self._name)

        system._ModuleLockManager = _ModuleLockManager
        wait = getattr(system._lock_unlock_module, "__wrapped__", system._lock_unlock_module)
        local = self.local

        def _lock_unlock_module(name: str) -> None:
            """Wait for a module that is only partly loaded: by another thread, in a circle, or by a
            mark (`first_drawing`).
            """
            spec = getattr(sys.modules.get(name), "__spec__", None)
            if local.__dict__.get("begun") or not getattr(spec, "_initializing", False):
                return wait(name)
            begin(name)
            try:
                return wait(name)
            finally:
                finish(name)

        vars(_lock_unlock_module)["__wrapped__"] = wait
        system._lock_unlock_module = _lock_unlock_module

    def _begin(self, name: str) -> None:
        begun = self.local.__dict__.setdefault("begun", [])
        try:
            self.wanted(name)
            inside = begun and (
                begun[-1][1] is None or local_file(sys.modules.get(begun[-1][0])) is None
            )
            begun.append((name, None if inside else self.before()))
        except Exception:
            begun.append((name, None))

    def _finish(self, name: str) -> None:
        _, before = self.local.begun.pop()
        around = [each for _, each in self.local.begun]
        if around and before is None:
            return
        try:
            self.after(name, before, around)
        except Exception:
            # its changes count as the statement's
            return
