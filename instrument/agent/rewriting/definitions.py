"""Functions and classes: both copies of a function's body, and stand-ins for the closure variables
that functions share.
"""

from __future__ import annotations

import ast
import functools
from typing import TYPE_CHECKING

from .loops import LOOPS
from .nodes import LOAD, descendants, placed
from .probe_names import STAND_IN

if TYPE_CHECKING:
    from collections.abc import Callable

    from .blocks import Block
    from .nodes import Node
    from .scopes import Scope


class DefinitionRewriter:
    """The part of the rewriter that builds definitions."""

    def function(self, node: ast.AsyncFunctionDef | ast.FunctionDef) -> list[ast.stmt]:
        decorators = [self.call("dec", d, [self.expr(d)]) for d in node.decorator_list]
        args = self.arguments(node.args)
        outer = self.scope
        sure = self.sure
        hoisted = self.hoisted
        in_turn = self.in_turn
        scope = self.scope = self.scopes[node]
        self.sure = frozenset(parameters(node.args))
        self.hoisted = frozenset()
        self.in_turn = False
        documented = node.body[:1] if ast.get_docstring(node, clean=False) is not None else []
        statements = node.body[len(documented) :]
        body = []
        if statements:
            entry = self.names.suite_of.get(id(node.body))

            def build() -> list[ast.stmt]:
                built = self.sequence(statements)
                if entry is not None and (entry.tells if self.full else entry.answers):
                    built.insert(0, self.enter(entry, statements[0]))
                return built

            body = [*declarations(scope), *self.cells_of(scope, statements[0])]
            body += (
                self.resumable(build, statements, entry)
                if scope.suspends
                else self.both(statements, build, self.entry)
            )
        self.scope = outer
        self.sure = sure
        self.hoisted = hoisted
        self.in_turn = in_turn
        fields = {f: getattr(node, f) for f in node._fields}
        fields.update(args=args, decorator_list=decorators, body=[*documented, *body])
        return [placed(type(node)(**fields), node)]

    def resumable(
        self, build: Callable[[], list[ast.stmt]], statements: list[ast.stmt], entry: Block | None
    ) -> list[ast.stmt]:
        """The body of a generator or coroutine. The body outlives the statement of its entry, so
        the switch concerns no whole body: only each turn of its loops, each other statement with a
        possible pause, and each run of statements without one.
        """
        if not self.full:
            return build()
        built: list[ast.stmt] = [placed(ast.Expr(value=self.entry(statements[0])), statements[0])]
        group = []

        def flush() -> None:
            if group:
                run = list(group)
                built.extend(self.both(run, lambda: self.sequence(run)))
                group.clear()

        if entry is not None and entry.tells:
            built.append(self.enter(entry, statements[0]))
        for node in statements:
            if self.contents.may_suspend(node):
                flush()
                built.extend(
                    self.statement(node)
                    if isinstance(node, (*LOOPS, ast.AsyncFor))
                    else self.both([node], functools.partial(self.statement, node))
                )
            else:
                group.append(node)
        flush()
        return built

    stmt_FunctionDef = stmt_AsyncFunctionDef = function

    def cells_of(self, scope: Scope, at: Node) -> list[ast.stmt]:
        """Stand-ins for closure variables that an inner function assigns: objects captured beside
        them.
        """
        built: list[ast.stmt] = []
        for name in sorted(scope.rebound):
            target = placed(ast.Name(id=STAND_IN + name, ctx=ast.Store()), at)
            built.append(
                placed(
                    ast.Assign(
                        targets=[target],
                        value=self.call("cell", at, [placed(ast.Constant(name), at)]),
                    ),
                    at,
                )
            )
        for name in sorted(free_names(scope.node)) if self.rebinds else ():
            owner = (
                scope.parent.owner(name)
                if name not in scope.bound or name in scope.nonlocals
                else None
            )
            if owner is not None and name in owner.rebound:
                load = placed(ast.Name(id=STAND_IN + name, ctx=LOAD), at)
                probe = "W" if name in scope.nonlocals else "R"
                built.append(placed(ast.Expr(value=self.call(probe, at, [load])), at))
        return built

    def stmt_ClassDef(self, node: ast.ClassDef) -> list[ast.stmt]:
        outer = self.scope
        fields = {f: getattr(node, f) for f in node._fields}
        fields["decorator_list"] = [
            self.call("dec", d, [self.expr(d)]) for d in node.decorator_list
        ]
        fields["bases"] = [self.base(b) for b in node.bases]
        fields["keywords"] = [
            placed(
                ast.keyword(
                    arg=k.arg,
                    value=self.base(k.value) if k.arg is not None else self.opaque(k.value),
                ),
                k,
            )
            for k in node.keywords
        ]
        self.scope = self.scopes[node]
        fields["body"] = [new for s in node.body for new in self.statement(s)]
        self.scope = outer
        return [placed(type(node)(**fields), node)]

    def base(self, node: ast.expr) -> ast.expr:
        """What a class is made from: a base, or its metaclass."""
        if isinstance(node, ast.Starred):
            return placed(ast.Starred(value=self.opaque(node.value), ctx=node.ctx), node)
        return self.call("sub", node, [self.expr(node)])


def declarations(scope: Scope) -> list[ast.stmt]:
    """One `global` and one `nonlocal` statement for the whole function: a copy of its body may not
    repeat them.
    """
    at = scope.node.body[0]
    found = {ast.Global: scope.globals, ast.Nonlocal: scope.nonlocals}
    return [placed(kind(names=sorted(names)), at) for kind, names in found.items() if names]


def parameters(args: ast.arguments) -> list[str]:
    """The names of a function's parameters."""
    found = [a.arg for a in [*args.posonlyargs, *args.args, *args.kwonlyargs]]
    return found + [a.arg for a in (args.vararg, args.kwarg) if a is not None]


def free_names(node: ast.AST) -> set[str]:
    """Names used anywhere inside a function, nested functions included."""
    return {child.id for child in descendants(node) if isinstance(child, ast.Name)}
