"""Puts probes into comprehensions. A list or dict is made in two parts, as loops are run (see `loops`):

    [full for T in X]        _sluice_j([full for T in _sluice_f(X)], [light for T in _sluice_l()])

The second goes on with the iterator of the first, after tracing has switched off. A generator expression outlives its
statement, nested generators may be in the midst of an inner one, and a set that is put together stands in another order
than one that grew, so each of their turns asks.
"""

import ast

from .scopes import may_suspend, placed


class ComprehensionRewriter:
    """The part of the expression rewriter that builds comprehensions."""

    def comprehension(self, node):
        first = self.unguarded(lambda: self.iterated(node.generators[0].iter))
        if isinstance(node, ast.GeneratorExp):
            return self.lasting(lambda: self.comprehension_over(first, node))
        if isinstance(node, ast.SetComp) or not self.full or len(node.generators) > 1 or self.fact(may_suspend, node):
            return self.comprehension_over(first, node)
        before = self.probes
        full = self.comprehension_over(first, node, splits=True)
        if self.probes == before:
            return full
        full.generators[0].iter = self.call("f", node, [first])
        rest = self.light(lambda: self.comprehension_over(self.call("l", node, []), node))
        return self.call("j", node, [full, rest])

    def comprehension_over(self, first, node, splits=False):
        outer = self.scope
        self.scope = self.scopes[node]
        generators = []
        block = self.names.suite_of.get(id(node))

        def switched(at, build):
            if splits:
                return build()
            return self.switch(at, lambda: self.entered(block, build()))

        for index, generator in enumerate(node.generators):
            source = first
            if index:
                again = generator.iter
                source = self.unguarded(lambda again=again: switched(again, lambda: self.iterated(again)))
            ifs = [switched(c, lambda c=c: self.truth(c)) for c in generator.ifs]
            generators.append(
                ast.comprehension(target=self.expr(generator.target), iter=source, ifs=ifs, is_async=generator.is_async)
            )
        fields = {"generators": generators}
        for field in ("elt", "key", "value"):
            child = getattr(node, field, None)
            if child is not None:
                fields[field] = switched(child, lambda child=child: self.element(node, child))
        self.scope = outer
        return placed(type(node)(**fields), node)

    def element(self, node, child):
        return self.given_back("ry", child) if isinstance(node, ast.GeneratorExp) else self.expr(child)

    expr_ListComp = expr_SetComp = expr_DictComp = expr_GeneratorExp = comprehension
