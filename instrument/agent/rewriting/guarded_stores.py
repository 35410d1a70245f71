"""Stores in uninstrumented versions: guarded by an inline cache (see `record/sites`), with a probe
where the cache does not hold.

    B.x = v        (B if B is k1 or type(B) is t1 else _sluice_la(1, B)).x = v
    B[key] = v     B[key if B is k1 or type(B) is t1 else _sluice_lk(1, B, key)] = v

Deletions have the probes `_sluice_lx` and `_sluice_ld`.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from .guards import Guards
from .nodes import placed
from .probe_names import PREFIX

if TYPE_CHECKING:
    from .nodes import Node


class GuardedStores(Guards):
    """The part of the expression rewriter for stores in uninstrumented versions."""

    def guarded_attribute(self, node: ast.Attribute, augments: bool) -> ast.expr:
        """The target of a store into an attribute, or of its deletion."""
        at = node.value
        base = self.expr(at)
        if id(node) in self.vetted:
            return placed(ast.Attribute(value=base, attr=node.attr, ctx=node.ctx), node)
        site = self.new_site(node.lineno, node.attr, augments)
        self.vet(node, site)
        number = self.constant(site, at)
        probe = "lx" if isinstance(node.ctx, ast.Del) else "la"
        pair = self.held(base) if self.guards else None
        if pair is None:
            value = self.call(probe, at, [number, base])
        else:
            first, again = pair
            tests = [self.same(first, site, at), self.covered(again, site, at)]
            value = self.choose(tests, again, self.call(probe, at, [number, again]), at)
        return placed(ast.Attribute(value=value, attr=node.attr, ctx=node.ctx), node)

    def guarded_in_place(self, load: ast.Name, value: ast.expr, at: Node) -> ast.expr:
        """The operand of `x += value`: numbers and strings are not changed in place, and lists or
        sets that the site knows are recorded.
        """
        site = self.new_site(load.lineno)
        kind = self.call("type", load, [load])
        atomic = placed(
            ast.Compare(
                left=kind, ops=[ast.In()], comparators=[self.load(PREFIX + "atomic", load)]
            ),
            load,
        )
        tests = [atomic, self.same(load, site, load), self.covered(load, site, load)]
        return self.choose(
            tests, value, self.call("lu", at, [self.constant(site, load), load, value]), load
        )

    def guarded_item(self, node: ast.Subscript, augments: bool) -> ast.expr | None:
        """The target of a store into an item, or of its deletion; None where it cannot be
        guarded.
        """
        if not self.guards:
            return None
        at = node.value
        if self.is_fresh(node):
            return placed(
                ast.Subscript(value=self.expr(at), slice=self.key(node.slice), ctx=node.ctx), node
            )
        pair = self.held(self.expr(at))
        if pair is None:
            return None
        first, again = pair
        site = self.new_site(node.lineno, None, augments)
        tests = [self.same(again, site, at), self.covered(again, site, at)]
        slow = self.unguarded(lambda: self.key(node.slice))
        probe = "ld" if isinstance(node.ctx, ast.Del) else "lk"
        probe = self.call(probe, node.slice, [self.constant(site, at), again, slow])
        key = self.choose(tests, self.key(node.slice), probe, node.slice)
        return placed(ast.Subscript(value=first, slice=key, ctx=node.ctx), node)
