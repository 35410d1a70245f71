"""What a run of a cell has left: the names and objects that it changed, with digests of their values."""

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
"""Names that the shell binds."""
PASSING = frozenset(("Out", "modules", "__future__"))
"""World objects that a run leaves as they would be after any run of the same cell."""
ABSENT = object()
"""In place of the value of a name that has none."""


class Left:
    """What a run of a cell has left.

    `bound`: the names that it bound. `digests`: of the values of those, and of names whose objects
    it changed, or None. `tokens`: of the values of those that can be told apart. `inputs`: see
    `LeftByRuns.read`. `written`: all else that it has changed, of which `other` is as no run before
    left it. Of these `objects` are the notebook's, `libraries` of libraries or settings, `own`
    objects that nobody had before. `beyond`: objects of others that no digest tells anything of.
    `loads`: which loads of the user's modules it has used. `aliases`: see `Aliases.shared`.
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
        """What it has changed besides names, and objects that are its own."""
        return self.other - PASSING - self.own

    def equal_names(self, before: Left, is_changeable: Callable[[Any], bool]) -> set[str]:
        """Names whose values are as after the run before."""
        equal = {
            name
            for name, digest in self.digests.items()
            if digest is not None and digest == before.digests.get(name)
        }
        if self.aliases is None or self.aliases != before.aliases:
            # what others do to what it was given, or made, is another thing now
            equal = {name for name in equal if not is_changeable(name)}
        return equal


class LeftByRuns:
    """Looks at what a run has left. `plain` gives the code of a function without probes. `first`: the
    number of the first object that the run may have made.
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
        """What a run has left, as it is now."""
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
        # by way of a module the cell comes to them though it was given none
        left.libraries |= self.of_libraries(
            left.other - left.libraries, [peek(self.namespace[name]) for name in left.bound]
        )
        left.objects = {token for token in left.other - left.libraries if is_of_object(token)}
        changed = {name for name in read - left.bound if peek(self.namespace[name]) in left.objects}
        left.digests = {name: self.digest(self.namespace[name]) for name in left.bound | changed}
        # an object that it changed is its own only if it was given none, and nobody had seen it
        # before: a module may hold it
        left.own = (
            {token for token in left.objects if int(token[1:]) >= self.first}
            - self.imports.made.keys()
            if left.inputs == {}
            else set()
        )
        left.aliases, parts = self.aliases.shared(left.bound, read)
        # (what it bound may be a part of what it read, where its next run finds it as this one
        # leaves it)
        named = {peek(self.namespace[name]) for name in left.digests.keys() - parts}
        left.beyond = {token for token in left.other if is_of_object(token)}.difference(
            left.own, named, restorable
        )
        # what a library holds may be what the cell was given under a name
        plain = not left.objects and not left.has_summary() and left.libraries.issubset(restorable)
        # a name that it has deleted is bound again when the cell above runs, to whatever value
        deletes = any(s.bindings.deleted for s in statements)
        left.holds = deletes or not (
            plain and all(self.is_plain(self.namespace[name]) for name in left.bound)
        )
        return left

    def of_libraries(self, tokens: Collection[Token], bound: Mapping[str, Any]) -> set[Token]:
        """Those of these objects that are alive, of a class of a library, and not bound to a name:
        it may be the library that holds them.
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
        """Of names, those that have values and are the notebook's own."""
        return {name for name in names if not MANAGED.match(name) and name in self.namespace}

    def read(self, statements: Collection[Statement]) -> dict[Token, str] | None:
        """The objects that the names it read stand for, by token; None when one of them is not
        followed.
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
