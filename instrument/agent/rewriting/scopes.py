"""Python's scoping rules over an `ast`: which names are global in each function, lambda,
comprehension and class.

Bindings only; reads, writes and their order are in `blocks`.
Unsound: a store into the class of zero-argument `super()` (`nonlocal __class__`) is missed.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from .nodes import iter_fields
from .private_names import bound_name

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class Scope:
    """One scope: the bound names (of functions and classes `defined`, others `assigned`), and the
    names declared global or nonlocal.
    """

    __slots__ = (
        "kind",
        "node",
        "parent",
        "bound",
        "assigned",
        "defined",
        "globals",
        "nonlocals",
        "rebound",
        "suspends",
    )

    def __init__(self, kind: str, node: ast.AST, parent: Scope | None) -> None:
        self.kind = kind
        self.node = node
        self.parent = parent
        self.bound = frozenset()
        self.assigned = set()
        self.defined = set()
        self.globals = set()
        self.nonlocals = set()
        self.rebound = set()
        self.suspends = False

    def owner(self, name: str) -> Scope | None:
        """The scope that `name` refers to when used here; None when it is a global (or builtin)
        name.
        """
        scope = self
        first = True
        while scope is not None and scope.kind != "module":
            if name in scope.globals:
                return None
            if (
                name in scope.bound
                and name not in scope.nonlocals
                and (first or scope.kind != "class")
            ):
                return scope
            first = False
            scope = scope.parent
        return None

    def function(self) -> Scope:
        """The nearest enclosing function or the module (where a walrus in a comprehension
        binds).
        """
        scope = self
        while scope.kind == "comprehension" and scope.parent is not None:
            scope = scope.parent
        return scope


def find_scopes(tree: ast.Module) -> dict[ast.AST, Scope]:
    """Map each scope-making node to its Scope. `rebound` holds names that an inner function assigns
    as nonlocal.
    """
    scopes = {}
    _Binder(scopes).visit_module(tree)
    for scope in scopes.values():
        scope.bound = scope.assigned | scope.defined
    for scope in scopes.values():
        for name in scope.nonlocals:
            owner = scope.parent.owner(name) if scope.parent is not None else None
            if owner is not None:
                owner.rebound.add(name)
    return scopes


def definers(scopes: Iterable[Scope]) -> set[Scope]:
    """Those of these scopes in which, at any depth, a function or class is defined."""
    found = set()
    for scope in scopes:
        outer = scope.parent
        if outer is not None and isinstance(
            scope.node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
        ):
            while outer is not None and outer not in found:
                found.add(outer)
                outer = outer.parent
    return found


class _Binder:
    def __init__(self, scopes: dict[ast.AST, Scope]) -> None:
        self.scopes = scopes

    def visit_module(self, tree: ast.Module) -> None:
        scope = Scope("module", tree, None)
        self.scopes[tree] = scope
        for statement in tree.body:
            self.visit(statement, scope)

    def visit(self, node: ast.AST, scope: Scope) -> None:
        method = _VISITS.get(type(node))
        if method is not None:
            method(self, node, scope)
        else:
            for child in iter_fields(node):
                self.visit(child, scope)

    def _open(self, kind: str, node: ast.AST, scope: Scope) -> Scope:
        inner = Scope(kind, node, scope)
        self.scopes[node] = inner
        return inner

    def _arguments(self, args: ast.arguments, inner: Scope) -> None:
        for arg in [*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg]:
            if arg is not None:
                inner.assigned.add(arg.arg)

    def visit_FunctionDef(self, node: ast.AsyncFunctionDef | ast.FunctionDef, scope: Scope) -> None:
        scope.defined.add(bound_name(node))
        for child in [
            *node.decorator_list,
            *node.args.defaults,
            *node.args.kw_defaults,
            *annotations(node),
        ]:
            if child is not None:
                self.visit(child, scope)
        outer = scope
        for parameter in getattr(node, "type_params", []):
            scope.assigned.discard(parameter.name)
        inner = self._open("function", node, outer)
        inner.suspends = isinstance(node, ast.AsyncFunctionDef)
        for parameter in getattr(node, "type_params", []):
            inner.assigned.add(parameter.name)
        self._arguments(node.args, inner)
        for child in node.body:
            self.visit(child, inner)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node: ast.Lambda, scope: Scope) -> None:
        for child in [*node.args.defaults, *node.args.kw_defaults]:
            if child is not None:
                self.visit(child, scope)
        inner = self._open("function", node, scope)
        self._arguments(node.args, inner)
        self.visit(node.body, inner)

    def visit_ClassDef(self, node: ast.ClassDef, scope: Scope) -> None:
        scope.defined.add(bound_name(node))
        for child in [*node.decorator_list, *node.bases, *node.keywords]:
            self.visit(child, scope)
        inner = self._open("class", node, scope)
        for child in node.body:
            self.visit(child, inner)

    def _comprehension(self, node: Any, scope: Scope) -> None:
        self.visit(node.generators[0].iter, scope)
        inner = self._open("comprehension", node, scope)
        for index, generator in enumerate(node.generators):
            if index:
                self.visit(generator.iter, inner)
            self.visit(generator.target, inner)
            for condition in generator.ifs:
                self.visit(condition, inner)
        for field in ("elt", "key", "value"):
            child = getattr(node, field, None)
            if child is not None:
                self.visit(child, inner)

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension

    def visit_NamedExpr(self, node: ast.NamedExpr, scope: Scope) -> None:
        self.visit(node.value, scope)
        scope.function().assigned.add(node.target.id)

    def visit_Name(self, node: ast.Name, scope: Scope) -> None:
        if type(node.ctx) is not ast.Load:
            scope.assigned.add(node.id)

    def visit_Global(self, node: ast.Global, scope: Scope) -> None:
        scope.globals.update(node.names)

    def visit_Nonlocal(self, node: ast.Nonlocal, scope: Scope) -> None:
        scope.nonlocals.update(node.names)

    def visit_Import(self, node: ast.Import, scope: Scope) -> None:
        for alias in node.names:
            scope.assigned.add(alias.asname or alias.name.split(".")[0])

    def visit_ImportFrom(self, node: ast.ImportFrom, scope: Scope) -> None:
        for alias in node.names:
            scope.assigned.add(alias.asname or alias.name)

    def visit_ExceptHandler(self, node: ast.ExceptHandler, scope: Scope) -> None:
        if node.name:
            scope.assigned.add(node.name)
        for child in iter_fields(node):
            self.visit(child, scope)

    def _captures(self, node: Any, scope: Scope) -> None:
        for field in ("name", "rest"):
            name = getattr(node, field, None)
            if isinstance(name, str):
                scope.assigned.add(name)
        for child in iter_fields(node):
            self.visit(child, scope)

    visit_MatchAs = visit_MatchStar = visit_MatchMapping = _captures

    def _suspends(self, node: ast.AST, scope: Scope) -> None:
        scope.function().suspends = True
        for child in iter_fields(node):
            self.visit(child, scope)

    visit_Yield = visit_YieldFrom = visit_Await = _suspends


_VISITS = {
    getattr(ast, name[6:]): method
    for name, method in vars(_Binder).items()
    if name[:6] == "visit_" and hasattr(ast, name[6:])
}


def annotations(node: ast.AsyncFunctionDef | ast.FunctionDef) -> list[ast.expr]:
    """The annotation expressions of a function's signature."""
    args = node.args
    found = [
        a.annotation
        for a in [*args.posonlyargs, *args.args, *args.kwonlyargs]
        if a.annotation is not None
    ]
    found += [
        a.annotation
        for a in (args.vararg, args.kwarg)
        if a is not None and a.annotation is not None
    ]
    if node.returns is not None:
        found.append(node.returns)
    return found
