"""Puts probes into expressions; see `cells` for the whole.

A load is wrapped at its base, a call at its callee, an operand where something without probes uses
its content. Only instrumented versions (`full`) have probes for reads; uninstrumented versions keep
those for writes and calls. The file is long because each class of expressions has its method here.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from .bindings import places_of
from .comprehensions import ComprehensionRewriter
from .guarded_calls import GuardedCalls
from .listings import listing, lists_subclasses
from .nodes import LOAD, placed
from .probe_names import HANDED_OUT, ON, PREFIX

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable
    from typing import Any, TypeAlias

    from ..effects.matching import Effects
    from .blocks import Block
    from .nodes import N, Node

    Safe: TypeAlias = Callable[[str, Collection[str], bool], bool]
    """Tells whether a call of a global name, with these keywords, needs no probe in an
    uninstrumented version. The last argument tells whether the cell defines the name.
    """
    Test: TypeAlias = Callable[[Any], ast.expr]
    """Makes the test that chooses between an instrumented and an uninstrumented version."""

_SIMPLE = (ast.Name, ast.Constant)
_OLD = (
    ast.Name, ast.Attribute, ast.Subscript, ast.BoolOp, ast.NamedExpr, ast.Await, ast.Starred, ast.Dict, ast.ListComp, ast.DictComp,
)  # fmt: skip
FRESH = (ast.Constant, ast.JoinedStr, ast.Compare, ast.Lambda, ast.GeneratorExp)
_LITERALS = (
    ast.Constant,
    ast.Tuple,
    ast.List,
    ast.Dict,
    ast.Set,
    ast.ListComp,
    ast.DictComp,
    ast.SetComp,
    ast.JoinedStr,
)
_UNPROBED_CALLEES = frozenset({"super", "locals"})


class ExpressionRewriter(ComprehensionRewriter, GuardedCalls):
    """Rewrites expressions. `safe(name)` says that a call of that global name needs no probe in an
    uninstrumented version.
    """

    def __init__(self, safe: Safe, new_site: Callable[..., int], effects: Effects) -> None:
        super().__init__(new_site, effects)
        self.safe = safe
        self.probes = 0
        self.names = None
        self.assigned_to = {}
        self.full = True
        self.scope = None
        self.scopes = {}

    # -- building
    # -------------------------------------------------------------------------------------------

    def call(
        self, probe: str, at: Node, args: list[ast.expr], keywords: Iterable[ast.keyword] = ()
    ) -> ast.Call:
        self.probes += 1
        function = ast.Name(PREFIX + probe, LOAD)
        call = ast.Call(function, args, list(keywords))
        # `placed` for both: most of the new nodes are made here
        function.lineno = call.lineno = at.lineno
        function.col_offset = call.col_offset = at.col_offset
        function.end_lineno = call.end_lineno = at.end_lineno
        function.end_col_offset = call.end_col_offset = at.end_col_offset
        return call

    def constant(self, value: Any, at: Node) -> ast.Constant:
        return placed(ast.Constant(value), at)

    def on(self, at: Node) -> ast.BoolOp:
        """Whether tracing is on. While it is, asking counts: code whose probes find nothing must
        switch off too.
        """
        flag = placed(ast.Name(id=ON, ctx=LOAD), at)
        return placed(ast.BoolOp(op=ast.And(), values=[flag, self.call("w", at, [])]), at)

    def entry(self, at: Node) -> ast.BoolOp:
        """Whether tracing is on when a function is entered. While it is off, the first call in a
        statement covers what the uninstrumented version reads.
        """
        number = self.sites.new_entry()
        flag = placed(ast.Name(id="%se%d" % (PREFIX, number), ctx=LOAD), at)
        return placed(
            ast.BoolOp(
                op=ast.And(), values=[flag, self.call("e", at, [self.constant(number, at)])]
            ),
            at,
        )

    def lasting(self, build: Callable[[], N]) -> N:
        """Build a lambda or generator expression, which outlives the statement: this code asks, in
        an uninstrumented version too.
        """
        kept = self.full
        self.full = True
        built = build()
        self.full = kept
        return built

    def uninstrumented(self, build: Callable[[], N]) -> N:
        self.full = False
        built = build()
        self.full = True
        return built

    def switch(self, at: Node, build: Callable[[], ast.expr], test: Test | None = None) -> ast.expr:
        """`full if _sluice_on else plain`, or one of them when there is nothing to leave out.
        `test` makes another test than `on`.
        """
        if not self.full:
            return build()
        before = self.probes
        full = build()
        if self.probes == before:
            return full
        return placed(
            ast.IfExp(test=(test or self.on)(at), body=full, orelse=self.uninstrumented(build)), at
        )

    def rebuilt(self, node: N) -> N:
        """A copy of a node with its children rewritten."""
        fields = {}
        for field in node._fields:
            value = getattr(node, field, None)
            if isinstance(value, list):
                if value and isinstance(value[0], ast.stmt):
                    fields[field] = self.suite(value)
                else:
                    fields[field] = [self.any(v) for v in value]
            else:
                fields[field] = self.any(value)
        new = type(node)(**fields)
        return placed(new, node) if node._attributes else new

    def any(self, value: Any) -> Any:
        if isinstance(value, ast.expr):
            return self.expr(value)
        if isinstance(value, (ast.expr_context, ast.operator, ast.unaryop, ast.boolop, ast.cmpop)):
            return value
        if isinstance(value, (ast.keyword, ast.withitem, ast.excepthandler, ast.match_case)):
            return self.rebuilt(value)
        return value

    # -- expressions
    # ----------------------------------------------------------------------------------------

    def expr(self, node: ast.expr) -> Node:
        kind = type(node)
        if kind is ast.Name or kind is ast.Constant:
            return node
        method = getattr(self, "expr_" + kind.__name__, None)
        return method(node) if method is not None else self.rebuilt(node)

    def opaque(self, node: ast.expr) -> ast.expr:
        """An operand whose content is used by something without probes: a deep read of its
        value.
        """
        value = self.expr(node)
        if not self.full or isinstance(node, FRESH):
            return value
        return self.call("v", node, [value])

    def warned_of_once(self, node: ast.expr) -> ast.expr:
        """An operand of `is`, or what is asserted. CPython warns of literals there, and need not
        for the uninstrumented version as well.
        """
        value = self.expr(node)
        if self.full or not isinstance(node, (ast.Constant, ast.Tuple)):
            return value
        return placed(
            ast.IfExp(test=self.constant(True, node), body=value, orelse=self.constant(None, node)),
            node,
        )

    def truth(self, node: ast.expr) -> ast.expr:
        value = self.expr(node)
        if (
            not self.full
            or isinstance(node, (*FRESH, ast.BoolOp, ast.Tuple))
            or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not))
        ):
            return value
        return self.call("t", node, [value])

    def expr_BinOp(self, node: ast.BinOp) -> ast.expr:
        return placed(
            ast.BinOp(left=self.opaque(node.left), op=node.op, right=self.opaque(node.right)), node
        )

    def expr_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        operand = (
            self.truth(node.operand) if isinstance(node.op, ast.Not) else self.opaque(node.operand)
        )
        return placed(ast.UnaryOp(op=node.op, operand=operand), node)

    def expr_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        values = [self.arm(v, self.truth(v)) for v in node.values]
        return placed(ast.BoolOp(op=node.op, values=values), node)

    def expr_IfExp(self, node: ast.IfExp) -> ast.expr:
        body, orelse = (self.arm(n, self.expr(n)) for n in (node.body, node.orelse))
        return placed(ast.IfExp(test=self.truth(node.test), body=body, orelse=orelse), node)

    def arm(self, node: ast.expr, built: ast.expr) -> ast.expr:
        """An operand that may not be evaluated, with its entry probe where it is a block of its
        own.
        """
        if isinstance(node, (ast.Lambda, ast.GeneratorExp)):
            return built
        return self.entered(self.names.suite_of.get(id(node)), built)

    def expr_Compare(self, node: ast.Compare) -> ast.expr:
        identity = (ast.Is, ast.IsNot)
        operands = [node.left, *node.comparators]
        built = []
        for index, operand in enumerate(operands):
            ops = node.ops[max(0, index - 1) : index + 1]
            if all(isinstance(op, identity) for op in ops):
                built.append(self.warned_of_once(operand))
            elif index and isinstance(node.ops[index - 1], (ast.In, ast.NotIn)) and self.full:
                built.append(self.call("n", operand, [self.expr(operand)]))
            else:
                built.append(self.opaque(operand))
        return placed(ast.Compare(left=built[0], ops=node.ops, comparators=built[1:]), node)

    def expr_FormattedValue(self, node: ast.FormattedValue) -> ast.expr:
        spec = self.expr(node.format_spec) if node.format_spec is not None else None
        return placed(
            ast.FormattedValue(
                value=self.opaque(node.value), conversion=node.conversion, format_spec=spec
            ),
            node,
        )

    def expr_Starred(self, node: ast.Starred) -> ast.expr:
        value = self.expr(node.value)
        if isinstance(node.ctx, ast.Load) and self.full:
            value = self.call("i", node, [value])
        return placed(ast.Starred(value=value, ctx=node.ctx), node)

    def expr_Dict(self, node: ast.Dict) -> ast.expr:
        keys = [self.expr(k) if k is not None else None for k in node.keys]
        # `**mapping` takes the whole content
        values = [
            self.expr(v) if k is not None else self.opaque(v)
            for k, v in zip(node.keys, node.values)
        ]
        return placed(ast.Dict(keys=keys, values=values), node)

    def expr_Attribute(self, node: ast.Attribute, augments: bool = False) -> ast.expr:
        if not isinstance(node.ctx, ast.Load) and not self.full:
            return self.guarded_attribute(node, augments)
        if isinstance(node.ctx, ast.Load):
            # the owner of the dictionary is told, so that stores through the dictionary are found
            # under the owner
            handed_out = node.attr in HANDED_OUT and self.only_read is not node
            self.only_read = node.value
            value = self.expr(node.value)
            probe = "a" if self.full or node.attr == "__dict__" else "ho" if handed_out else None
            if probe is not None:
                value = self.call(probe, node.value, [value, self.constant(node.attr, node)])
        else:
            value = self.expr(node.value)
            probe = "d" if isinstance(node.ctx, ast.Del) else "Au" if augments else "A"
            value = self.call(
                probe, node.value, [value, self.constant(node.attr, node), *self.number_of(node)]
            )
        return placed(ast.Attribute(value=value, attr=node.attr, ctx=node.ctx), node)

    def expr_Subscript(self, node: ast.Subscript, augments: bool = False) -> ast.expr:
        load = isinstance(node.ctx, ast.Load)
        if load and (not self.full or isinstance(node.value, _LITERALS)):
            self.only_read = node.value
            base = self.expr(node.value)
            key = (
                self.expr(node.slice)
                if isinstance(node.slice, (ast.Slice, ast.Tuple))
                else self.opaque(node.slice)
            )
            return placed(ast.Subscript(value=base, slice=key, ctx=node.ctx), node)
        if not load and not self.full:
            guarded = self.guarded_item(node, augments)
            if guarded is not None:
                return guarded
        base = self.expr(node.value)
        one, first, second = ("s", "p", "k") if load else ("S", "P", "K")
        if isinstance(node.ctx, ast.Del):
            one, second = "D", "X"
        more = "u" if augments else ""
        key = node.slice
        if isinstance(key, _SIMPLE) or (
            isinstance(key, ast.UnaryOp) and isinstance(key.operand, ast.Constant)
        ):
            base = self.call(one + more, node.value, [base, key, *self.number_of(node)])
        elif isinstance(key, ast.Slice) and not load:
            base = self.call(
                one + more, node.value, [base, self.constant(Ellipsis, node), *self.number_of(node)]
            )
            key = self.rebuilt(key)
        else:
            base = self.call(first, node.value, [base])
            key = self.call(second + more, key, [self.key(key), *self.number_of(node)])
        return placed(ast.Subscript(value=base, slice=key, ctx=node.ctx), node)

    def number_of(self, place: ast.expr) -> list[ast.expr]:
        """The number by which a place that is stored into gets its value, if it is a target of an
        assignment.
        """
        number = self.assigned_to.pop(id(place), None)
        return [] if number is None else [self.constant(number, place)]

    def key(self, node: ast.expr) -> ast.expr:
        """A subscript's key as an ordinary expression: slices inside tuples become calls of
        `slice`.
        """
        if isinstance(node, ast.Tuple):
            elements = [self.key(e) for e in node.elts]
            return placed(ast.Tuple(elts=elements, ctx=LOAD), node)
        if isinstance(node, ast.Slice):
            parts = [
                self.expr(p) if p is not None else self.constant(None, node)
                for p in (node.lower, node.upper, node.step)
            ]
            return self.call("slice", node, parts)
        return self.expr(node)

    def expr_Call(self, node: ast.Call) -> ast.expr:
        callee = node.func
        if isinstance(callee, _LITERALS):
            # CPython only warns of a call of a literal with the literal in place
            return self.rebuilt(node)
        if lists_subclasses(node):
            return listing(
                node, self.expr(callee.value), list(map(self.expr, node.args)), node.lineno
            )
        name = callee.id if isinstance(callee, ast.Name) else None
        if name in _UNPROBED_CALLEES and not node.args:
            return self.rebuilt(node)
        if not self.full:
            literal = isinstance(callee, ast.Attribute) and isinstance(
                callee.value, (ast.Constant, ast.JoinedStr)
            )
            if literal or (
                name is not None and self.scope.owner(name) is None and self.safe_call(name, node)
            ):
                return self.rebuilt(node)
            return self.once(node, self.uninstrumented_call)
        if isinstance(callee, ast.Attribute):
            base = self.call(
                "m", callee.value, [self.expr(callee.value), self.constant(callee.attr, callee)]
            )
            function = self.attribute_of(base, callee)
        else:
            function = self.expr(callee)
        return self.probed_call(node, "c", [self.constant(node.lineno, node), function])

    def safe_call(self, name: str, node: ast.Call) -> bool:
        """Whether this call of a global name needs no probe in an uninstrumented version."""
        keywords = [k.arg for k in node.keywords]
        if None in keywords or name in self.bound or name in self.sites.global_names:
            return False
        return self.safe(name, keywords, name in self.defined)

    def expr_NamedExpr(self, node: ast.NamedExpr) -> ast.expr:
        return placed(ast.NamedExpr(target=node.target, value=self.expr(node.value)), node)

    def expr_Lambda(self, node: ast.Lambda) -> ast.expr:
        args = self.arguments(node.args)
        outer = self.scope
        self.scope = self.scopes[node]

        def build() -> ast.expr:
            body = self.given_back("rv", node.body)
            block = self.names.suite_of.get(id(node))
            return self.entered(block, body)

        # the code of a lambda runs often where the call around it runs once
        kept, self.guards = self.guards, True
        body = self.lasting(
            build if self.scope.suspends else lambda: self.switch(node.body, build, self.entry)
        )
        self.guards = kept
        self.scope = outer
        return placed(ast.Lambda(args=args, body=body), node)

    def entered(self, block: Block | None, body: ast.expr) -> ast.expr:
        """An expression that is a block of its own: its entry probe, which returns None, `or` the
        expression.
        """
        if not self.full or block is None or not block.reads:
            return body
        enter = self.call("b", body, [self.constant(block.key, body)])
        return placed(ast.BoolOp(op=ast.Or(), values=[enter, body]), body)

    def arguments(self, args: ast.arguments) -> ast.arguments:
        fields = {f: getattr(args, f) for f in args._fields}
        fields["defaults"] = [self.expr(d) for d in args.defaults]
        fields["kw_defaults"] = [self.expr(d) if d is not None else None for d in args.kw_defaults]
        return ast.arguments(**fields)

    def iterated(self, node: ast.expr, target: ast.expr | None = None) -> ast.expr:
        """An iterable: its elements are read. What they hold is as well, where `target` stores them
        into items or attributes.
        """
        value = self.expr(node)
        if not self.full or isinstance(node, (ast.Constant, ast.JoinedStr)):
            return value
        if target is not None and places_of(target):
            value = self.call("v", node, [value])
        return self.call("i", node, [value])

    def given_back(self, probe: str, node: ast.expr) -> ast.expr:
        """The result of a function: library code may look into the result."""
        value = self.expr(node)
        return self.call(probe, node, [value]) if self.full and may_be_old(node) else value

    def expr_Yield(self, node: ast.Yield) -> ast.expr:
        value = self.given_back("ry", node.value) if node.value is not None else None
        return self.resumed(placed(ast.Yield(value=value), node))

    def expr_YieldFrom(self, node: ast.YieldFrom) -> ast.expr:
        return self.resumed(placed(ast.YieldFrom(value=self.iterated(node.value)), node))

    def expr_Await(self, node: ast.Await) -> ast.expr:
        return self.resumed(placed(ast.Await(value=self.opaque(node.value)), node))

    def resumed(self, node: ast.expr) -> ast.expr:
        """After a suspension another statement may be running: the function's names are read again,
        and in an uninstrumented version, which has no probes for the rest, everything its frame
        holds.
        """
        scope = self.scope.function()
        if scope.kind != "function" or isinstance(scope.node, ast.Lambda):
            return node
        keys = [self.constant(k, node) for k in self.block_keys(scope.node.body)]
        return self.call("y" if self.full else "Y", node, [node, *keys])

    def block_keys(self, statements: Iterable[ast.AST]) -> list[Any]:
        found = []
        block = self.names.suite_of.get(id(statements))
        if block is not None and block.reads:
            found.append(block.key)
        for node in statements:
            if type(node).__name__ in ("FunctionDef", "AsyncFunctionDef", "ClassDef"):
                continue
            for field in ("body", "orelse", "finalbody"):
                inner = getattr(node, field, None)
                if isinstance(inner, list):
                    found += self.block_keys(inner)
            for holder in [*getattr(node, "handlers", []), *getattr(node, "cases", [])]:
                found += self.block_keys(holder.body)
        return found


def may_be_old(node: ast.AST) -> bool:
    """Whether an expression may give an older object, or a container of older objects."""
    if isinstance(node, (ast.Tuple, ast.List)):
        return any(map(may_be_old, node.elts))
    if isinstance(node, ast.IfExp):
        return may_be_old(node.body) or may_be_old(node.orelse)
    if isinstance(node, ast.Call):
        # (of a literal: CPython warns in each copy of the function, and one without probes has no
        # second copy)
        return not isinstance(node.func, _LITERALS)
    return isinstance(node, _OLD)
