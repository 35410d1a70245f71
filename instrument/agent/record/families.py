"""Objects of compiled libraries that may show the memory of one another, as an atom shows the
memory of its molecule: they are one location, a family.

A new object in a statement joins the families of its package that the statement has used before. An
object made from no object of the package begins a family. Two families that one call gets become
one.

Imprecise: a result of several compiled objects together (a similarity of two sets, a loop that
makes many objects) counts as a part of each. Unsound: two Python objects stand for the same
compiled object, although their class promises separate state (`atom.GetOwningMol()` of rdkit); a
new compiled object is missed if no name of the statement leads to the object in three steps, or
more than 200 others stand there.
"""

from __future__ import annotations

import itertools
import weakref
from typing import TYPE_CHECKING, Any

from ..objects.attributes import own_dict
from ..objects.kept_in_c import KEPT_IN_C, STATE
from ..objects.locations import ATOMIC, GLOBALS, WHOLE
from ..observer import Observer
from ..world.streams import Draws

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..objects.tokens import Entry
    from .recorder import Recorder
    from .statement import Statement

_DEEP = 3
_FEW = 100
"""The elements at either end of a container, and the entries of an attribute dictionary, that are
looked at.
"""
_MOST = 1_000
"""The objects that are looked at, at the end of one statement."""


class Family:
    """The objects that share a token: their entries, the package, and the paths that one of them
    got when it was made.
    """

    __slots__ = ("entries", "package", "paths")

    def __init__(self, package: str) -> None:
        self.package = package
        self.entries: weakref.WeakSet[Entry] = weakref.WeakSet()
        self.paths: set[str] = set()


class HandedPaths(set[str]):
    """The paths that a statement has handed to unknown code."""


class Families(Observer):
    """All families, by their token."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.by_token: dict[str, Family] = {}

    def token_for(self, obj: Any) -> str | None:
        """The token of an object without a token; None: the object belongs to no family."""
        kind = type(obj)
        package = KEPT_IN_C.group(kind)
        if package is None:
            return None
        if KEPT_IN_C.is_setting(kind):
            return package + STATE
        owner = KEPT_IN_C.owner(obj)
        if owner is not None:
            return self.recorder.tokens.of(owner)
        used = [] if KEPT_IN_C.is_alone(kind) else self._used(package)
        if used:
            return self._joined(used)
        token = self.recorder.tokens.fresh()
        self.by_token[token] = Family(package)
        return token

    def named(self, token: str, entry: Entry) -> None:
        """An object has got this token."""
        family = self.by_token.get(token)
        if family is not None:
            family.entries.add(entry)

    def _used(self, package: str) -> list[str]:
        """The families of a package that the current statement has used."""
        statement = self.recorder.current
        if statement is None:
            return []
        used = dict.fromkeys(
            token for token, _ in (*statement.reads, *statement.writes) if token in self.by_token
        )
        return [token for token in used if self.by_token[token].package == package]

    def together(self, objects: Iterable[Any]) -> None:
        """Code of their library gets these objects, and may store one in another."""
        by_package: dict[str, list[str]] = {}
        for obj in objects:
            package = KEPT_IN_C.group(type(obj))
            if package is not None and not KEPT_IN_C.is_alone(type(obj)):
                by_package.setdefault(package, []).append(self.recorder.tokens.of(obj))
        for tokens in by_package.values():
            self._joined(list(dict.fromkeys(token for token in tokens if token in self.by_token)))

    def _joined(self, tokens: list[str]) -> str | None:
        """The common token of these families, which are one from now on."""
        if not tokens:
            return None
        first, *others = tokens
        for token in others:
            family = self.by_token.pop(token)
            self.recorder.read(token, WHOLE)
            self.recorder.mutate(first, WHOLE, "assumed")
            for entry in list(family.entries):
                entry.token = first
                self.by_token[first].entries.add(entry)
            self.by_token[first].paths |= family.paths
        return first

    def report(self, statement: Statement, state: None) -> None:
        """Objects to which the names of the statement lead in a few steps join the families that
        the statement has used.
        """
        draws = statement.states.get(Draws)
        if not KEPT_IN_C.packages:
            return
        # (an operator runs code of a library too)
        ran = draws is not None and draws.library
        if not ran and not (
            self.by_token and any(token in self.by_token for token, _ in statement.reads)
        ):
            return
        paths = statement.states.get(HandedPaths, ())
        namespace = self.recorder.namespace
        names = {
            *statement.plan.names,
            *(field for token, field in statement.writes if token == GLOBALS),
        }
        pending = [(namespace[name], _DEEP) for name in names if name in namespace]
        seen = set()
        known = self.by_token.keys() & {token for token, _ in statement.writes} if paths else set()
        for obj, depth in pending:
            kind = type(obj)
            if kind in ATOMIC or id(obj) in seen or len(seen) > _MOST:
                continue
            seen.add(id(obj))
            if KEPT_IN_C.group(kind) is not None and self.recorder.tokens.peek(obj) is None:
                family = self.by_token.get(self.recorder.tokens.of(obj))
                if family is not None:
                    family.paths.update(paths)
            if depth:
                pending += [(part, depth - 1) for part in _parts(obj)]
        for token in known & self.by_token.keys():
            self.by_token[token].paths.update(paths)

    def paths_of(self, objects: Iterable[Any]) -> set[str]:
        """The paths that these objects, or others of their families, got when they were made or
        used.
        """
        families = [
            self.by_token.get(self.recorder.tokens.peek(obj) or "")
            for obj in objects
            if KEPT_IN_C.group(type(obj)) is not None
        ]
        return set().union(*(family.paths for family in families if family is not None))


def _parts(obj: Any) -> Any:
    kind = type(obj)
    if kind is dict:
        return list(itertools.islice(obj.values(), _FEW)) + list(
            itertools.islice(reversed(obj.values()), _FEW)
        )
    if kind is list or kind is tuple:
        return [*obj[:_FEW], *obj[-_FEW:]]
    if kind is set or kind is frozenset:
        return list(itertools.islice(obj, _FEW))
    if issubclass(kind, (type, type(itertools))):
        return ()
    own = own_dict(obj)
    return list(itertools.islice(own.values(), _FEW)) if own is not None else ()
