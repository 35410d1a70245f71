"""`a.resize(…)` of a numpy array: numpy refuses it while anything else refers to the array, weakly
or not. For the time of the call the agent's own references step aside, so that the call works, or
fails, as without Sluice.

The effects of the call are recorded elsewhere. Unsound, of the run itself: `ndarray.resize` under
another name (`grow = a.resize`) fails, because the agent still refers to the array.
"""

from __future__ import annotations

import functools
import types
from typing import TYPE_CHECKING, Any

from ..calls.compare import Watch
from ..calls.compared import Compared
from ..objects.libraries import LIBRARIES
from ..reach.covered import Walked
from ..record.iterated import GoneOver

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..record.recorder import Recorder
    from ..world.names import Names


class Aside:
    """Drops the agent's references to an object, and restores them. `names`: the global names at
    the last look.
    """

    def __init__(self, recorder: Recorder, names: Names) -> None:
        self.recorder = recorder
        self.names = names

    def stand_in(self, callee: Any) -> Any:
        """The callee to call in place of `callee`."""
        array = LIBRARIES.fresh().ndarray
        if (
            array is None
            or type(callee) is not types.BuiltinFunctionType
            or not issubclass(type(callee.__self__), array)
        ):
            return callee
        return functools.partial(self.call, callee)

    def call(self, callee: Any, *args: Any, **kwargs: Any) -> Any:
        """Call a bound method of an array. No variable here may hold the array."""
        take_back = self.let_go(id(callee.__self__))
        try:
            return callee(*args, **kwargs)
        except ValueError:
            # a further reference decided the outcome; a slice would not keep this dependence
            self.recorder.escape("numpy did not resize an array that something else refers to")
            raise
        finally:
            for put in take_back:
                put(callee.__self__)

    def let_go(self, key: int) -> list[Callable[[Any], Any]]:
        """Drop all references of the agent to the object of this identity. Returns functions that
        restore these.
        """
        recorder = self.recorder
        recorder.sites.clear()
        restore: list[Callable[[object], object]] = [
            functools.partial(self.names.values.__setitem__, name)
            for name in self.names.called(key)
        ]
        for name in self.names.called(key):
            self.names.values[name] = None
        entry = recorder.tokens.by_id.get(key)
        if entry is not None and entry.ref is not None:
            entry.ref = None
            restore.append(functools.partial(recorder.tokens.hold_weakly, entry))
        statement = recorder.current
        if statement is None:
            return restore
        statement.state(Walked).let_go(key)
        statement.drop(Compared)
        iterated = statement.states.get(GoneOver, ())
        if any(id(obj) == key for obj in iterated):
            iterated[:] = [obj for obj in iterated if id(obj) != key]
            restore.append(iterated.append)
        watched = statement.states.get(Watch)
        if watched is not None:
            before = watched.before.pop(key, None)
            if before is not None:
                restore.append(functools.partial(_watch_again, watched.before, key, before[1:]))
        return restore


def _watch_again(
    watched: dict[int, tuple[object, ...]], key: int, state: tuple[object, ...], obj: object
) -> None:
    watched[key] = (obj, *state)
