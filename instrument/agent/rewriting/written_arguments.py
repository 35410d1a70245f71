"""What the text of a call tells of its arguments: constants, lambdas, names."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from .nodes import unpacks

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from typing import Any

SIMPLE = (ast.Name, ast.Constant)
FEW_NAMES = 4
"""Arguments of a call that a guard asks whether they are numbers."""


def written_arguments(node: ast.Call) -> tuple[bool, Any, bool]:
    """Of a call's arguments: whether all are constants; the positions and keywords of constants and
    lambdas; whether they are in a sequence or mapping.
    """
    spreads = unpacks(node)
    constant = not any(k.arg is None for k in node.keywords) and all(
        map(_is_constant, [*node.args, *(k.value for k in node.keywords)])
    )
    fixed = {k.arg for k in node.keywords if k.arg is not None and _is_fixed(k.value)}
    for position, argument in enumerate(node.args):
        if isinstance(argument, ast.Starred):
            break
        if _is_fixed(argument):
            fixed.add(position)
    return constant, frozenset(fixed), spreads


def named_arguments(node: ast.Call) -> Sequence[ast.expr]:
    """The names among the arguments of a call, if they are few and all others are constants."""
    given = [*node.args, *(k.value for k in node.keywords if k.arg is not None)]
    names = [argument for argument in given if isinstance(argument, ast.Name)]
    plain = len(given) == len(node.args) + len(node.keywords) and all(
        isinstance(argument, SIMPLE) for argument in given
    )
    return names if plain and len(names) <= FEW_NAMES else ()


def is_text_call(node: ast.expr, names: Collection[str]) -> bool:
    """Whether a call of a method has one of these names, and constants as arguments."""
    if (
        not isinstance(node, ast.Call)
        or not isinstance(node.func, ast.Attribute)
        or node.func.attr not in names
    ):
        return False
    return all(map(_is_constant, node.args)) and all(
        k.arg is not None and _is_constant(k.value) for k in node.keywords
    )


def _is_constant(node: ast.expr) -> bool:
    """Whether an argument is a number or string, or a list or tuple of such."""
    return isinstance(node, ast.Constant) or (
        isinstance(node, (ast.List, ast.Tuple)) and all(map(_is_constant, node.elts))
    )


def _is_fixed(node: ast.expr) -> bool:
    return isinstance(node, ast.Lambda) or _is_constant(node)
