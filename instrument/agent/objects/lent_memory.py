"""Memory lent by one object to another, which does not tell the owner (`Shares`)."""

from __future__ import annotations

import functools
import weakref
from typing import Any

_owners: dict[int, tuple[int, weakref.ref[Any]]] = {}
"""By the address of shared memory: its end, and the object it was taken from
(`torch.from_numpy(a)`), held weakly.
"""


def remember_owner(owner: Any) -> None:
    """`owner`'s memory (an array's, or a storage's) is about to be shown by an object that does not
    tell.
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


def is_any_lent() -> bool:
    """Whether any object has lent memory."""
    return bool(_owners)


def _forget(address: int, ref: weakref.ref[Any]) -> None:
    if address in _owners and _owners[address][1] is ref:
        del _owners[address]
