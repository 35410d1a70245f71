"""The state after a run of a cell: changed names and objects, with digests of their values."""

from __future__ import annotations

import re
import types
from typing import TYPE_CHECKING

from ..objects.attributes import home
from ..objects.libraries import LIBRARIES
from ..objects.locations import ATOMIC, GLOBALS, is_of_object
from ..objects.snapshots import content_of
from .aliases import Aliases
from .exact_digest import exact_digest

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping
    from typing import Any

    from ..objects.locations import Token
    from ..reach.deep_reads import Reach
    from ..record.recorder import Recorder
    from ..record.statement import Statement
    from .exact_digest import PlainOf

MANAGED = re.compile(r"(?:_+|_\d+|_i+\d*|_[doi]h|In|Out)$")
"""Names bound by the shell."""
PASSING = frozenset(("Out", "modules", "__future__"))
"""World objects with the same state after any run of the same cell."""
ABSENT = object()
"""Stands in place of a missing value."""


class Left:
    """The state after a run of a cell.

    `bound`: the names bound by the run. `digests`: of the values of these, and of names with
    changed objects; each may be None. `tokens`: of the values of these names, unless plain.
    `inputs`: see `LeftByRuns.read`. `written`: all other changed tokens; `other`: those in another
    state than after the run before. Of `written`, `objects` are the notebook's, `libraries` are of
    libraries or settings, and `own` are new objects of the run. `beyond`: objects of others without
    a digest. `loads`: the loads of the user's modules in its use. `aliases`: see `Aliases.shared`.
    `holds`: see `Sameness` in slicer/reactive/versions.ts.
    """

    __slots__ = (
        "aliases",
        "beyond",
        "bound",
        "digests",
        "holds",
        "inputs",
        "libraries",
        "loads",
        "objects",
        "other",
        "own",
        "tokens",
        "written",
    )

    def has_summary(self) -> bool:
        return any(token.startswith("summary.") for token in self.other)

    def changes_others(self) -> set[Token]:
        """The changed tokens besides names and the run's own objects."""
        return self.other - PASSING - self.own

    def equal_names(self, before: Left, is_changeable: Callable[[Any], bool]) -> set[str]:
        """Names whose values are as after the run before."""
        equal = {
            name
            for name, digest in self.digests.items()
            if digest is not None and digest == before.digests.get(name)
        }
        if self.aliases is None or self.aliases != before.aliases:
            # others' uses of its inputs, or of its results, now concern another object
            equal = {name for name in equal if not is_changeable(name)}
        return equal


class LeftByRuns:
    """Looks at the state after a run. `plain` gives the code of a function without probes. `first`:
    the number of the first object that the run may have made.
    """

    def __init__(self, recorder: Recorder, reach: Reach, plain: PlainOf) -> None:
        self.namespace = recorder.namespace
        self.tokens = recorder.tokens
        self.written = recorder.written
        self.imports = recorder.imports
        self.plain = plain
        self.aliases = Aliases(self.namespace, reach, self.is_plain)
        self.first = 0

    def look(self, statements: Collection[Statement], world: Mapping[str, list[str]]) -> Left:
        """The state after a run, as it is now."""
        left, peek, restorable = Left(), self.tokens.peek, world["restorable"]
        left.loads = self.imports.loads_read(statements)
        left.bound = self.known(
            field for s in statements for token, field in s.writes if token == GLOBALS
        )
        read = self.known(
            {field for s in statements for token, field in s.reads if token == GLOBALS}
        )
        left.inputs = self.read(statements)
        left.written = {token for s in statements for token, field in s.writes} - {GLOBALS}
        left.other = left.written - world["same"]
        left.libraries = left.other.intersection(restorable)
        # the cell may reach these through a module, even without inputs
        left.libraries |= self.of_libraries(
            left.other - left.libraries, [peek(self.namespace[name]) for name in left.bound]
        )
        left.objects = {token for token in left.other - left.libraries if is_of_object(token)}
        changed = {name for name in read - left.bound if peek(self.namespace[name]) in left.objects}
        left.digests = {name: self.digest(self.namespace[name]) for name in left.bound | changed}
        # a changed object is the run's own only without inputs, and without an earlier token: a
        # module may hold it
        left.own = (
            {token for token in left.objects if int(token[1:]) >= self.first}
            - self.imports.made.keys()
            if left.inputs == {}
            else set()
        )
        left.aliases, parts = self.aliases.shared(left.bound, read)
        # (results may be parts of the inputs, where the next run finds these parts in their present
        # state)
        named = {peek(self.namespace[name]) for name in left.digests.keys() - parts}
        left.beyond = {token for token in left.other if is_of_object(token)}.difference(
            left.own, named, restorable
        )
        # a library's object may have been an input under a name
        plain = not left.objects and not left.has_summary() and left.libraries.issubset(restorable)
        # a run of the cell above binds a deleted name again, with any value
        deletes = any(s.bindings.deleted for s in statements)
        left.holds = deletes or not (
            plain and all(self.is_plain(self.namespace[name]) for name in left.bound)
        )
        return left

    def of_libraries(self, tokens: Collection[Token], bound: Mapping[str, Any]) -> set[Token]:
        """Of these tokens, those of living objects of library classes without a name: a library may
        hold the object.
        """
        tokens = {token for token in tokens if is_of_object(token)}.difference(bound)
        found = set()
        for entry in (
            [entry for entry in list(self.tokens.by_id.values()) if entry.token in tokens]
            if tokens
            else ()
        ):
            obj = entry.object()
            kind = obj if issubclass(type(obj), type) else type(obj)
            if (
                obj is not None
                and home(kind) not in ("builtins", "__main__")
                and kind not in LIBRARIES.data
            ):
                found.add(entry.token)
        return found

    def known(self, names: Iterable[str]) -> set[str]:
        """The names with values, without names of the shell."""
        return {name for name in names if not MANAGED.match(name) and name in self.namespace}

    def read(self, statements: Collection[Statement]) -> dict[Token, str] | None:
        """The tokens of the objects behind the names in the run's reads; None if one of these has
        no token.
        """
        names = {field for s in statements for token, field in s.reads if token == GLOBALS}
        found = {}
        for name in names:
            value = self.namespace.get(name)
            if not self.is_plain(value) and not MANAGED.match(name):
                found[name] = self.tokens.peek(value)
                if found[name] is None:
                    return None
        return found

    def is_plain(self, value: Any) -> bool:
        """Whether nobody can tell two such values apart when they are equal."""
        kind = type(value)
        if kind is types.FunctionType:
            # (`def add(x, to=[])` keeps a list)
            held = (
                *(value.__defaults__ or ()),
                *(value.__kwdefaults__ or {}).values(),
                *map(content_of, value.__closure__ or ()),
            )
            written = any(
                self.tokens.peek(part) in self.written
                for part in (value, *(value.__closure__ or ()))
            )
            return not written and not vars(value) and all(map(self.is_plain, held))
        return kind in ATOMIC or kind in (types.BuiltinFunctionType, types.ModuleType)

    def digest(self, value: object) -> str | None:
        return None if value is ABSENT else exact_digest(value, self.plain)
