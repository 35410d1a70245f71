"""Names set aside while a cell runs: names bound by cells, but by none above. A run from the top
would find no such name, or a built-in.

The request lists the names. Names not bound by the run return after it, except those bound by an
earlier run of the same cell. In a run from the top the latter would never have existed
(`exec(f"w_{k} = 1")` for fewer names than before). A name stays if code would notice that the name
drops its object, or if running threads may use it. Files are closed first that an earlier run of
the cell has opened (also under a name bound by cells above), or whose name the cell, with the same
text, binds again. Their unwritten data then go to the file about to be restored, not to the one
opened by the run.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from ..objects.locations import GLOBALS
from ..world.deaths import is_exclusive

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable
    from typing import Any

    from ..record.statement import Statement
    from ..world.names import Names


class NamesAside:
    """`names`: the names at the last look (`world/names`). `noticed(value)`: whether code notices
    that a name drops a value; `close(value)` closes a file; `goes_on(thread)`: whether a thread
    runs code that may use names; `dies_unseen(value)`: takes a value missing in a run from the top.
    `values`: the values of the names set aside for the run in flight. `binders`: by name, the cell
    that bound it last; `own`: the same by cell. `bound`: by cell, the text of its last run, and the
    names bound by the run.
    """

    def __init__(
        self,
        names: Names,
        noticed: Callable[[object], bool],
        close: Callable[[Any], object],
        goes_on: Callable[..., bool],
        dies_unseen: Callable[[object], object],
    ) -> None:
        self.names = names
        self.noticed = noticed
        self.close = close
        self.goes_on = goes_on
        self.dies_unseen = dies_unseen
        self.values = {}
        self.binders = {}
        self.own: dict[str | None, set[str]] = {}
        self.bound: dict[str | None, tuple[str, set[str]]] = {}

    def begin(self, cell: str | None, source: str, names: Iterable[str]) -> None:
        """A run of a cell with this text begins, for which these names are not to be there."""
        # (after a run without an end)
        self._put_back(self.values)
        namespace, known = self.names.namespace, self.names.values
        known_threads = (threading.current_thread(), threading.main_thread())
        if names and any(
            self.goes_on(thread) for thread in threading.enumerate() if thread not in known_threads
        ):
            return
        text, bound = self.bound.get(cell, (source, set()))
        again = bound.intersection(names) if text == source else ()
        for name in self.own.get(cell, set()).union(again):
            if name in namespace and (
                self.noticed(namespace[name]) or is_exclusive(namespace[name])
            ):
                self.close(namespace[name])
        for name in names:
            if name in namespace and not self.noticed(namespace[name]):
                self.values[name] = namespace.pop(name)
                known.pop(name, None)

    def given_up(self, cell: str | None, statements: Collection[Statement]) -> set[str]:
        """The names set aside that earlier runs of this cell bound last, and its finished run did
        not.
        """
        return {
            name
            for name in self.values.keys() - _bound(statements)
            if self.binders.get(name) == cell
        }

    def finish(
        self,
        cell: str | None,
        source: str,
        statements: Collection[Statement],
        given_up: Iterable[str],
        undone: bool,
    ) -> None:
        """End the run. `undone`: its names get their former values again."""
        bound = _bound(statements)
        gone = {name: self.values.pop(name) for name in given_up}
        for name, value in gone.items():
            self.dies_unseen(value)
            self.own[self.binders.pop(name)].discard(name)
        self._put_back(self.values.keys() - bound)
        self.bound[cell] = (source, bound)
        for name in () if undone else bound:
            self.own.get(self.binders.get(name), set()).discard(name)
            self.own.setdefault(cell, set()).add(name)
            self.binders[name] = cell

    def _put_back(self, names: Iterable[str]) -> None:
        values, self.values = self.values, {}
        namespace = self.names.namespace
        for name in names:
            if name not in namespace:
                namespace[name] = self.names.values[name] = values.pop(name)
        for value in values.values():
            self.dies_unseen(value)


def _bound(statements: Collection[Statement]) -> set[str]:
    return {field for s in statements for token, field in s.writes if token == GLOBALS}
