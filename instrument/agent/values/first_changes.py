"""Objects that a run is the first to change, after reads by other cells. Of the objects behind a
name, only some have a record of their reads (`NEW_TOKENS` in `reach/deep_reads`), and parts made by
C code on demand have none. So the names that lead to such an object tell its possible readers. For
objects made by a user's module, these names are the module's, and those of values from the module,
or from modules that use it.

Imprecise: a reader of a name that leads to the changed object counts as a reader of everything
behind the name.
"""

from __future__ import annotations

import types
from typing import TYPE_CHECKING

from ..objects.attributes import home
from ..objects.locations import GLOBALS, WHOLE, is_of_object, is_value
from ..reach.walks import Overflow
from ..world.local_modules import named_module
from .kept_copies import given_names
from .left import MANAGED

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from typing import Any

    from ..objects.locations import Token
    from ..objects.tokens import Entry
    from ..reach.deep_reads import Reach
    from ..record.recorder import Recorder
    from ..record.statement import Statement


def _is_of_library(entry: Entry) -> bool:
    """Whether the object is a module, or a class of a module."""
    obj: Any = entry.object()
    return issubclass(type(obj), types.ModuleType) or (
        issubclass(type(obj), type) and home(obj) != "__main__"
    )


class FirstChanges:
    """Finds first changes. `changed`: tokens of all objects changed by runs; `ran`: the cells that
    have run; `below`: those not above the cell of the run. `known`: names seen before, of which the
    shell binds the `managed`.
    """

    def __init__(self, recorder: Recorder, reach: Reach) -> None:
        self.recorder = recorder
        self.reach = reach
        self.changed = set()
        self.ran = set()
        self.known = set()
        self.managed = set()
        self.below = frozenset()

    def begin(self, cell: str | None, above: Sequence[str] | None) -> None:
        """A run begins, of a cell below the cells `above`; None: nobody knows which these are."""
        self.below = self.ran.difference(above or (), (cell,))
        self.ran.add(cell)

    def finish(self, statements: Collection[Statement]) -> list[list[Any]]:
        """[[token, field, False, names that lead to the object]] for the first changes of the run."""
        written = {
            token
            for s in statements
            for token, _ in s.writes
            if is_of_object(token) or token.startswith("summary.")
        }
        new = written - self.changed
        self.changed |= new
        if not new or not self.below:
            return []
        by_id, namespace = self.recorder.tokens.by_id, self.recorder.namespace
        of_modules = self._of_modules(new)
        # (of libraries' the recorder tells by itself)
        new -= self.recorder.library.patched
        objects = {
            key: entry.token
            for key, entry in by_id.copy().items()
            if entry.token in new and not _is_of_library(entry)
        }
        for group in self.recorder.summaries.groups:
            for name in new.intersection(group.names.values()):
                objects.update(dict.fromkeys(group.ids, name))
        bound = {field for s in statements for token, field in s.writes if token == GLOBALS}
        given = [namespace[name] for name in given_names(statements) - bound if name in namespace]
        if not objects or not self._reached(given, objects):
            objects = {}
        found = {}
        for name in sorted(self._own_names() - bound) if objects or of_modules else ():
            value = namespace[name]
            leads_to = set() if is_value(value) or not objects else self._reached([value], objects)
            origin = named_module(value) if of_modules else None
            for token in leads_to | {
                token for token, homes in of_modules.items() if origin in homes
            }:
                found.setdefault(token, []).append(name)
        return [[token, WHOLE, False, of] for token, of in sorted(found.items())]

    def _of_modules(self, tokens: Collection[Token]) -> dict[Token, Collection[str]]:
        """Of these tokens, those of user's modules and of objects made by them, with the names of
        modules that may use the object.
        """
        imports = self.recorder.imports
        if not imports.local:
            return {}
        owners = {token: imports.made[token][0] for token in tokens & imports.made.keys()}
        for entry in self.recorder.tokens.by_id.copy().values():
            if (
                entry.token in tokens
                and _is_of_library(entry)
                and named_module(entry.object()) in imports.local
            ):
                owners[entry.token] = named_module(entry.object())
        users = {name: imports.used.with_users({name}) for name in {*owners.values()}}
        return {token: users[name] for token, name in owners.items()}

    def _own_names(self) -> set[str]:
        """The names not bound by the shell. Each name is looked at once, because results of cells
        are many.
        """
        new = self.recorder.namespace.keys() - self.known
        self.known |= new
        self.managed.update(filter(MANAGED.match, new))
        return self.recorder.namespace.keys() - self.managed

    def _reached(self, values: Collection[Any], objects: Mapping[int, Token]) -> set[Token]:
        """The tokens of these objects within reach of the values."""
        try:
            found = self.reach.walk(values)
        except Overflow:
            return set(objects.values())
        keys = set(found)
        if self.recorder.lookups.cells_written:
            # a walk passes by the cells of closures, which only `cell_contents` changes
            keys.update(
                id(cell)
                for function in found.values()
                if type(function) is types.FunctionType
                for cell in function.__closure__ or ()
            )
        return {objects[key] for key in keys & objects.keys()}
