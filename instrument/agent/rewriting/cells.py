"""Puts probes into a cell's syntax tree: an instrumented and an uninstrumented version of every
loop body, comprehension and function.

New nodes are built and positions copied, so tracebacks, `inspect.getsource` and displayed values
stay as they are. Module-level statements stay one node each. Calls stay in the notebook's own
frame: the probe returns the callee and the arguments are given again. Expressions are in
`expressions`, what the probes do is in `probes/`. The file is long because each class of statements
has its method here.
"""

from __future__ import annotations

import ast
import builtins
import itertools
from typing import TYPE_CHECKING

from ..objects.attributes import FOLLOWED, is_special
from .bindings import levels_of, places_of
from .blocks import Names
from .contents import Contents, binds_only, requested
from .definitions import DefinitionRewriter
from .expressions import FRESH, ExpressionRewriter
from .fresh import fresh_stores
from .loops import LoopRewriter
from .nodes import descendants, placed
from .plans import StatementPlan
from .private_names import write_out
from .probe_names import ON
from .scopes import definers, find_scopes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ..effects.matching import Effects
    from ..record.sites import Sites
    from .blocks import Block
    from .expressions import Safe, Test
    from .nodes import Node
    from .outline import Outlines

_numbers = itertools.count(1)
"""Of assignments to items and attributes."""


def _makes_error(node: ast.expr) -> bool:
    """Whether what is raised is a builtin class of errors, or made from one."""
    named = node.func if isinstance(node, ast.Call) else node
    known = getattr(builtins, named.id, None) if isinstance(named, ast.Name) else None
    return isinstance(known, type) and issubclass(known, BaseException)


