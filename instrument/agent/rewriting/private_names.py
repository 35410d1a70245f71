"""Private names in class bodies (`self.__x` in `class Box` is `_Box__x`), written out as the
compiler does it: Python Language Reference, 6.2.1. Records of probes then hold for all uses of the
same attribute or name outside of the class.

Names of arguments in calls and of attributes in class patterns are none, as in CPython. Names in
annotations stay as written, for Python may keep annotations as text.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .nodes import Node


def is_private(name: str) -> bool:
    return name[:2] == "__" and name[-2:] != "__"


def bound_name(definition: Node) -> str:
    """The name that a function's or class's definition binds, which may be another than its
    `__name__`.
    """
    return getattr(definition, "bound_name", definition.name)


def write_out(tree: ast.Module) -> None:
    """Write all private names in a tree out, in place."""
    pending = [(tree, "")]
    for node, owner in pending:
        if owner:
            _write_out(node, owner)
        inner = node.name.lstrip("_") if isinstance(node, ast.ClassDef) else owner
        for field, value in ast.iter_fields(node):
            if field not in _ANNOTATIONS:
                known = inner if field == "body" else owner
                pending += [
                    (child, known)
                    for child in (value if type(value) is list else (value,))
                    if isinstance(child, ast.AST)
                ]


_ANNOTATIONS = ("annotation", "returns")
_FIELDS = {
    ast.Name: "id",
    ast.Attribute: "attr",
    ast.arg: "arg",
    ast.alias: "asname",
    ast.ExceptHandler: "name",
    ast.MatchAs: "name",
    ast.MatchStar: "name",
    ast.MatchMapping: "rest",
}


def _write_out(node: Node, owner: str | None) -> None:
    kind = type(node)
    if kind in (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef):
        node.bound_name = _written_out(node.name, owner)
    elif kind in (ast.Global, ast.Nonlocal):
        node.names = [_written_out(name, owner) for name in node.names]
    elif kind in _FIELDS:
        name = getattr(node, _FIELDS[kind])
        if name is None and kind is ast.alias and "." not in node.name:
            node.asname = _written_out(node.name, owner) if is_private(node.name) else None
        elif name is not None:
            setattr(node, _FIELDS[kind], _written_out(name, owner))


def _written_out(name: str, owner: str | None) -> str:
    return f"_{owner}{name}" if is_private(name) else name
