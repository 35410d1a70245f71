"""Processes forked in a statement that wait for later work (`pool = Pool()`): each holds the
notebook in its state at the fork.

Later tasks name functions in this state. The work of the processes is not traced.
"""

import sys
import types

from ..objects.classes import is_notebook_class
from ..objects.locations import GLOBALS


class Forks:
    """Finds forks at the end of a statement. The statement then reads everything the processes may
    use: functions and classes of the notebook, and the objects these name.
    """

    def __init__(self, recorder, reach):
        self.recorder = recorder
        self.reach = reach
        self.known = set()

    def report(self):
        children = _children()
        if not children and not self.known:
            return
        forked = {
            id(child)
            for child in children
            if getattr(getattr(child, "_popen", None), "method", None) == "fork"
        }
        if not forked <= self.known:
            self._read_code()
        self.known = forked

    def _read_code(self):
        namespace = self.recorder.namespace
        code = {
            name: value
            for name, value in namespace.items()
            if (type(value) is types.FunctionType and value.__globals__ is namespace)
            or (issubclass(type(value), type) and is_notebook_class(value, namespace))
        }
        for name in code:
            self.recorder.read(GLOBALS, name)
        self.reach.deep_read(*code.values(), follow_globals=True)


def _children():
    """The processes of `multiprocessing` not joined yet."""
    return list(getattr(sys.modules.get("multiprocessing.process"), "_children", ()))
