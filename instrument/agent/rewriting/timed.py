"""What `%timeit` makes of a statement: a function with a loop. The first turn of it runs with
probes, before the others are timed.

It builds syntax trees; what happens while they run is `probes/timed`'s.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from .nodes import placed
from .probe_names import PREFIX

if TYPE_CHECKING:
    import types
    from collections.abc import Iterable

_FUNCTION = PREFIX + "timed"
_TURNS, _TIMER = "_it", "_timer"
"""The arguments of the function that IPython makes."""


def timed_code(setup: ast.Module, statement: ast.Module) -> types.CodeType:
    """The code object of timed code, whose bound names are local, as in IPython's function."""
    return _code_of(_function((), [*setup.body, *statement.body]))


def timed_function(setup: ast.Module, statement: ast.Module) -> ast.Module:
    """A tree with what is timed as a function."""
    code = _code_of(_function((), setup.body))
    return _function((*code.co_varnames, *code.co_cellvars), statement.body)


def add_first_turn(setup: ast.Module, tree: ast.Module, statement: ast.Module) -> None:
    """Puts the body of the rewritten function in `tree` at the end of what is done once before each
    timing of `statement`.
    """
    at = statement.body[0]
    first = ast.parse(
        f"for _i in {PREFIX}once({_TIMER}): pass\n{_TURNS}, {_TIMER} = {PREFIX}rest({_TURNS}, {_TIMER})"
    ).body
    for node in first:
        for inner in ast.walk(node):
            if hasattr(inner, "lineno"):
                placed(inner, at)
    first[0].body = tree.body[0].body
    setup.body += first
    # the first turn has declared the names; a declaration after a use is an error
    _Undeclared().visit(statement)


class _Undeclared(ast.NodeTransformer):
    """Takes `global x` out of the code of one function."""

    def visit_Global(self, node: ast.AST) -> ast.AST:
        return placed(ast.Pass(), node)

    def _stay(self, node: ast.AST) -> ast.AST:
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = visit_ClassDef = visit_Lambda = _stay


def _function(arguments: Iterable[str], body: list[ast.stmt]) -> ast.Module:
    tree = ast.parse(f"def {_FUNCTION}({', '.join(dict.fromkeys(arguments))}): pass")
    if body:
        tree.body[0].body = body
    return tree


def _code_of(tree: ast.Module) -> types.CodeType:
    module = compile(tree, "<timed>", "exec", dont_inherit=True)
    return next(constant for constant in module.co_consts if type(constant) is type(module))
