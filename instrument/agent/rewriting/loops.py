"""On-stack replacement of loops: at the turn after tracing switches off, an uninstrumented loop goes
on with what is left of the same iterator.

    for T in X: ...          for T in _sluice_f(X): full body
    else: E                  else:
                                 for T in _sluice_l(): plain body
                                 else: E

so that an uninstrumented loop costs what the plain one does. At module level, where CPython is slow
with names, the uninstrumented loop is a function of its own (see `outline`). In generators and
coroutines, which outlive their statement, each turn asks instead.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from .bindings import augmented_only, names_bound_by, names_bound_within
from .contents import holds_definition
from .nodes import placed
from .outline import can_outline
from .vetted_loops import VettingRewriter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from .nodes import Node

LOOPS = (ast.For, ast.While)


class LoopRewriter(VettingRewriter):
    """The part of the rewriter that builds loops."""

    def fact(self, look: Callable[[Any], Any], node: Any) -> Any:
        """What `look(node)` says of a node or suite of the cell; each copy asks again."""
        key = (look, id(node))
        if key not in self.facts:
            # with the node, whose identity must last
            self.facts[key] = (node, look(node))
        return self.facts[key][1]

    def defines(self, statements: list[ast.stmt]) -> bool:
        """Whether a suite of the current scope defines a function or class."""
        return self.scope in self.definers and self.fact(holds_definition, statements)

    def sequence(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        """The statements of a suite; names that are certainly bound are followed through it."""
        kept = self.sure
        built = []
        for node in statements:
            built.extend(self.statement(node))
            if self.suspect:
                built.extend(
                    self.bound_anew(
                        self.suspect.intersection(self.fact(names_bound_within, node)), node
                    )
                )
            if isinstance(node, (ast.Assign, ast.AugAssign)) or (
                isinstance(node, ast.AnnAssign) and node.value is not None
            ):
                self.sure = self.sure | self.fact(names_bound_by, node)
        self.sure = kept
        return built

    def bound_anew(self, names: Iterable[str], at: Node) -> list[ast.stmt]:
        """A look at global names that uninstrumented versions call without a probe, where they may
        have been bound to something else.

        Unsound: in a hot loop, an expression binds a function name and also calls the function (`(f
        := late) and call()`): the new function is missed.
        """
        names = [
            name
            for name in sorted(names)
            if self.scope.owner(name) is None or self.scope.owner(name) is self.module
        ]
        return (
            [placed(ast.Expr(value=self.call("gn", at, [self.constant(tuple(names), at)])), at)]
            if names
            else []
        )

    def body(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        """A loop's body, each of whose turns asks whether tracing is on: in what may be suspended,
        also the outer one of an uninstrumented version.
        """
        in_turn, self.in_turn = self.in_turn, True

        def build() -> list[ast.stmt]:
            return self.both(statements, lambda: self.suite(statements))

        asks = not in_turn and self.scope.suspends and self.scope.kind == "function"
        built = self.lasting(build) if asks else build()
        self.in_turn = in_turn
        return built

    def otherwise(self, node: ast.AsyncFor | ast.For | ast.While) -> list[ast.stmt]:
        return self.suite(node.orelse) if node.orelse else []

    def stmt_For(self, node: ast.AsyncFor | ast.For) -> list[ast.stmt]:
        if self.splits(node):
            return self.split_for(node)
        if self.can_vet(node):
            return self.with_hoisting(node, lambda: self.vetted_loop(node))
        return self.with_hoisting(
            node,
            lambda: placed(
                type(node)(
                    target=self.expr(node.target),
                    iter=self.loop_source(node),
                    body=self.body(node.body),
                    orelse=self.otherwise(node),
                    type_comment=None,
                ),
                node,
            ),
        )

    stmt_AsyncFor = stmt_For

    def loop_source(self, node: ast.AsyncFor | ast.For) -> ast.expr:
        """A loop's iterable; in a generator, which is not switched at its entry, switched on its
        own.
        """

        def build() -> ast.expr:
            return self.taken_apart(
                node.target, self.iterated(node.iter, node.target), isinstance(node, ast.AsyncFor)
            )

        return (
            self.switch(node.iter, build)
            if self.scope.suspends and not self.contents.may_suspend(node.iter)
            else build()
        )

    def stmt_While(self, node: ast.While) -> list[ast.stmt]:
        if self.splits(node):
            return self.split_while(node)
        return self.with_hoisting(
            node,
            lambda: placed(
                ast.While(
                    test=self.switch(node.test, lambda: self.truth(node.test)),
                    body=self.body(node.body),
                    orelse=self.otherwise(node),
                ),
                node,
            ),
        )

    # -- splitting
    # ------------------------------------------------------------------------------------------

    def splits(self, node: ast.AsyncFor | ast.For | ast.While) -> bool:
        """Whether an uninstrumented version of this loop follows the instrumented one."""
        if (
            not self.full
            or not isinstance(node, LOOPS)
            or self.scope.suspends
            or self.defines(node.body)
        ):
            return False
        if self.scope.kind == "module":
            return self.outlines is not None and can_outline(node)
        return self.scope.kind == "function"

    def split_for(self, node: ast.For) -> list[ast.stmt]:
        target = self.expr(node.target)
        source = self.iterated(node.iter, node.target)
        before = self.probes
        body = self.suite(node.body)
        if self.probes == before:
            source = self.taken_apart(node.target, source)
            orelse = self.otherwise(node)
        else:
            source = self.turns(node.target, source)
            orelse = self.rest(node, lambda: self.call("l", node.iter, []))
        return [
            placed(
                ast.For(target=target, iter=source, body=body, orelse=orelse, type_comment=None),
                node,
            )
        ]

    def split_while(self, node: ast.While) -> list[ast.stmt]:
        before = self.probes
        test = self.truth(node.test)
        body = self.suite(node.body)
        if self.probes == before:
            orelse = self.otherwise(node)
        else:
            test = placed(
                ast.IfExp(test=self.on(node.test), body=test, orelse=self.call("g", node.test, [])),
                node.test,
            )
            orelse = self.rest(node, None)
        return [placed(ast.While(test=test, body=body, orelse=orelse), node)]

    def rest(
        self, node: ast.For | ast.While, source: Callable[[], ast.expr] | None
    ) -> list[ast.stmt]:
        """What follows the full loop, as its `else`: the uninstrumented loop, and the loop's own
        `else`.
        """
        at = node.test if isinstance(node, ast.While) else node.iter
        if self.scope.kind == "module":
            call = placed(ast.Call(func=self.outline(node, at), args=[], keywords=[]), at)
            if node.orelse:
                return [placed(ast.If(test=call, body=self.otherwise(node), orelse=[]), node)]
            return [placed(ast.Expr(value=call), at)]
        orelse = self.otherwise(node)
        rest = self.uninstrumented(lambda: self.uninstrumented_loop(node, source, orelse))
        if isinstance(node, ast.While):
            return [placed(ast.If(test=self.call("h", at, []), body=rest, orelse=orelse), node)]
        return rest

    def uninstrumented_loop(
        self,
        node: ast.For | ast.While,
        source: Callable[[], ast.expr] | None,
        orelse: list[ast.stmt] | None,
    ) -> list[ast.stmt]:
        def build() -> ast.stmt:
            body = self.suite(node.body)
            if isinstance(node, ast.While):
                new = ast.While(test=self.truth(node.test), body=body, orelse=orelse)
            else:
                new = ast.For(
                    target=self.expr(node.target),
                    iter=source(),
                    body=body,
                    orelse=orelse,
                    type_comment=None,
                )
            return placed(new, node)

        return self.with_hoisting(node, build)

    def outline(self, node: ast.For | ast.While, at: Node) -> ast.expr:
        """`_sluice_r(key)`: the uninstrumented loop as a function, made when it is needed."""

        def build(
            source: Callable[[], ast.expr], orelse: list[ast.stmt]
        ) -> tuple[set[str], list[ast.stmt]]:
            self.scope = self.module
            self.full = False
            self.outlined = True
            self.sure = frozenset()
            names = self.fact(augmented_only, node) - self.sites.global_names
            self.hoisted = frozenset(names)
            return names, self.uninstrumented_loop(node, source, orelse)

        return self.call("r", at, [self.constant(self.outlines.new(node, build), at)])

    # -- hoisting
    # -------------------------------------------------------------------------------------------

    def with_hoisting(
        self, node: ast.AsyncFor | ast.For | ast.While, build: Callable[[], ast.stmt]
    ) -> list[ast.stmt]:
        """In uninstrumented versions: of names bound by `x += v` alone the code asks once, before
        the loop, whether `x` is an object that changes in place. Later objects under these names
        were made by the loop itself.
        """
        if self.full or not isinstance(node, LOOPS):
            return [build()]
        names = {
            n
            for n in self.fact(augmented_only, node) & self.sure
            if self.scope.owner(n) is self.scope
        }
        names -= (
            self.scope.rebound
            | self.hoisted
            | self.fact(self.contents.unbound_somewhere, self.scope.node)
        )
        prologue = []
        for name in sorted(names):
            load = self.load(name, node)
            prologue.append(
                placed(
                    ast.Expr(value=self.guarded_in_place(load, self.constant(None, node), node)),
                    node,
                )
            )
        kept = self.hoisted
        self.hoisted = kept | names
        built = build()
        self.hoisted = kept
        return [*prologue, built]
