"""The user's modules set aside for a run, as if they had never been loaded: the next import loads
them, as in a run from the top.
"""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING

from .autoreload import reloaded
from .local_modules import is_of_user
from .module_source import remove_bytecode
from .paths import isdir

if TYPE_CHECKING:
    import types
    from collections.abc import Collection, Iterable, Sequence

    from ..record.recorder import Recorder
    from .imports import Imports
    from .late_attributes import LateAttribute
    from .module_source import Source


class ModulesAside:
    """Sets modules aside. `modules`: by name, modules set aside for the run in progress, with their
    sources. `late`: attributes with parts of these that other modules got after their load.
    `first`: the number of loads at the beginning of the run. `unmet`: unchanged modules in use by
    no cell above, which their import in the run puts back; `met`: those put back by the statement
    in progress. `above`: the cells above, whose world
    the run is to find; None: the present world. `restores`: the run restores objects changed by
    other cells.
    """

    def __init__(self, recorder: Recorder, imports: Imports) -> None:
        self.recorder = recorder
        self.imports = imports
        self.used = imports.used
        self.modules: dict[str, tuple[types.ModuleType, Source | None]] = {}
        self.late: list[LateAttribute] = []
        self.first = 0
        self.unmet: dict[str, types.ModuleType] = {}
        self.met: set[str] = set()
        self.above: Sequence[str] | None = None
        self.restores = False

    def begin(self, above: Sequence[str] | None, restores: bool) -> None:
        """A run begins."""
        self.above, self.restores = above, restores

    def place(self) -> bool:
        """Set modules aside, so that the run finds the world as the cells `above` leave it. This
        concerns the user's modules that no cell above imports, if their files have changed or the
        search finds other files, and all modules with parts of these. An import in the run then
        loads these modules, as in a run from the top. A module imported by a cell above stays. A
        run without such an import changes nothing (`put_back`). Returns whether any module was set
        aside.
        """
        self.put_back()
        self.first = len(self.imports.wanted)
        for folder, finder in list(sys.path_importer_cache.items()):
            if finder is None and isdir(folder):
                # (Python does not look again for a folder once missing)
                del sys.path_importer_cache[folder]
        kept = self._kept()
        changed = {
            name
            for name, source in self.used.sources.items()
            if name in sys.modules
            and name not in kept
            and (name in self.used.reloaded or source.is_other_now(name))
        }
        unseen = self.imports.unseen()
        if changed or unseen:
            importlib.invalidate_caches()
            for name in changed:
                # (of two versions written in the same second, the bytecode may be of the first)
                remove_bytecode(self.used.sources[name].file)
            self._set_aside(changed.union(unseen))
        self._take_unmet(kept)
        return bool(changed)

    def _take_unmet(self, kept: set[str]) -> None:
        """Take modules in use by no cell above out of `sys.modules` and their packages, for code
        that looks around there. A library may hold such a module under its name in `sys.modules`.
        """
        unmet = {name for name in self.used.sources if name in sys.modules and name not in kept}
        self.late += self._take_late(unmet)
        self.unmet = _taken_out(unmet)

    def meet(self, name: str) -> None:
        """An import looks for a module: put it back, with the modules that its load has used."""
        if name not in self.unmet:
            return
        found, pending = set(), [name]
        while pending:
            each = pending.pop()
            if each in self.unmet and each not in found:
                found.add(each)
                pending += self.used.used_at_load(each)
        _put_in({each: self.unmet.pop(each) for each in found})
        self.met |= found
        self.imports.read(name)

    def load_again(self, names: Collection[str]) -> None:
        """Before a statement imports these modules, forget those that a run from the top would load
        again. Modules loaded by a cell above or by this run stay. Others go if their code has
        further effects (`acting`), has read locations written by cells (`needed`), or would now be
        found elsewhere; in a run that `restores`, also if cells below have changed their objects.
        """
        if self.above is None:
            return
        for name in names:
            parts = name.split(".")
            for end in range(1, len(parts) + 1):
                self.meet(".".join(parts[:end]))
        self._forget_older(names, self.above)
        for name in names:
            if name in self.imports.local and name in sys.modules:
                number = self.imports.loads[name]
                if self.imports.loaders[number] not in self.above:
                    # (this import stands for the load from here on)
                    self.imports.loaders[number] = self.used.cell

    def _forget_older(self, names: Collection[str], above: Sequence[str]) -> None:
        changed = {
            name
            for name, cells in self.imports.changed.items()
            if self.restores and name in sys.modules and not cells.issubset(above)
        }
        # (`sys.path` may be another one by now than when the run began)
        others = {
            name
            for name in self.used.sources
            if name in names and name in sys.modules and self._may_be_another(name, above)
        }
        if others:
            self._forget(others)
        acting = self._acting(above)
        if not acting and not changed:
            return
        local = [name for name in names if name in self.imports.local or is_of_user(name)]
        loaded = [name for name in local if name in sys.modules]
        # (a module not loaded yet may need any of these)
        numbers = {
            self.imports.loads[name] for name in (loaded if len(loaded) == len(local) else acting)
        }
        forgotten = {
            name
            for name in acting
            if self.imports.loads[name] in numbers or self._comes_with(name, loaded)
        }
        numbers = numbers if len(loaded) == len(local) else {*self.imports.local.values()}
        old = {
            name
            for name in changed
            if self.imports.loads[name] < self.first
            and self.imports.loaders[self.imports.loads[name]] not in above
        }
        forgotten |= {
            name
            for name in old
            if self.imports.loads[name] in numbers or self._comes_with(name, loaded)
        }
        if forgotten:
            self._forget(forgotten)

    def _acting(self, above: Sequence[str]) -> set[str]:
        """Loaded modules of earlier runs with effects beyond bound names, or with reads of
        locations written by cells, without parts in the cells `above`.
        """
        imports, written = self.imports, self.recorder.written
        again = {number for number, cell in imports.acting.items() if cell not in above}
        needing = {
            number
            for number, needs in imports.needed.items()
            if any(token in written for token, _ in needs)
        }
        return {
            name
            for name in imports.local
            if name in sys.modules
            and (number := imports.loads[name]) < self.first
            and (number in again or (number in needing and not self._is_of(name, above)))
        }

    def _is_of(self, name: str, above: Sequence[str]) -> bool:
        """Whether any of these cells has a module."""
        return any(name in self.used.by_cell.get(cell, ()) for cell in above)

    def _may_be_another(self, name: str, above: Sequence[str]) -> bool:
        """Whether a run from the top would load another module than an earlier run has. The cells
        `above` must not have parts of the module.
        """
        if self.imports.loads[name] >= self.first or self._is_of(name, above):
            return False
        return self.used.sources[name].is_other_now(name)

    def _comes_with(self, name: str, loaded: Collection[str]) -> bool:
        """Whether a module loaded by this cell must be loaded together with one of these, which has
        parts of it. A later statement that imports the module would load both.
        """
        return self.imports.loaders[
            self.imports.loads[name]
        ] == self.used.cell and not self.used.with_users({name}).isdisjoint(loaded)

    def put_back(self, written: Collection[str] = ()) -> None:
        """End a run that has written files of these paths. If the run has loaded none of the
        modules set aside, put all back for the cells below. The next import must load modules with
        written files.
        """
        _put_in(self.unmet)
        self.unmet, self.met = {}, set()
        sources = {name: source for name, (_, source) in self.modules.items() if source is not None}
        if any(not source.signatures.keys().isdisjoint(written) for source in sources.values()):
            self.forget_with(self.modules)
        for name, (_, source) in self.modules.items():
            if source is not None:
                self.used.sources.setdefault(name, source)
        _put_in({name: module for name, (module, _) in self.modules.items()})
        for late in self.late:
            late.put_back()
        self.modules, self.late = {}, []

    def _kept(self) -> set[str]:
        """The modules in use by the cells above, and by the run until now."""
        cells = (*(self.above or ()), self.used.cell)
        return set().union(*(self.used.by_cell.get(cell, ()) for cell in cells))

    def _set_aside(self, changed: set[str]) -> None:
        """Take these user's modules, with all modules that use parts of them, out of `sys.modules`.
        A module in use that got such parts after its load stays without these.
        """
        _put_in(self.unmet)
        found = self.used.with_users(changed, self._kept())
        self.unmet = _taken_out(self.unmet.keys() - found)
        self.late += self._take_late(found)
        for name, module in _taken_out(found).items():
            self.modules[name] = (module, self.used.sources.pop(name, None))

    def _take_late(self, found: set[str]) -> list[LateAttribute]:
        """Take the parts of these modules away that other modules got after their loads."""
        late = self.used.late.from_modules(found, set(self.used.sources) - found)
        for attribute in late:
            attribute.take_away()
        return late

    def forget_with(self, names: Iterable[str]) -> None:
        """Forget all modules set aside if one of these is loaded, because others may have parts of
        it.
        """
        if self.modules.keys().isdisjoint(names):
            return
        aside, self.modules, self.late = self.modules, {}, []
        # (libraries reach the objects of the newly loaded modules)
        gone = {token for token, (name, _, _) in self.imports.made.items() if name in aside}
        self.recorder.library.patched.difference_update(gone)
        self.recorder.kept_objects.forget(gone)
        times = reloaded()
        for name in aside:
            # (else `%autoreload` would load the module once more)
            times.pop(name, None)

    def _forget(self, changed: set[str]) -> None:
        self._set_aside(changed)
        self.forget_with(self.modules)


def _taken_out(names: Collection[str]) -> dict[str, types.ModuleType]:
    """Take modules out of `sys.modules` and their packages, parts before packages."""
    taken = {}
    for name in sorted(names, reverse=True):
        holder, _, attribute = name.rpartition(".")
        module = taken[name] = sys.modules.pop(name)
        own = getattr(sys.modules.get(holder), "__dict__", {})
        if own.get(attribute) is module:
            del own[attribute]
    return taken


def _put_in(modules: dict[str, types.ModuleType]) -> None:
    """The reverse, packages before parts, for modules whose place no other module has."""
    for name in sorted(modules):
        holder, _, attribute = name.rpartition(".")
        if sys.modules.setdefault(name, modules[name]) is modules[name]:
            getattr(sys.modules.get(holder), "__dict__", {}).setdefault(attribute, modules[name])
