"""Names that are out of the way while a cell runs: those that cells have bound, and no cell above.
A run from the top would not find them, but a built-in of that name, or nothing.

Which these are the request says. What the run does not bind is put back after it, unless it was an
earlier run of the same cell that bound it: in a run from the top that name would never have been
there (`exec(f"w_{k} = 1")` for fewer names than before). A name stays where somebody would notice
that it lets go of its object, or where threads go on that may use it. A file is closed first that
an earlier run of the cell has opened (also under a name that cells above bind), or that has a name
which the cell, having the same text, binds again: what it has not written yet is then in the file
that is about to be put back, not in the one that the run opens.
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
    """`names` are the names as they were (`world/names`). `noticed(value)`: whether it is noticed
    when a name lets go of a value; `close(value)` closes one that is a file; `goes_on(thread)`:
    whether a thread runs code that may use names; `dies_unseen` is told of a value that a run from
    the top would not have had. `values`: what the names of the run in flight
    stood for. `binders`: by name, the cell that bound it last; `own`: the same by cell. `bound`: by
    cell, the text of its last run, and the names that this run bound.
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
        # of a run that nobody has said to have ended
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
        """The names out of the way that earlier runs of this cell bound last, and that its run did
        not bind, which came to its end.
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
        """The run has ended; `undone`: its names stand for what they stood for before."""
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
