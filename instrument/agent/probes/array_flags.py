"""The flags of arrays (`a.flags.writeable = False`), which do not say whose they are."""

from __future__ import annotations

import weakref
from typing import Any


class ArrayFlags:
    """Remembers the array whose flags were looked up last."""

    def __init__(self) -> None:
        self._last: weakref.ref[Any] | None = None

    def look_up(self, array: Any) -> None:
        self._last = weakref.ref(array)

    def array(self) -> Any:
        """The array of the flags; None if the array has died."""
        return None if self._last is None else self._last()
