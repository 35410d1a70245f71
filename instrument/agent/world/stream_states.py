"""States of the global random streams: to compare, to keep and to put back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..objects.hidden import stream_state
from ..objects.twisters import of_random

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ..objects.libraries import Tensor
    from .entry import Accessors, Values


def drawn_python(random: Any) -> tuple[object, ...]:
    """A value that changes with each draw from the stream of `random`."""
    return *of_random(random._inst), random._inst.gauss_next


def drawn_numpy(mtrand: Any) -> object:
    """The same of numpy's."""
    return stream_state(mtrand._rand)


def drawn_torch(torch: Any) -> list[bytes]:
    """The same of torch's."""
    states = [torch.default_generator.get_state().numpy().tobytes()]
    if torch.cuda.is_initialized():
        states += [state.numpy().tobytes() for state in torch.cuda.get_rng_state_all()]
    return states


class _LastState:
    """The state of a stream, copied again only if `drawn` has another value: a look at a state
    takes a fraction of the time for a copy.
    """

    def __init__(self, drawn: Callable[[Any], object], read: Callable[[Any], object]) -> None:
        self._drawn = drawn
        self._read = read
        self._seen: object = None
        self._state: object = None

    def of(self, module: Any) -> Any:
        seen = self._drawn(module)
        if seen != self._seen:
            # (where reading fails, nothing is known)
            self._seen = None
            self._state = self._read(module)
            self._seen = seen
        return self._state


_PYTHON = _LastState(drawn_python, lambda m: m.getstate())
_NUMPY = _LastState(drawn_numpy, lambda m: _State(m._rand.get_state(legacy=False)))

PYTHON: Accessors = {"": (_PYTHON.of, lambda m, v: m.setstate(v))}


def read_numpy(mtrand: Any) -> Values:
    return {"": _NUMPY.of(mtrand)}


def put_numpy(mtrand: Any, key: object, value: Any) -> None:
    mtrand._rand.set_state(value.value)


def read_torch(torch: Any) -> Values:
    return {"": _Tensor(torch.default_generator.get_state())}


def put_torch(torch: Any, key: object, value: Any) -> None:
    torch.default_generator.set_state(value.value)


class _State:
    """A state with arrays, compared as bytes or as text."""

    def __init__(self, value: Any) -> None:
        self.value = value
        inner = value["state"]
        self.text = (
            (inner["key"].tobytes(), inner["pos"], value["has_gauss"], value["gauss"])
            if "key" in inner
            else repr(value)
        )

    def __eq__(self, other: object) -> bool:
        return type(other) is _State and self.text == other.text


class _Tensor:
    """The same of torch."""

    def __init__(self, value: Tensor) -> None:
        self.value = value
        self.text = value.numpy().tobytes()

    def __eq__(self, other: object) -> bool:
        return type(other) is _Tensor and self.text == other.text
