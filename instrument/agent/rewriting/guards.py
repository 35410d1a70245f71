"""Guards: the expressions by which rewritten code tests an inline cache (`record/sites`), and the
local variables that hold their operands.

A base that is no plain name is held in a local variable by `:=`. Where there are no local variables
(module level, class bodies, iterables of comprehensions) such a base has no guard.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from .nodes import LOAD, placed
from .probe_names import PREFIX

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, TypeAlias

    from ..effects.matching import Effects
    from .nodes import Node

    Held: TypeAlias = tuple[ast.expr, ast.expr]
    """An expression that binds a local variable, and the variable for later uses."""

HELD = PREFIX + "x"
IS = [ast.Is()]


class Guards:
    """The part of the expression rewriter for guards. `new_site(line, name, augments)` numbers
    sites. `effects`: the library of declarations, which knows the names of functions and methods
    that change what they are given.
    """

    def __init__(self, new_site: Callable[..., int], effects: Effects) -> None:
        self.new_site = new_site
        self.effects = effects
        self.guards = True
        self.holds = True
        self.guarded = 0
        self.built = {}
        self.outlined = False
        self.holdable = {}
        self.sites_of = {}
        self.tested = None, None
        self.only_read = None

    def load(self, name: str, at: Node) -> ast.Name:
        return placed(ast.Name(name, LOAD), at)

    def unguarded(self, build: Callable[[], Any]) -> Any:
        """Build without guards: the slow arm of a guard that has many in it."""
        kept, self.guards = self.guards, False
        built = build()
        self.guards = kept
        return built

    def unheld(self, build: Callable[[], Any]) -> Any:
        """Build where Python allows no `:=`: what a comprehension goes over."""
        kept, self.holds = self.holds, False
        built = build()
        self.holds = kept
        return built

    def once(self, part: Any, build: Callable[[Any], Any]) -> Any:
        """`build(part)`. Uninstrumented versions of a part of a function are the same nodes: a
        guard holds for a statement, wherever it stands.
        """
        if (
            self.full
            or self.vetting
            or self.vetted
            or self.outlined
            or self.tested[0] is not None
            or self.scope.function().kind != "function"
        ):
            return build(part)
        key = (id(part), self.guards, self.holds, self.hoisted, self.sure, self.in_turn)
        if key not in self.built:
            before = self.guarded
            self.built[key] = build(part), self.guarded - before
            return self.built[key][0]
        built, guarded = self.built[key]
        self.guarded += guarded
        return built

    def can_hold(self) -> bool:
        """Whether `:=` can bind a local variable here that nobody sees."""
        scope = self.scope
        while scope.kind == "comprehension":
            scope = scope.parent
        if scope.kind != "function":
            return scope.kind == "module" and self.outlined
        known = self.holdable.get(scope)
        if known is None:
            known = self.holdable[scope] = not self.contents.reads_frames(scope.node)
        return known

    def held(self, base: ast.expr) -> Held | None:
        """(first, again): the base at its first use and at later ones; None when it cannot be
        held.
        """
        if isinstance(base, ast.Name):
            return base, base
        if not self.guards or not self.holds or not self.can_hold():
            return None
        again = self.load(HELD, base)
        target = placed(ast.Name(id=HELD, ctx=ast.Store()), base)
        return placed(ast.NamedExpr(target=target, value=base), base), again

    def held_argument(self, node: ast.expr) -> Held | None:
        """An argument at its first use and at later ones; None when it is no name or attribute of
        one, or cannot be held.
        """
        base = node
        while isinstance(base, ast.Attribute):
            base = base.value
        return self.held(self.expr(node)) if isinstance(base, ast.Name) else None

    def same(self, value: ast.expr, site: int, at: Node, kind: str = "k") -> ast.expr:
        cell = self.load("%s%s%d" % (PREFIX, kind, site), at)
        return placed(ast.Compare(value, IS, [cell]), at)

    def covered(self, value: ast.expr, site: int, at: Node, kind: str = "t") -> ast.expr:
        cell = self.load("%s%s%d" % (PREFIX, kind, site), at)
        kind = placed(ast.Call(self.load(PREFIX + "type", at), [value], []), at)
        return placed(ast.Compare(kind, IS, [cell]), at)

    def quiet(self, first: ast.expr, again: ast.expr, at: Node) -> ast.expr:
        """Whether a callee is a function that is known to be quiet."""
        kind = placed(ast.Call(func=self.load(PREFIX + "type", at), args=[first], keywords=[]), at)
        function = placed(
            ast.Compare(
                left=kind, ops=[ast.In()], comparators=[self.load(PREFIX + "functions", at)]
            ),
            at,
        )
        known = placed(
            ast.Compare(left=again, ops=[ast.In()], comparators=[self.load(PREFIX + "quiet", at)]),
            at,
        )
        return placed(ast.BoolOp(op=ast.And(), values=[function, known]), at)

    def choose(self, tests: list[ast.expr], fast: ast.expr, slow: ast.expr, at: Node) -> ast.expr:
        test = tests[0] if len(tests) == 1 else placed(ast.BoolOp(op=ast.Or(), values=tests), at)
        return placed(ast.IfExp(test=test, body=fast, orelse=slow), at)

    def with_numbers(
        self, base: ast.expr, method: bool, names: Sequence[ast.expr], site: int, at: Node
    ) -> ast.expr:
        """Whether the site's base, or one of its class, is called with numbers under these
        names.
        """
        known = self.same(base, site, at, "n")
        if method:
            known = placed(
                ast.BoolOp(op=ast.Or(), values=[known, self.covered(base, site, at, "n")]), at
            )
        tests = [known]
        for name in names:
            kind = placed(
                ast.Call(
                    func=self.load(PREFIX + "type", name), args=[self.expr(name)], keywords=[]
                ),
                name,
            )
            tests.append(
                placed(
                    ast.Compare(
                        left=kind, ops=[ast.In()], comparators=[self.load(PREFIX + "numbers", name)]
                    ),
                    name,
                )
            )
        return placed(ast.BoolOp(op=ast.And(), values=tests), at)

    def known_look_up(self, node: ast.Call, function: ast.expr, site: int) -> ast.expr:
        """Whether the site has had a look at an object of this class, and an attribute of this name
        has been looked up.
        """
        at = node.func
        obj, wanted = node.args[:2]
        tests = [self.same(function, site, at), self.covered(self.expr(obj), site, at)]
        if isinstance(wanted, ast.Name):
            kind = placed(ast.Call(self.load(PREFIX + "type", at), [self.expr(wanted)], []), at)
            tests.append(placed(ast.Compare(kind, IS, [self.load(PREFIX + "str", at)]), at))
            tests.append(
                placed(
                    ast.Compare(self.expr(wanted), [ast.In()], [self.load(PREFIX + "looked", at)]),
                    at,
                )
            )
        return placed(ast.BoolOp(op=ast.And(), values=tests), at)

    def is_fresh(self, node: ast.expr) -> bool:
        """Whether a store or call is one into what was made just before (see `fresh`), under a name
        that no other function binds.
        """
        name = self.fresh.get(id(node))
        if (
            name is None
            or name in self.sites.global_names
            or name in self.scope.rebound
            or (self.scope.suspends and self.scope is not self.module)
        ):
            # (suspended code may go on in another statement)
            return False
        owner = self.scope.owner(name)
        return owner is (None if self.scope is self.module else self.scope)

    def vet(self, node: ast.expr, site: int) -> None:
        """The site of a store or call that a vetted loop may leave out (see `vetted_loops`)."""
        if self.guards and id(node) in self.vetting:
            self.vetting[id(node)] = site
