"""The loaded modules of the user's: their files, which of them use which, and which each cell has
used.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from .local_modules import home_of
from .watched_files import signature_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from .module_source import Source
    from .watched_files import WatchedFiles


class UsedModules:
    """`sources`: of the user's modules, out of which file each was loaded; `read_by`: by file, what
    its module has read while it was loaded; `reloaded`: those that were loaded again in place, and
    so may have something left of before; `named`: by module, what its body imports; `by_cell`: the
    modules that the last run of a cell has imported, and those that they use. `cell`: the cell of
    the run in progress.
    """

    def __init__(self, watched_files: WatchedFiles) -> None:
        self.watched_files = watched_files
        self.sources: dict[str, Source] = {}
        self.read_by: dict[str, dict[str, str | None]] = {}
        self.named: dict[str, frozenset[str]] = {}
        self.reloaded: set[str] = set()
        self.cell: str | None = None
        self.by_cell: dict[str | None, set[str]] = {}

    def begin_run(self, cell: str | None) -> None:
        """A run of a cell begins."""
        self.cell = cell
        self.by_cell[cell] = set()

    def watch(self, names: Iterable[str]) -> None:
        """A statement uses these modules: the files that they were loaded from count, with those of
        all modules of the user's that they use, and what these have read while they were loaded.
        """
        found, pending = set(), [name for name in names if name in self.sources]
        while pending:
            name = pending.pop()
            if name not in found:
                found.add(name)
                self.by_cell.setdefault(self.cell, set()).add(name)
                self.sources[name].watch(self.watched_files)
                pending += self._used_by(name)

    def with_users(self, names: Iterable[str]) -> set[str]:
        """The loaded modules of the user's with these names, and all modules that use anything of
        them.
        """
        known = {name for name in self.sources if name in sys.modules}
        found, pending = set(names), set(names)
        while pending:
            below = tuple(other + "." for other in pending)
            pending = {
                name
                for name in known - found
                if name.startswith(below) or not pending.isdisjoint(self._used_by(name))
            }
            found |= pending
        return found

    def _used_by(self, name: str) -> list[str]:
        """The modules of the user's that a module of this name has something of, and the packages
        that it is in.
        """
        values = list(getattr(sys.modules.get(name), "__dict__", {}).values())
        used = {*map(home_of, values), *self.named.get(name, ())}
        while name:
            name = name.rpartition(".")[0]
            used.add(name)
        return [other for other in used if other in self.sources]

    def reading(self, path: str, files: Collection[str]) -> None:
        """Modules of these files are being loaded, and read a file."""
        for file in files:
            self.read_by.setdefault(file, {}).setdefault(path, signature_of(path))
