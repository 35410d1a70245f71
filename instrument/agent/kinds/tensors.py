"""torch: tensors and their storages.

Views, `detach()`, `.data` and the array of `.numpy()` share a storage; torch keeps one Python
object per storage while it lives, so that object stands for all of them.
"""

from __future__ import annotations

import sys
import zlib
from typing import TYPE_CHECKING

from ..objects.lent_memory import is_any_lent, owner_at
from .kind import ComparedAsWhole, Family, Fixed
from .registry import kind_of

if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any

    from ..objects.libraries import Tensor
    from ..objects.locations import Namespace
    from ..objects.snapshots import Snapshot


class Tensors(Fixed, ComparedAsWhole):
    """Tensors, which show their storage."""

    def owner(self, obj: Any) -> Any:
        return storage_of(obj)

    def parts(self, obj: Any, namespace: Namespace) -> Collection[Any]:
        held = list(obj.__dict__.values())
        if obj.is_leaf and obj.grad is not None:
            held.append(obj.grad)
        return held

    def snapshot(self, obj: Any, namespace: Namespace) -> Snapshot | None:
        # (the content is the storage's)
        grad = obj.grad if obj.is_leaf else None
        own = tuple((name, id(value)) for name, value in obj.__dict__.items())
        shape = tuple(obj.shape)
        return ("tensor", id(storage_of(obj)), shape, obj.requires_grad, id(grad), own)


class Storages(Fixed, ComparedAsWhole):
    """Storages of tensors."""

    def snapshot(self, obj: Any, namespace: Namespace) -> Snapshot | None:
        torch = sys.modules["torch"]
        try:
            with torch.no_grad():
                content = (
                    torch.empty(0, dtype=torch.uint8, device=obj.device).set_(obj).cpu().numpy()
                )
            return ("tensor", zlib.adler32(content) if content.size else 0, content.size)
        except Exception:
            return None


FAMILY = Family(
    named={
        ("torch", "Tensor"): Tensors(),
        ("torch.storage", "UntypedStorage"): Storages(),
        ("torch", "UntypedStorage"): Storages(),
    }
)


def is_tensor(obj: object) -> bool:
    """Whether an object is a tensor."""
    return isinstance(kind_of(obj), Tensors)


def storage_of(tensor: Tensor) -> Any:
    """The object that stands for a tensor's memory; the tensor itself where there is none (sparse,
    meta, wrapped).
    """
    try:
        storage = tensor.untyped_storage()
        if is_any_lent():
            owner = owner_at(storage.data_ptr())
            if owner is not None and owner is not storage:
                return owner
    except Exception:
        return tensor
    return storage


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
