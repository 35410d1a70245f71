"""Puts probes into comprehensions. A list or dict is made in two parts, as loops are run (see
`loops`):

    [full for T in X]        _sluice_j([full for T in _sluice_f(X)], [plain for T in _sluice_l()])

The second goes on with the iterator of the first, after tracing has switched off. A generator
expression outlives its statement, nested generators may be in the midst of an inner one, and a set
that is put together stands in another order than one that grew, so each of their turns asks.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from .bindings import levels_of
from .nodes import placed

if TYPE_CHECKING:
    from collections.abc import Callable

    from .nodes import Node


class ComprehensionRewriter:
    """The part of the expression rewriter that builds comprehensions."""

    def comprehension(self, node: Node) -> ast.expr:
        outer = node.generators[0]
        first = self.unheld(lambda: self.iterated(outer.iter, outer.target))
        if isinstance(node, ast.GeneratorExp):
            # the elements are read when they are drawn
            return self.lasting(lambda: self.comprehension_over(first, node))
        if (
            isinstance(node, ast.SetComp)
            or not self.full
            or len(node.generators) > 1
            or self.fact(self.contents.may_suspend, node)
        ):
            return self.comprehension_over(
                self.taken_apart(outer.target, first, outer.is_async), node
            )
        before = self.probes
        full = self.comprehension_over(first, node, splits=True)
        if self.probes == before:
            full.generators[0].iter = self.taken_apart(outer.target, first)
            return full
        full.generators[0].iter = self.turns(outer.target, first)
        rest = self.uninstrumented(lambda: self.comprehension_over(self.call("l", node, []), node))
        return self.call("j", node, [full, rest])

    def comprehension_over(self, first: ast.expr, node: Node, splits: bool = False) -> ast.expr:
        outer = self.scope
        self.scope = self.scopes[node]
        generators = []
        block = self.names.suite_of.get(id(node))

        def switched(at: Node, build: Callable[[], ast.expr]) -> ast.expr:
            if splits:
                return build()
            return self.switch(at, lambda: self.entered(block, build()))

        for index, generator in enumerate(node.generators):
            source = first
            if index:
                source = self.unheld(
                    lambda one=generator: switched(one.iter, lambda: self.source(one))
                )
            ifs = [switched(c, lambda c=c: self.truth(c)) for c in generator.ifs]
            generators.append(
                ast.comprehension(
                    target=self.expr(generator.target),
                    iter=source,
                    ifs=ifs,
                    is_async=generator.is_async,
                )
            )
        fields = {"generators": generators}
        for field in ("elt", "key", "value"):
            child = getattr(node, field, None)
            if child is not None:
                fields[field] = switched(child, lambda child=child: self.element(node, child))
        self.scope = outer
        return placed(type(node)(**fields), node)

    def source(self, generator: ast.comprehension) -> ast.expr:
        return self.taken_apart(
            generator.target, self.iterated(generator.iter, generator.target), generator.is_async
        )

    def turns(self, target: ast.expr, iterable: ast.expr) -> ast.expr:
        """The elements of a full loop or comprehension, while tracing is on."""
        levels = levels_of(target)
        return self.call(
            "f", iterable, [iterable, *([self.constant(levels, iterable)] if levels else [])]
        )

    def taken_apart(self, target: ast.expr, iterable: ast.expr, is_async: int = False) -> ast.expr:
        """The elements of a loop or comprehension that goes on when tracing has switched off: its
        target may read what is in each of them.
        """
        levels = levels_of(target)
        if not levels or not self.full or is_async:
            return iterable
        return self.call("fu", iterable, [iterable, self.constant(levels, iterable)])

    def element(self, node: ast.expr, child: ast.expr) -> ast.expr:
        return (
            self.given_back("ry", child) if isinstance(node, ast.GeneratorExp) else self.expr(child)
        )

    expr_ListComp = expr_SetComp = expr_DictComp = expr_GeneratorExp = comprehension
