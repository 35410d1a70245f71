"""Which names expressions, targets, patterns and simple statements bind."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from .nodes import descendants, iter_fields
from .scopes import COMPREHENSIONS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .nodes import Node

_SCOPES = frozenset({ast.Lambda, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef})
_TARGETS = frozenset({ast.Name, ast.Tuple, ast.List, ast.Starred})
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
_CAPTURES = frozenset({ast.MatchAs, ast.MatchStar, ast.MatchMapping})


def levels_of(target: ast.expr) -> int:
    """How deep a store goes into what is stored: 0 for `x`, 1 for `a, b` and `x[1:2]`, 2 for `i,
    (a, b)`.
    """
    if isinstance(target, (ast.Tuple, ast.List)):
        return 1 + max((levels_of(part) for part in target.elts), default=0)
    if isinstance(target, ast.Starred):
        return levels_of(target.value)
    return int(isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice))


def places_of(target: ast.expr) -> list[ast.expr]:
    """The items and attributes that a target stores into."""
    if isinstance(target, (ast.Tuple, ast.List)):
        return [place for part in target.elts for place in places_of(part)]
    if isinstance(target, ast.Starred):
        return places_of(target.value)
    return [target] if isinstance(target, (ast.Subscript, ast.Attribute)) else []


def bound_names(node: Node, names: set[str], surely: bool = False, walrus: bool = True) -> None:
    """Names that an expression, target, pattern or simple statement binds in its own scope (also
    through a walrus). `surely`: at each complete run, so not in an operand that Python may skip.
    `walrus`: whether the code may have one.
    """
    kind = type(node)
    if kind is ast.Name:
        if type(node.ctx) is not ast.Load:
            names.add(node.id)
        return
    if kind is ast.Constant or kind in _SCOPES:
        return
    if not walrus and isinstance(node, ast.expr) and kind not in _TARGETS:
        return
    if isinstance(node, COMPREHENSIONS):
        if not surely:
            names.update(
                child.target.id for child in descendants(node) if isinstance(child, ast.NamedExpr)
            )
        return
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        for alias in node.names:
            if alias.name != "*":
                names.add(alias.asname or alias.name.split(".")[0])
        return
    if kind in _CAPTURES:
        names.update(
            name
            for name in (getattr(node, "name", None), getattr(node, "rest", None))
            if name is not None
        )
    for child in always_evaluated(node) if surely else iter_fields(node):
        bound_names(child, names, surely, walrus)


def always_evaluated(node: ast.AST) -> Sequence[ast.AST]:
    """The child nodes that are evaluated whenever `node` is."""
    if isinstance(node, ast.IfExp):
        return [node.test]
    if isinstance(node, ast.BoolOp):
        return node.values[:1]
    if isinstance(node, ast.Compare):
        return [node.left, *node.comparators[:1]]
    if isinstance(node, ast.Assert):
        return [node.test]
    return iter_fields(node)


def names_bound_by(node: ast.Assign | ast.AugAssign) -> set[str]:
    names = set()
    bound_names(node, names)
    return names


def augmented_only(loop: ast.For | ast.While) -> set[str]:
    """Names that a loop binds by augmented assignment and in no other way."""
    augmented = set()
    otherwise = set()
    nodes = descendants(loop, _DEFINITIONS)
    for node in nodes:
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            augmented.add((node.target.id, id(node.target)))
    targets = {key for _, key in augmented}
    for node in nodes:
        if isinstance(node, ast.Name):
            if not isinstance(node.ctx, ast.Load) and id(node) not in targets:
                otherwise.add(node.id)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            bound_names(node, otherwise)
        elif isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar, ast.MatchMapping)):
            otherwise.update((getattr(node, "name", None), getattr(node, "rest", None)))
    return {name for name, _ in augmented} - otherwise


def names_bound_within(node: ast.AST) -> set[str]:
    names = set()
    bound_in(node, names)
    return names


def bound_in(node: ast.AST, names: set[str]) -> None:
    """Names that the loop binds, at any depth of statements (functions are not defined in it)."""
    for child in descendants(node):
        kind = type(child)
        if kind is ast.NamedExpr:
            names.add(child.target.id)
        elif kind is ast.ExceptHandler and child.name:
            names.add(child.name)
    bound_names(node, names)
