"""When modules are loaded: whoever wants to know is told before and after, once for all that one import brings with it.

The function of the import system that loads what is not loaded yet is wrapped; code under the import system's own file name stands
around it, so that tracebacks and the levels of warnings are as without it.
"""

import sys
import threading

_WRAPPER = """
def _find_and_load(name, import_):
    begun = begin()
    try:
        return original(name, import_)
    finally:
        if begun is not None:
            finish(name, begun)
"""


class Loading:
    """`before()` gives what `after(name, before)` is to have; None: nobody wants to know."""

    def __init__(self, before, after):
        self.before = before
        self.after = after
        self.depth = threading.local()

    def install(self):
        system = sys.modules["_frozen_importlib"]
        original = getattr(system._find_and_load, "__wrapped__", system._find_and_load)
        scope = {"original": original, "begin": self._begin, "finish": self._finish}
        exec(compile(_WRAPPER, "<frozen importlib._bootstrap>", "exec"), scope)
        system._find_and_load = scope["_find_and_load"]
        system._find_and_load.__wrapped__ = original

    def _begin(self):
        depth = self.depth.now = getattr(self.depth, "now", 0) + 1
        try:
            return (self.before() if depth == 1 else None,)
        except Exception:
            return (None,)

    def _finish(self, name, begun):
        self.depth.now -= 1
        if begun[0] is not None:
            try:
                self.after(name, begun[0])
            except Exception:
                # what it changed counts as the statement's
                return
