"""Reads tables only after a change: settings are needed before and after each cell, and rarely
change.
"""

from __future__ import annotations

import itertools
import operator
from typing import TYPE_CHECKING

from .entry import CHANGEABLE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

_CHAINED = itertools.chain.from_iterable


class LastReading:
    """The result of `read(root)`, computed again only when a table has other entries.
    `tables_of(root)`: the dictionaries in its use, all reached from `root`, the first of them.
    Entries are compared by identity. Callers do not change the result.
    """

    def __init__(
        self, tables_of: Callable[[Any], list[dict[Any, Any]]], read: Callable[[Any], Any]
    ) -> None:
        self._tables_of = tables_of
        self._read = read
        self._tables: Sequence[dict[Any, Any]] = ()
        self._entries: tuple[list[int], list[Any], list[Any]] = ([], [], [])
        self._reading = {}

    def of(self, root: Any) -> Any:
        if not self._tables or self._tables[0] is not root or not self._holds():
            self._reading = self._read(root)
            # (to read may fill tables)
            self._tables = self._tables_of(root)
            tables = set(map(id, self._tables))
            sizes, keys, values = self._entries = self._now()
            if any(type(value) in CHANGEABLE and id(value) not in tables for value in values):
                # a change in place would not show
                self._tables = ()
        return self._reading

    def _holds(self) -> bool:
        now = self._now()
        return now[0] == self._entries[0] and all(
            all(map(operator.is_, new, old)) for new, old in zip(now[1:], self._entries[1:])
        )

    def _now(self) -> tuple[list[int], list[Any], list[Any]]:
        tables = self._tables
        return (
            list(map(len, tables)),
            list(_CHAINED(tables)),
            list(_CHAINED(map(dict.values, tables))),
        )
