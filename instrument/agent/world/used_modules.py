"""The loaded modules of the user's: their files, which of them use which, and which each cell has
used.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from .late_attributes import LateAttributes
from .local_modules import home_of
from .watched_files import signature_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from .module_source import Source
    from .watched_files import WatchedFiles


class UsedModules:
    """`sources`: by user's module, its file at the load. `read_by`: by file, the files read by the
    load of its module. `reloaded`: modules reloaded in place, which may have remains of the former
    load. `named`: by module, the imports of its body. `late`: attributes that modules got after
    their load. `by_cell`: the modules imported in the last run of a cell, and the modules in their
    use. `cell`: the cell of the run in progress.
    """

    def __init__(self, watched_files: WatchedFiles) -> None:
        self.watched_files = watched_files
        self.sources: dict[str, Source] = {}
        self.read_by: dict[str, dict[str, str | None]] = {}
        self.named: dict[str, frozenset[str]] = {}
        self.reloaded: set[str] = set()
        self.late = LateAttributes()
        self.cell: str | None = None
        self.by_cell: dict[str | None, set[str]] = {}

    def begin_run(self, cell: str | None) -> None:
        """A run of a cell begins."""
        self.cell = cell
        self.by_cell[cell] = set()

    def watch(self, names: Iterable[str]) -> None:
        """Note the use of modules by a statement: their files count, the files of all user's
        modules in their use, and the files read at their loads.
        """
        found, pending = set(), [name for name in names if name in self.sources]
        while pending:
            name = pending.pop()
            if name not in found:
                found.add(name)
                self.by_cell.setdefault(self.cell, set()).add(name)
                self.sources[name].watch(self.watched_files)
                pending += self._used_by(name)

    def with_users(self, names: Iterable[str], kept: Collection[str] = ()) -> set[str]:
        """The loaded user's modules with these names, and all modules that use parts of these.
        Modules `kept` count as users of what their own load has used.
        """
        known = {name for name in self.sources if name in sys.modules}
        found, pending = set(names), set(names)
        while pending:
            below = tuple(other + "." for other in pending)
            pending = {
                name
                for name in known - found
                if name.startswith(below)
                or not pending.isdisjoint(
                    self.used_at_load(name) if name in kept else self._used_by(name)
                )
            }
            found |= pending
        return found

    def _used_by(self, name: str) -> list[str]:
        """The user's modules whose parts a module uses, and the packages around these."""
        values = list(getattr(sys.modules.get(name), "__dict__", {}).values())
        return self._used_through(values, self.named.get(name, ()), name)

    def used_at_load(self, name: str) -> list[str]:
        """The user's modules in use by the load of a module: parts that the module got later do not
        count.
        """
        own = getattr(sys.modules.get(name), "__dict__", {})
        late = {attribute.name for attribute in self.late.of(name)}
        values = [value for key, value in list(own.items()) if key not in late]
        named = self.named.get(name, frozenset())
        return self._used_through(values, named - self.late.are_later(named, name), name)

    def _used_through(self, values: Iterable[object], named: Iterable[str], name: str) -> list[str]:
        used = {*map(home_of, values), *named}
        while name:
            name = name.rpartition(".")[0]
            used.add(name)
        return [other for other in used if other in self.sources]

    def reading(self, path: str, files: Collection[str]) -> None:
        """Modules of these files are being loaded, and read a file."""
        for file in files:
            self.read_by.setdefault(file, {}).setdefault(path, signature_of(path))
