"""What the text of an error shows: its class, its arguments and attributes, and the errors behind it.

A statement that fails shows its error; library code that runs while one is handled (`traceback.format_exc()`) may look at it.
"""

import sys

from ..objects.attributes import own_dict
from ..objects.locations import WHOLE

LAST = frozenset({"last_type", "last_value", "last_traceback", "last_exc"})
"""Attributes of `sys`: the error that was shown last."""

_LOOKED_UP = ("__str__", "__repr__", "__name__", "__qualname__", "__module__", "_render_traceback_")
"""What is looked up in an error's class when it is shown."""

_DEEPEST = 20
"""Errors behind one another."""

_ARGUMENTS, _CAUSE, _CONTEXT, _SUPPRESSES = (vars(BaseException)[n] for n in ("args", "__cause__", "__context__", "__suppress_context__"))


class Errors:
    """Records what errors show."""

    def __init__(self, recorder, reach):
        self.recorder = recorder
        self.reach = reach
        self.last = None

    def begin(self):
        """A statement begins."""
        self.last = _last_traceback()

    def finish(self):
        """A statement ends: the error that it has shown is read, and given back (it failed, or a magic like `%time` did not let it fail)."""
        last = _last_traceback()
        error = None if last is self.last else vars(sys.modules["sys"]).get("last_value")
        self.last = None
        self.read(error)
        return error

    def read_handled(self):
        """Library code runs: the error that is handled meanwhile is read, and given back."""
        error = sys.exc_info()[1]
        self.read(error)
        return error

    def escape(self, way):
        """The error that was shown last is looked at, which scripts do not show."""
        self.recorder.escape("reads the error that was shown last through %s" % way)

    def read(self, error):
        recorder = self.recorder
        for _ in range(_DEEPEST):
            if not issubclass(type(error), BaseException):
                return
            recorder.read_hook(type(error), *_LOOKED_UP)
            token = recorder.tokens.peek(error)
            if token is not None:
                recorder.read(token, WHOLE)
            self.reach.deep_read(*_ARGUMENTS.__get__(error), *(own_dict(error) or {}).values())
            cause = _CAUSE.__get__(error)
            error = _CONTEXT.__get__(error) if cause is None and not _SUPPRESSES.__get__(error) else cause


def _last_traceback():
    """IPython keeps it when it shows an error. A new one is made each time, also for an error that was raised before."""
    return vars(sys.modules["sys"]).get("last_traceback")
