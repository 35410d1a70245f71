"""Calls of `__subclasses__`, in whose place a probe makes the list (`world/subclasses`)."""

from __future__ import annotations

import ast

from .nodes import LOAD, placed
from .probe_names import LIST_SUBCLASSES


def lists_subclasses(node: ast.Call) -> bool:
    """Whether a call is `….__subclasses__(…)`, all of whose parts are known before the call."""
    called = isinstance(node.func, ast.Attribute) and node.func.attr == "__subclasses__"
    return (
        called and not node.keywords and not any(isinstance(arg, ast.Starred) for arg in node.args)
    )


def listing(node: ast.Call, owner: ast.expr, args: list[ast.expr], line: int | None) -> ast.Call:
    """The call of the probe in place of `owner.__subclasses__(*args)`. `line`: where it stands in
    the notebook's code; None elsewhere.
    """
    probe = placed(ast.Name(id=LIST_SUBCLASSES, ctx=LOAD), node)
    return placed(
        ast.Call(
            func=probe, args=[placed(ast.Constant(value=line), node), owner, *args], keywords=[]
        ),
        node,
    )


class ListingsRewriter(ast.NodeTransformer):
    """Puts the probe in place of all such calls in the tree of a library's module."""

    def visit_Call(self, node: ast.Call) -> ast.Call:
        self.generic_visit(node)
        if not lists_subclasses(node) or not isinstance(node.func, ast.Attribute):
            return node
        return listing(node, node.func.value, node.args, None)