class Rewriter(DefinitionRewriter, LoopRewriter, ExpressionRewriter):
    """Rewrites one cell. `new_key` numbers blocks and `register` keeps what a block's entry means.
    `unprobed`: the global names that uninstrumented versions call without a probe.
    """

    def __init__(
        self,
        tree: ast.Module,
        new_key: Callable[[], object],
        register: Callable[..., object],
        safe: Safe,
        effects: Effects,
        sites: Sites,
        outlines: Outlines | None,
        unprobed: set[str],
    ) -> None:
        super().__init__(safe, sites.new, effects)
        self.sites = sites
        self.unprobed = unprobed
        self.outlines = outlines
        self.tree = tree
        self.contents = Contents(tree)
        if self.contents.private:
            write_out(tree)
            self.contents = Contents(tree)
        self.definers = frozenset()
        self.facts = {}
        self.fresh = fresh_stores(self.contents)
        self.hoisted = frozenset()
        self.in_turn = False
        self.sure = frozenset()
        self.new_key = new_key
        self.register = register
        self.defined = frozenset()
        self.bound = frozenset()
        self.suspect = frozenset()
        self.rebinds = False
        self.vetting = {}
        self.vetted = frozenset()

    def rewrite(self, display_last: bool = True) -> tuple[ast.Module, list[StatementPlan]]:
        """A new Module and the plan of each of its statements."""
        tree, contents = self.tree, self.contents
        self.scopes = find_scopes(tree)
        self.definers = definers(self.scopes.values())
        self.sites.vetted.stored |= contents.stored
        self.sites.vetted.surprises |= contents.surprises
        self.rebinds = any(scope.rebound for scope in self.scopes.values())
        for scope in self.scopes.values():
            self.sites.global_names |= scope.globals
        self.module = self.scopes[tree]
        self.names = Names(self.scopes, self.new_key, contents.holds(ast.NamedExpr))
        self.scope = self.module
        # (a decorator may return any object)
        self.defined = {
            n.name
            for n in tree.body
            if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef)) and not n.decorator_list
        }
        # (other bindings by the cell)
        self.bound = frozenset(self.module.assigned)
        self.suspect = self.unprobed & (
            self.bound.union(*(scope.globals for scope in self.scopes.values()))
        )
        body = []
        plans = []
        for ordinal, node in enumerate(tree.body):
            block = self.names.statement(node, self.module)
            first = min([node.lineno] + [d.lineno for d in getattr(node, "decorator_list", [])])
            reads, stores = sorted(block.reads), sorted(block.stores)
            plans.append(
                StatementPlan(
                    ordinal,
                    first,
                    node.end_lineno,
                    reads,
                    stores,
                    block.augments,
                    self.names.all_reads,
                    self.names.attributes,
                    contents.imports_in(node),
                    contents.annotates(node),
                    binds_only(node),
                    isinstance(node, (ast.Import, ast.ImportFrom)),
                )  # fmt: skip
            )
        for block in self.names.suite_of.values():
            self.register(block)
        for ordinal, node in enumerate(tree.body):
            if isinstance(node, ast.Expr):
                value = self.expr(node.value)
                if display_last and ordinal == len(tree.body) - 1:
                    value = self.call("o", node.value, [value])
                body.append(placed(ast.Expr(value=value), node))
            elif isinstance(node, (ast.Import, ast.ImportFrom)):
                # (the plan has the imports)
                body.append(self.rebuilt(node))
            else:
                body.extend(self.statement(node))
        return ast.Module(body=body, type_ignores=[]), plans

    # -- statements
    # -----------------------------------------------------------------------------------------

    def statement(self, node: ast.stmt) -> list[ast.stmt]:
        """The statements that replace `node` (one, at module level)."""
        method = getattr(self, "stmt_" + type(node).__name__, None)
        return method(node) if method is not None else [self.rebuilt(node)]

    def suite(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        """A nested suite: its entry probe, then its statements."""
        return self.once(statements, self.new_suite)

    def new_suite(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        body = [*self.bound_anew(self.suspect, statements[0]), *self.sequence(statements)]
        block = self.names.suite_of.get(id(statements))
        if self.full and block is not None and block.tells:
            return [self.enter(block, statements[0]), *body]
        return body

    def enter(self, block: Block, at: Node) -> ast.stmt:
        return placed(ast.Expr(value=self.call("b", at, [self.constant(block.key, at)])), at)

    def both(
        self,
        statements: list[ast.stmt],
        build: Callable[[], list[ast.stmt]],
        test: Test | None = None,
    ) -> list[ast.stmt]:
        """`if _sluice_on: full` / `else: plain`, or one of them. `test` makes another test than
        `on`.
        """
        if not self.full or self.defines(statements):
            return build()
        before = self.probes
        full = build()
        if self.probes == before:
            return full
        at = statements[0]
        return [
            placed(
                ast.If(test=(test or self.on)(at), body=full, orelse=self.uninstrumented(build)), at
            )
        ]

    def stmt_If(self, node: ast.If) -> list[ast.stmt]:
        return [
            placed(
                ast.If(
                    test=self.truth(node.test),
                    body=self.suite(node.body),
                    orelse=self.suite(node.orelse) if node.orelse else [],
                ),
                node,
            )
        ]

    def stmt_Expr(self, node: ast.Expr) -> list[ast.stmt]:
        if self.full or not isinstance(node.value, ast.Yield):
            return [self.rebuilt(node)]
        # nobody has a use for the value
        value = node.value
        given = placed(
            ast.Yield(value=self.expr(value.value) if value.value is not None else None), value
        )
        return [placed(ast.Expr(value=given), node), *self.resumed_here(value)]

    def resumed_here(self, at: Node) -> list[ast.stmt]:
        """Inline code of an uninstrumented version, at points of a possible resumption."""
        empty = self.constant(None, at)
        resumed = self.resumed(empty)
        if resumed is empty:
            return []
        test = placed(ast.BoolOp(op=ast.And(), values=[self.load(ON, at), resumed]), at)
        return [placed(ast.Expr(value=test), at)]

    def stmt_Try(self, node: ast.Try | ast.TryStar) -> list[ast.stmt]:
        """An uninstrumented version may be resumed by an exception, which is caught here."""
        built = self.rebuilt(node)
        if not self.full and any(map(self.contents.may_suspend, node.body)):
            for holder in built.handlers:
                holder.body = [*self.resumed_here(node), *holder.body]
            if built.finalbody:
                built.finalbody = [*self.resumed_here(node), *built.finalbody]
        return [built]

    stmt_TryStar = stmt_Try

    def stmt_Import(self, node: ast.Import) -> list[ast.stmt]:
        """An import anywhere in a statement, in uninstrumented versions as well: the import may run
        code without probes.
        """
        names = tuple(requested(node))
        if not names:
            return [self.rebuilt(node)]
        return [
            placed(ast.Expr(value=self.call("im", node, [self.constant(names, node)])), node),
            self.rebuilt(node),
        ]

    stmt_ImportFrom = stmt_Import

    def stmt_Return(self, node: ast.Return) -> list[ast.stmt]:
        value = self.given_back("rv", node.value) if node.value is not None else None
        return [placed(ast.Return(value=value), node)]

    def stmt_Global(self, node: ast.Global | ast.Nonlocal) -> list[ast.stmt]:
        """Moved to the function's head (see `declarations`); at module level it says nothing."""
        if self.scope.kind == "class":
            return [node]
        return [placed(ast.Pass(), node)]

    stmt_Nonlocal = stmt_Global

    def stmt_Assert(self, node: ast.Assert) -> list[ast.stmt]:
        message = self.opaque(node.msg) if node.msg is not None else None
        test = (
            self.warned_of_once(node.test)
            if isinstance(node.test, ast.Tuple)
            else self.truth(node.test)
        )
        return [placed(ast.Assert(test=test, msg=message), node)]

    def stmt_Raise(self, node: ast.Raise) -> list[ast.stmt]:
        if node.exc is None or _makes_error(node.exc):
            return [self.rebuilt(node)]
        caused = self.constant(node.cause is not None, node.exc)
        error = self.call("E", node.exc, [self.expr(node.exc), caused])
        cause = self.expr(node.cause) if node.cause is not None else None
        return [placed(ast.Raise(exc=error, cause=cause), node)]

    def stmt_Match(self, node: ast.Match) -> list[ast.stmt]:
        cases = [
            ast.match_case(
                pattern=c.pattern,
                guard=self.truth(c.guard) if c.guard is not None else None,
                body=self.suite(c.body),
            )
            for c in node.cases
        ]
        subject = self.opaque(node.subject)
        looked_up = (
            sorted({path for c in node.cases for path in attributes_in(c.pattern)})
            if self.full
            else []
        )
        if looked_up:
            subject = self.call(
                "mv",
                node.subject,
                [subject, *(self.constant(path, node.subject) for path in looked_up)],
            )
        return [placed(ast.Match(subject=subject, cases=cases), node)]

    def with_statement(self, node: ast.With | ast.AsyncWith) -> list[ast.stmt]:
        items = [
            ast.withitem(
                context_expr=self.context(i.context_expr, isinstance(node, ast.AsyncWith)),
                optional_vars=self.expr(i.optional_vars) if i.optional_vars is not None else None,
            )
            for i in node.items
        ]
        built: list[ast.stmt] = [
            placed(type(node)(items=items, body=self.suite(node.body), type_comment=None), node)
        ]
        if not self.full and self.contents.may_suspend(node):
            # (by an exception caught by the manager)
            built += self.resumed_here(node)
        return built

    stmt_With = stmt_AsyncWith = with_statement

    def context(self, node: ast.expr, waits: bool) -> ast.expr:
        """What is entered and left, `waits`: by `async with`."""
        given = [self.expr(node), self.constant(True, node)] if waits else [self.expr(node)]
        return self.call("cm" if self.full else "Cm", node, given)

    def stmt_Assign(self, node: ast.Assign) -> list[ast.stmt]:
        value = self.expr(node.value)
        levels = max(map(levels_of, node.targets))
        if self.full and levels > isinstance(node.value, (ast.Tuple, ast.List)):
            value = self.call("iu", node.value, [value, self.constant(levels, node.value)])
        value = self.assigned(value, node.value, node.targets)
        special = list(filter(self.is_special, node.targets))
        if special:
            names = {
                target.attr if isinstance(target, ast.Attribute) else target.id
                for target in special
            }
            value = self.call(
                "kp", node.value, [value, self.constant(names <= FOLLOWED, node.value)]
            )
        targets = [self.expr(t) for t in node.targets]
        return [placed(ast.Assign(targets=targets, value=value, type_comment=None), node)]

    def is_special(self, target: ast.AST) -> bool:
        """Whether the value is, or may be, a member of a class under a name that Python looks up by
        itself (`__len__ = rows.__len__`).
        """
        if isinstance(target, ast.Attribute):
            return is_special(target.attr)
        return isinstance(target, ast.Name) and self.scope.kind == "class" and is_special(target.id)

    def assigned(self, value: ast.expr, at: Node, targets: list[ast.expr]) -> ast.expr:
        """A value for targets that may copy the content of the value (`frame["a"] = values`):
        probes of these targets get the value by a number.
        """
        places = [place for target in targets for place in places_of(target)]
        if not self.full or not places or isinstance(at, FRESH):
            return value
        number = next(_numbers)
        self.assigned_to.update((id(place), number) for place in places)
        return self.call(
            "va", at, [value, self.constant(number, at), self.constant(len(places), at)]
        )

    def stmt_AugAssign(self, node: ast.AugAssign) -> list[ast.stmt]:
        target = node.target
        if not isinstance(target, ast.Name):
            # the value is the last to be evaluated
            build = (
                self.expr_Attribute if isinstance(target, ast.Attribute) else self.expr_Subscript
            )
            new = build(target, augments=True)
            return [
                placed(ast.AugAssign(target=new, op=node.op, value=self.opaque(node.value)), node)
            ]
        value = self.opaque(node.value)
        if self.full or target.id not in self.hoisted:
            load = self.load(target.id, target)
            value = (
                self.call("u", node.value, [load, value])
                if self.full
                else self.guarded_in_place(load, value, node.value)
            )
        return [placed(ast.AugAssign(target=target, op=node.op, value=value), node)]

    def stmt_AnnAssign(self, node: ast.AnnAssign) -> list[ast.stmt]:
        # Unsound: an annotation (`x: kinds[0]`, also of a function) counts as a read of its
        # names only
        value = self.expr(node.value) if node.value is not None else None
        if value is not None:
            value = self.assigned(value, node.value, [node.target])
        return [
            placed(
                ast.AnnAssign(
                    target=self.expr(node.target) if node.value is not None else node.target,
                    annotation=node.annotation,
                    value=value,
                    simple=node.simple,
                ),
                node,
            )
        ]


def attributes_in(pattern: ast.AST) -> Iterator[str]:
    """What a pattern looks up, as text: `limits.LOW`, and where a class of its keeps the names of
    positions (`Point.__match_args__`).
    """
    for node in descendants(pattern):
        if isinstance(node, ast.MatchValue) and isinstance(node.value, ast.Attribute):
            yield ast.unparse(node.value)
        elif isinstance(node, ast.MatchMapping):
            yield from (ast.unparse(key) for key in node.keys if isinstance(key, ast.Attribute))
        elif isinstance(node, ast.MatchClass):
            yield ast.unparse(node.cls) + ".__match_args__"
