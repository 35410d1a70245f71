"""Nodes of syntax trees: their places, the nodes in them, and all nodes below them."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from ..objects.cpython import PLACES_METHODS

if TYPE_CHECKING:
    from typing import Any, TypeAlias, TypeVar

    Node: TypeAlias = Any
    """A node of a syntax tree, of a class that the reader of its attributes has asked for."""
    N = TypeVar("N", bound=ast.AST)
    """The class of a node that a function gives back."""

LOAD = ast.Load()
"""Shared, as those of CPython's own parser are."""


def placed(new: N, old: Node) -> N:
    """`new` with the position of `old`; what `ast.copy_location` does, in a tenth of its time."""
    new.lineno = old.lineno
    new.col_offset = old.col_offset
    new.end_lineno = old.end_lineno
    new.end_col_offset = old.end_col_offset
    return new


def placed_call(new: ast.Call, old: ast.Call) -> ast.Call:
    """`placed` for a call in place of another one: tracebacks tell the position of a method's name."""
    placed(new, old)
    method = old.func
    if old.keywords and not PLACES_METHODS:
        # which says so of calls without keywords only
        return new
    if (
        isinstance(method, ast.Attribute)
        and method.lineno != method.end_lineno
        and not unpacks(old)
    ):
        new.lineno = method.end_lineno
        new.col_offset = max(0, method.end_col_offset - len(method.attr))
    return new


def unpacks(call: ast.Call) -> bool:
    """Whether a call passes what is in a sequence or mapping."""
    return any(isinstance(a, ast.Starred) for a in call.args) or any(
        k.arg is None for k in call.keywords
    )


class _Fields(dict):
    """By a class of nodes, its fields that can hold nodes of interest: no contexts, operators,
    names or constants.
    """

    _WITHOUT = frozenset(
        {
            "ctx",
            "op",
            "ops",
            "id",
            "attr",
            "module",
            "level",
            "kind",
            "type_comment",
            "simple",
            "is_async",
            "conversion",
        }
    )

    def __missing__(self, kind: type[ast.AST]) -> tuple[str, ...]:
        found = (
            ()
            if kind is ast.Constant
            else tuple(field for field in kind._fields if field not in self._WITHOUT)
        )
        self[kind] = found
        return found


_FIELDS = _Fields()


def iter_fields(node: ast.AST) -> list[Any]:
    """Child nodes by declared fields only: after a traceback, shared `Load` singletons carry a
    `parent` attribute.
    """
    found = []
    kind = type(node)
    for field in _FIELDS[kind]:
        value = getattr(node, field, None)
        if type(value) is not list:
            if isinstance(value, ast.AST):
                found.append(value)
        elif kind in _MIXED:
            found += [item for item in value if isinstance(item, ast.AST)]
        else:
            found += value
    return found


_MIXED = frozenset(
    {ast.Dict, ast.Global, ast.Nonlocal, ast.arguments, ast.MatchMapping, ast.MatchClass}
)
"""Nodes whose lists may have something else than nodes in them."""


def descendants(node: ast.AST, but: tuple[type, ...] = ()) -> list[Any]:
    """A node and all nodes in it, outer ones first; nothing inside of inner nodes of the classes
    `but`.
    """
    found = [node]
    fields = _FIELDS
    for parent in found:
        kind = type(parent)
        for field in fields[kind]:
            value = getattr(parent, field, None)
            if type(value) is not list:
                if isinstance(value, ast.AST) and not isinstance(value, but):
                    found.append(value)
            elif but or kind in _MIXED:
                found += [
                    item
                    for item in value
                    if isinstance(item, ast.AST) and not isinstance(item, but)
                ]
            else:
                found += value
    return found
