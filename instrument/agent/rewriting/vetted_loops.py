"""Builds loops of uninstrumented versions twice, without and with guards of what they do to their
target (see `record/vetted`).
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from .bindings import bound_in
from .nodes import descendants, placed
from .probe_names import PREFIX, WRAPPED

if TYPE_CHECKING:
    from typing import Any

BEGUN = PREFIX + "y"
_NOT_INSIDE = (
    ast.For, ast.AsyncFor, ast.While, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda, ast.Try, ast.With, ast.Global,
)  # fmt: skip
_SIMPLE = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr)


class VettingRewriter:
    """The part of the rewriter that builds vetted loops."""

    def can_vet(self, loop: ast.For | ast.AsyncFor) -> bool:
        """Whether a loop of an uninstrumented version goes over a named list, and nothing but its
        head binds its target.
        """
        if self.full or type(loop) is not ast.For or not self.can_hold() or self.scope.suspends:
            return False
        if not isinstance(loop.target, ast.Name) or not isinstance(loop.iter, ast.Name):
            return False
        owner = self.scope.owner(loop.target.id)
        if (
            owner is not (None if self.scope is self.module else self.scope)
            or loop.target.id in self.scope.rebound
        ):
            return False
        return self.fact(may_be_vetted, loop)

    def vetted_loop(self, loop: Any) -> ast.For:
        """The loop without and with guards, or with them alone if there are none to leave out."""
        marked = self.fact(certain, loop)
        self.vetting = dict.fromkeys(marked)
        body = self.suite(loop.body)
        sites = {key: site for key, site in self.vetting.items() if site is not None}
        self.vetting = {}
        orelse = self.otherwise(loop)
        at = loop.iter
        if not sites:
            return placed(
                ast.For(target=loop.target, iter=at, body=body, orelse=orelse, type_comment=None),
                loop,
            )
        methods = frozenset(marked[key] for key in sites if marked[key] is not None)
        target = None if self.scope is not self.module else loop.target.id
        number = self.sites.vetted.new(tuple(sites.values()), methods, target)
        kept, self.vetted = self.vetted, frozenset(sites)
        bare = self.suite(loop.body)
        self.vetted = kept
        nothing = placed(ast.Tuple(elts=[], ctx=ast.Load()), at)
        begun = self.call("V", at, [self.constant(number, at), at])
        first = placed(
            ast.IfExp(test=self.load("%sq%d" % (PREFIX, number), at), body=begun, orelse=nothing),
            at,
        )
        source = placed(
            ast.NamedExpr(target=placed(ast.Name(id=BEGUN, ctx=ast.Store()), at), value=first), at
        )
        rest = self.call("Vr", at, [self.load(BEGUN, at)])
        again = placed(ast.IfExp(test=self.load(BEGUN, at), body=rest, orelse=at), at)
        guarded = placed(
            ast.For(target=loop.target, iter=again, body=body, orelse=orelse, type_comment=None),
            loop,
        )
        return placed(
            ast.For(
                target=loop.target, iter=source, body=bare, orelse=[guarded], type_comment=None
            ),
            loop,
        )


def may_be_vetted(loop: Any) -> bool:
    """Whether a loop's body has no loops, definitions or handlers in it, and does not bind the
    loop's target.
    """
    names = set()
    for statement in loop.body:
        bound_in(statement, names)
        if any(isinstance(node, _NOT_INSIDE) for node in descendants(statement)):
            return False
        if any(
            isinstance(node, ast.Name)
            and node.id == loop.target.id
            and not isinstance(node.ctx, ast.Load)
            for node in descendants(statement)
        ):
            return False
    return loop.target.id not in names and loop.target.id != loop.iter.id


def certain(loop: Any) -> dict[int, str | None]:
    """Stores into attributes and calls of methods of a loop's target that happen at each turn which
    comes to its end: the nodes' ids, each with the method's name or None.
    """
    found = {}
    pending = [statement for statement in loop.body if isinstance(statement, _SIMPLE)]
    for node in pending:
        if (
            isinstance(node, ast.Attribute)
            and isinstance(node.ctx, ast.Store)
            and _is_target(node.value, loop)
        ):
            found[id(node)] = None
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and _is_target(node.func.value, loop)
        ):
            if node.func.attr not in WRAPPED:
                found[id(node)] = node.func.attr
        if isinstance(node, ast.IfExp):
            pending.append(node.test)
        elif isinstance(node, ast.BoolOp):
            pending.append(node.values[0])
        elif not isinstance(
            node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Compare)
        ):
            pending += ast.iter_child_nodes(node)
    return found


def _is_target(node: ast.expr, loop: Any) -> bool:
    return isinstance(node, ast.Name) and node.id == loop.target.id
