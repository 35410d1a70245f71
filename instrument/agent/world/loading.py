"""When modules are loaded: whoever wants to know is told before and after, once for all that one import brings with it.

The import system holds a lock while it loads a module, and enters and leaves it as a context: that is where we are told, so that no frame of ours
is ever in a traceback, or in the way of a warning's level.
"""

import sys
import threading


class Loading:
    """`before()` gives what `after(name, before)` is to have."""

    def __init__(self, before, after):
        self.before = before
        self.after = after
        self.local = threading.local()

    def install(self):
        system = sys.modules["_frozen_importlib"]
        original = system._ModuleLockManager
        original = getattr(original, "__wrapped__", original)
        begin, finish = self._begin, self._finish

        class _ModuleLockManager(original):
            __wrapped__ = original

            def __enter__(self):
                begin()
                return original.__enter__(self)

            def __exit__(self, *args):
                try:
                    return original.__exit__(self, *args)
                finally:
                    finish(self._name)

        system._ModuleLockManager = _ModuleLockManager

    def _begin(self):
        begun = self.local.__dict__.setdefault("begun", [])
        try:
            begun.append(None if begun else self.before())
        except Exception:
            begun.append(None)

    def _finish(self, name):
        before = self.local.begun.pop()
        if self.local.begun:
            return
        try:
            self.after(name, before)
        except Exception:
            # what it changed counts as the statement's
            return
