"""Copies of the values of slow cells, so that changes in place can be undone without a run.

A copy is taken right after a run, if the request asks for one (other cells change the values), the
run took at least SECONDS, and the copy takes at most SHARE of this time. The copy must be
indistinguishable from the original: frames, series, arrays, and lists, dictionaries and tuples of
these and of plain values. The run must have made all values itself, and only its names may lead to
them. The cell must have no other effect to undo: otherwise it runs again.
"""

from __future__ import annotations

import gc
import sys
import time
import types
from typing import TYPE_CHECKING

from ..kinds.blocks import buffers
from ..kinds.kind import Uncopied
from ..kinds.registry import KINDS
from ..objects.libraries import LIBRARIES
from ..objects.locations import ATOMIC, GLOBALS

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from typing import Any

    from ..objects.libraries import Array
    from ..objects.locations import Namespace, Token
    from ..objects.tokens import Tokens
    from ..record.statement import Statement
    from ..world.names import Names

SECONDS = 0.3
SHARE = 0.25
BYTES = 512_000_000
"""Of all copies together; the oldest are let go."""
ITEMS = 500_000
"""Items of containers in one copy."""

_PLAIN = (types.FunctionType, types.BuiltinFunctionType, types.ModuleType)
_ARRAYS = 64
_LEVELS = 3
_PASSING = frozenset(("Out", "modules"))
"""World objects in their state after the run, whatever other cells have done since."""


class Copier:
    """Copies values with their common parts. `made`: the copies by the identity of their originals."""

    def __init__(self) -> None:
        self.made = {}
        self.originals = []
        self.arrays = []
        self.bytes = 0
        self.items = 0

    def copy(self, value: Any) -> Any:
        kind = type(value)
        if kind in ATOMIC or kind in _PLAIN or LIBRARIES.is_scalar(kind):
            return value
        if id(value) in self.made:
            return self.made[id(value)]
        self.items += 1
        if self.items > ITEMS:
            raise Uncopied("size")
        return KINDS.of(kind).copy(value, self)

    def note(self, value: object, made: Any) -> Any:
        self.made[id(value)] = made
        self.originals.append(value)
        return made

    def add(self, size: int, arrays: list[Array]) -> None:
        self.bytes += size
        # copies of two values with common memory would not share the memory
        own = len(self.arrays)
        self.arrays += arrays
        if self.bytes > BYTES or len(self.arrays) > _ARRAYS or shared(self.arrays[:own], arrays):
            raise Uncopied("memory")


def given_names(statements: Iterable[Statement]) -> set[str]:
    """The global names that a run read before it bound them."""
    bound, found = set(), set()
    for statement in statements:
        found |= {field for token, field in statement.reads if token == GLOBALS} - bound
        bound |= {field for token, field in statement.writes if token == GLOBALS}
    return found


def shared(some: Collection[Array], others: Collection[Array]) -> bool:
    numpy = sys.modules.get("numpy")
    return numpy is not None and any(numpy.may_share_memory(a, b) for a in some for b in others)


class Kept:
    """The copies of one run. `tokens`: the token of each original, with its copy."""

    def __init__(self, values: dict[str, Any], tokens: list[tuple[Token, Any]], size: int) -> None:
        self.values = values
        self.tokens = tokens
        self.bytes = size


class KeptCopies:
    """The present copies, by cell."""

    def __init__(self, namespace: Namespace, tokens: Tokens, names: Names) -> None:
        self.namespace = namespace
        self.tokens = tokens
        self.names = names
        self.kept = {}

    def forget(self, cell: str | None) -> None:
        self.kept.pop(cell, None)

    def take(self, cell: str | None, statements: Collection[Statement], seconds: float) -> bool:
        """Copy the values of a run, if the copy pays off. Returns whether there is a copy."""
        if seconds < SECONDS or any(
            s.failed or s.escapes or s.bindings.deleted for s in statements
        ):
            return False
        started = time.perf_counter()
        LIBRARIES.fresh()
        copier = Copier()
        try:
            bound = {field for s in statements for token, field in s.writes if token == GLOBALS}
            values = {name: copier.copy(self.namespace[name]) for name in bound}
            if not copier.made or not self.is_own(copier, statements, bound):
                return False
        except (Uncopied, KeyError, RecursionError):
            return False
        if time.perf_counter() - started > SHARE * seconds:
            return False
        tokens = [
            (token, copier.made[id(original)])
            for original in copier.originals
            if (token := self.tokens.peek(original)) is not None
        ]
        self.kept[cell] = Kept(values, tokens, copier.bytes)
        while sum(kept.bytes for kept in self.kept.values()) > BYTES:
            del self.kept[next(iter(self.kept))]
        return cell in self.kept

    def is_own(self, copier: Copier, statements: Collection[Statement], bound: set[str]) -> bool:
        """Whether the run only made these values, and only its names lead to changeable parts of
        them.
        """
        made = {self.tokens.peek(original) for original in copier.originals}
        for statement in statements:
            written = {token for token, _ in statement.writes} - {GLOBALS}
            if not written <= made | _PASSING or not statement.bindings.values <= made:
                return False
        names = given_names(statements)
        given = [
            value
            for value in map(self.namespace.get, names)
            if type(value) not in ATOMIC and type(value) not in _PLAIN
        ]
        for value in given:
            if (
                type(value) not in (LIBRARIES.ndarray, LIBRARIES.frame, LIBRARIES.series)
                or id(value) in copier.made
            ):
                return False
        # former values of such a name are unknown by now
        if names & bound or shared(
            copier.arrays, [part for value in given for part in buffers(value)]
        ):
            return False
        changeable = [original for original in copier.originals if type(original) is not tuple]
        return not self.held_elsewhere(changeable, copier)

    def held_elsewhere(self, objects: Collection[Any], copier: Copier) -> bool:
        """Whether anything but the namespace, these objects and the agent refers to them."""
        known = {
            id(x)
            for x in (
                self.namespace,
                self.names.values,
                self.namespace.get("Out"),
                copier.originals,
                objects,
            )
        }
        known |= {id(original) for original in copier.originals} | running_frames()
        for _ in range(_LEVELS):
            known.add(id(objects))
            holders = [
                h
                for h in gc.get_referrers(*objects)
                if id(h) not in known and not type(h).__module__.startswith("_sluice")
            ]
            if not holders:
                return False
            if not all(type(holder) in (list, dict, tuple, set) for holder in holders):
                return True
            # a container of the agent's
            known |= {id(holder) for holder in holders}
            objects = holders
        return True

    def restore(self, cell: str | None) -> list[Any] | None:
        """Bind the names of a cell to copies of its values. Returns `[tokens then and now, names of
        plain values, names]`, or None without a copy.
        """
        kept = self.kept.get(cell)
        if kept is None:
            return None
        copier = Copier()
        try:
            values = {name: copier.copy(value) for name, value in kept.values.items()}
        except Uncopied:
            return None
        for name, value in values.items():
            self.namespace[name] = self.names.values[name] = value
        tokens = {token: self.tokens.of(copier.made[id(value)]) for token, value in kept.tokens}
        kept.tokens = [(tokens[token], value) for token, value in kept.tokens]
        plain = [name for name, value in values.items() if id(kept.values[name]) not in copier.made]
        return [tokens, plain, list(values)]


def running_frames() -> set[int]:
    """The identities of the frames on this thread's stack."""
    found, frame = set(), sys._getframe()
    while frame is not None:
        found.add(id(frame))
        frame = frame.f_back
    return found
