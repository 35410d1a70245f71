"""`a.resize(…)` of a numpy array: numpy refuses it while anything else refers to the array, weakly
or not. For the time of that call our own references step aside, so that it works, or fails, as
without us.

It does not record what the call does. Unsound, of the run itself: `ndarray.resize` under another
name (`grow = a.resize`) fails, because the agent still refers to the array.
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
    """Lets go of an object, and takes it back. `names`: the global names as they were."""

    def __init__(self, recorder: Recorder, names: Names) -> None:
        self.recorder = recorder
        self.names = names

    def stand_in(self, callee: Any) -> Any:
        """What is to be called in place of `callee`."""
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
            # whoever else refers to it decided; that is no dependence that a slice would keep
            self.recorder.escape("numpy did not resize an array that something else refers to")
            raise
        finally:
            for put in take_back:
                put(callee.__self__)

    def let_go(self, key: int) -> list[Callable[[Any], Any]]:
        """Drop every reference of ours to the object of this identity; the functions that restore
        them for it.
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
