"""States of the global random streams: to compare, to keep and to put back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..objects.hidden import stream_state
from ..objects.twisters import of_random

if TYPE_CHECKING:
    from typing import Any

    from ..objects.libraries import Tensor
    from .entry import Accessors, Values


def drawn_python(random: Any) -> tuple[object, ...]:
    """What tells whether somebody has drawn from the stream of `random`."""
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


PYTHON: Accessors = {"": (lambda m: m.getstate(), lambda m, v: m.setstate(v))}


def read_numpy(mtrand: Any) -> Values:
    return {"": _State(mtrand._rand.get_state(legacy=False))}


def put_numpy(mtrand: Any, key: object, value: Any) -> None:
    mtrand._rand.set_state(value.value)


def read_torch(torch: Any) -> Values:
    return {"": _Tensor(torch.default_generator.get_state())}


def put_torch(torch: Any, key: object, value: Any) -> None:
    torch.default_generator.set_state(value.value)


class _State:
    """A state with arrays in it, which is compared as bytes or as text."""

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
