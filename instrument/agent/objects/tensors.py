"""torch tensors: whose memory they show, what they hold, the leaves of their graph. Nothing is
recorded here.

Views, `detach()`, `.data` and the array of `.numpy()` share a storage; torch keeps one Python
object per storage while it lives, so that object stands for all of them.
"""

from __future__ import annotations

import functools
import sys
import weakref
import zlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from .libraries import Tensor
    from .snapshots import Snapshot

_owners: dict[int, tuple[int, weakref.ref[Any]]] = {}
"""By the address of shared memory: its end, and the object it was taken from
(`torch.from_numpy(a)`), held weakly.
"""


def remember_owner(owner: Any) -> None:
    """`owner`'s memory (an array's, or a storage's) is about to be shown by an object that does not
    tell (`Shares`).
    """
    try:
        if hasattr(owner, "data_ptr"):
            address, size = owner.data_ptr(), owner.nbytes()
        else:
            address, size = owner.__array_interface__["data"][0], owner.nbytes
        _owners[address] = (address + size, weakref.ref(owner, functools.partial(_forget, address)))
    except (AttributeError, TypeError, KeyError):
        pass


def owner_at(address: int) -> Any:
    """The object whose memory somebody shows from this address on; None when nobody is known."""
    for start, (end, owner) in _owners.items():
        if start <= address < end:
            return owner()
    return None


def _forget(address: int, ref: weakref.ref[Any]) -> None:
    if address in _owners and _owners[address][1] is ref:
        del _owners[address]


def storage_of(tensor: Tensor) -> Any:
    """The object that stands for a tensor's memory; the tensor itself where there is none (sparse,
    meta, wrapped).
    """
    try:
        storage = tensor.untyped_storage()
        if _owners:
            owner = owner_at(storage.data_ptr())
            if owner is not None and owner is not storage:
                return owner
    except Exception:
        return tensor
    return storage


def held_by(tensor: Tensor) -> list[Any]:
    """The objects to which a tensor refers, beside its memory: its gradient and its attributes."""
    held = list(tensor.__dict__.values())
    if tensor.is_leaf and tensor.grad is not None:
        held.append(tensor.grad)
    return held


def tensor_snapshot(tensor: Tensor) -> Snapshot:
    """A comparable state without the content, which is its storage's."""
    grad = tensor.grad if tensor.is_leaf else None
    own = tuple((name, id(value)) for name, value in tensor.__dict__.items())
    return (
        "tensor",
        id(storage_of(tensor)),
        tuple(tensor.shape),
        tensor.requires_grad,
        id(grad),
        own,
    )


def storage_snapshot(storage: Any) -> Snapshot | None:
    """A comparable state of a storage: a checksum; None when nothing can read its content."""
    torch = sys.modules["torch"]
    try:
        with torch.no_grad():
            content = (
                torch.empty(0, dtype=torch.uint8, device=storage.device).set_(storage).cpu().numpy()
            )
        return ("tensor", zlib.adler32(content) if content.size else 0, content.size)
    except Exception:
        return None


def leaves(tensor: Any) -> list[Tensor]:
    """The tensors to which `tensor.backward()` adds gradients."""
    found = [tensor] if getattr(tensor, "is_leaf", False) else []
    todo = [getattr(tensor, "grad_fn", None)]
    seen = set()
    while todo:
        node = todo.pop()
        if node is None or node in seen:
            continue
        seen.add(node)
        variable = getattr(node, "variable", None)
        if variable is not None:
            found.append(variable)
        todo.extend(following for following, _ in node.next_functions)
    return found
