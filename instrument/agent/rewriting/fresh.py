"""Stores into lists, dictionaries and sets that the same turn of a block has made, `row = {};
row['a'] = 1`: such stores of uninstrumented versions need no guard, for nobody else has the objects
yet, or only through objects that the statement itself has written.

By the text alone: the name is bound to a display, and to nothing else until the store.

Unsound: a global name of a newly made object is missed when code in a string binds the name to
another object in between.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from .bindings import bound_in
from .nodes import descendants

if TYPE_CHECKING:
    from typing import Any

    from .contents import Contents

_LISTS = ("body", "orelse", "finalbody")
_HOLDERS = (ast.stmt, ast.excepthandler, ast.match_case)
_BLOCKS = frozenset(
    kind
    for kind in vars(ast).values()
    if isinstance(kind, type) and issubclass(kind, _HOLDERS) and "body" in kind._fields
)
"""Nodes that have a list of statements."""
_LATER = (
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.ClassDef,
    ast.Lambda,
    ast.GeneratorExp,
    ast.ListComp,
    ast.SetComp,
    ast.DictComp,
)
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_METHODS = {
    list: frozenset({"append", "clear", "insert", "pop", "reverse"}),
    dict: frozenset({"clear", "pop", "popitem", "setdefault"}),
    set: frozenset({"add", "clear", "discard", "pop"}),
}
"""Methods that change nothing but the container."""

_KINDS = {
    ast.List: list,
    ast.ListComp: list,
    ast.Dict: dict,
    ast.DictComp: dict,
    ast.Set: set,
    ast.SetComp: set,
}


def fresh_stores(contents: Contents) -> dict[int, str]:
    """The stores of items, and calls of methods, in a cell, whose receiver was made by a display
    before, in the same list of statements: by identity, their names.
    """
    found = {}
    # (the statements of the cell itself are recorded one by one)
    for node in contents.nodes[1:] if contents.holds(*_KINDS) and contents.holds(*_BLOCKS) else ():
        if type(node) in _BLOCKS:
            for field in _LISTS:
                statements = getattr(node, field, None)
                if type(statements) is list:
                    _look_through(statements, found)
    return found


def _look_through(statements: list[ast.stmt], found: dict[int, str]) -> None:
    fresh = {}
    for statement in statements:
        if fresh:
            bound = set()
            bound_in(statement, bound)
            parts = descendants(statement)
            bound.update(
                part.id
                for part in parts
                if isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Load)
            )
            bound.update(part.name for part in parts if isinstance(part, _DEFINITIONS))
            fresh = {name: kind for name, kind in fresh.items() if name not in bound}
        if fresh:
            _mark(statement, fresh, found)
        if (
            isinstance(statement, ast.Assign)
            and len(statement.targets) == 1
            and isinstance(statement.targets[0], ast.Name)
        ):
            kind = _KINDS.get(type(statement.value))
            if kind is not None:
                fresh[statement.targets[0].id] = kind


def _mark(statement: ast.stmt, fresh: dict[str, Any], found: dict[int, str]) -> None:
    pending = [statement]
    for node in pending:
        if isinstance(node, _LATER):
            continue
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if (
                    isinstance(target, ast.Subscript)
                    and not isinstance(target.slice, ast.Slice)
                    and _name(target.value) in fresh
                ):
                    found[id(target)] = target.value.id
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and not node.keywords
        ):
            kind = fresh.get(_name(node.func.value))
            if (
                kind is not None
                and node.func.attr in _METHODS[kind]
                and not any(isinstance(part, ast.Starred) for part in node.args)
            ):
                found[id(node)] = node.func.value.id
        pending += ast.iter_child_nodes(node)


def _name(node: ast.AST) -> str | None:
    return node.id if isinstance(node, ast.Name) else None
