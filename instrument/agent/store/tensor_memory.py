"""Tensors of torch in a pickle, which loses all that a tensor shares with others: memory, gradients, the
graph of its computation.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from ..kinds.kind import Inexact
from ..objects.libraries import LIBRARIES
from .array_views import Unstored

if TYPE_CHECKING:
    from typing import Any


class TensorMemory:
    """The memory of the tensors and arrays in one pickle."""

    def __init__(self) -> None:
        self.tensors: dict[int, tuple[int, int]] = {}
        self.arrays: dict[int, tuple[int, int]] = {}

    def note(self, obj: Any) -> None:
        """Raises Unstored for a tensor of which a pickle loses something."""
        torch: Any = sys.modules.get("torch")
        if torch is None or not hasattr(torch, "Tensor"):
            return
        if type(obj) is LIBRARIES.ndarray:
            start = obj.__array_interface__["data"][0]
            if obj.base is None and obj.nbytes:
                self.arrays[id(obj)] = start, start + obj.nbytes
        elif isinstance(obj, torch.Tensor):
            if obj.grad_fn is not None or obj.grad is not None or obj._backward_hooks:
                raise Unstored("one of its tensors has a gradient")
            if obj.layout is not torch.strided or obj.device.type != "cpu" or obj.is_quantized:
                raise Unstored("one of its tensors is of a rare kind")
            storage = obj.untyped_storage()
            # (the pickle of a parameter has another tensor of its memory)
            if storage.nbytes() and not isinstance(obj, torch.nn.Parameter):
                self.tensors[id(obj)] = storage.data_ptr(), storage.data_ptr() + storage.nbytes()

    def must_be_apart(self) -> None:
        """Raises Unstored where a tensor shares memory."""
        if not self.tensors:
            return
        end = 0
        found = sorted([*self.tensors.values(), *self.arrays.values()])
        for start, last in found:
            if start < end:
                raise Unstored("two of its tensors or arrays share memory")
            end = last


def memory_of_storage(value: Any) -> Any:
    """The bytes of a storage of torch, whose pickle has addresses; None for any other object."""
    torch: Any = sys.modules.get("torch")
    if torch is None or type(value) is not getattr(torch, "UntypedStorage", None):
        return None
    if value.device.type != "cpu":
        raise Inexact("the memory of a device")
    return torch.empty(0, dtype=torch.uint8).set_(value).numpy()
