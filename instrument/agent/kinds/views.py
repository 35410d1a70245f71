"""Objects that show the memory of another: memory views, weak proxies, structures of ctypes."""

from __future__ import annotations

import gc
import io
from typing import TYPE_CHECKING

from ..objects.locations import WHOLE
from ..objects.proxies import PROXIES, behind
from .arrays import attached_arrays
from .kind import Family, Inexact, Kind
from .owners import alias_root

if TYPE_CHECKING:
    from typing import Any

    from ..objects.locations import Field
    from ..values.digest import Feed


class MemoryViews(Kind):
    """Memory views."""

    def owner(self, obj: Any) -> Any:
        shown = _shown_by(obj)
        return obj if shown is None else alias_root(shown)

    def digest(self, obj: Any, feed: Feed, depth: int) -> None:
        feed.update(bytes(obj))


class Proxies(Kind):
    """Weak proxies: each use is a use of the object behind."""

    def owner(self, obj: Any) -> Any:
        shown = behind(obj)
        return obj if shown is None else alias_root(shown)

    def digest(self, obj: Any, feed: Feed, depth: int) -> None:
        if feed.is_exact:
            raise Inexact(type(obj).__qualname__)
        feed.feed(behind(obj), depth + 1)


class Structures(Kind):
    """Structures, arrays and pointers of ctypes."""

    def owner(self, obj: Any) -> Any:
        shown = _part_of(obj)
        return obj if shown is None else alias_root(shown)

    def attribute_fields(self, obj: Any, name: str, store: bool = False) -> list[Field]:
        return [WHOLE]


def _shown_by(view: memoryview) -> Any:
    """The object whose memory a memoryview shows; None when it has been released."""
    try:
        shown = view.obj
    except ValueError:
        return None
    if type(shown).__name__ != "_BytesIOBuffer":
        return shown
    # the stream of bytes that lends the buffer
    return next(held for held in gc.get_referents(shown) if issubclass(type(held), io.BytesIO))


def _part_of(structure: Any) -> Any:
    """The object whose memory an object of ctypes shows: the structure around it, the object that
    lent it a buffer, or the array that numpy has attached; None when it has memory of its own.
    """
    if structure._b_base_ is not None:
        return structure._b_base_
    held = structure._objects
    lent = held.get("ffffffff") if type(held) is dict else held
    if type(lent) is memoryview:
        return lent
    return next(iter(attached_arrays(structure)), None)


FAMILY = Family(
    exact={memoryview: MemoryViews(), **dict.fromkeys(PROXIES, Proxies())},
    metaclasses={"_ctypes": Structures()},
)
