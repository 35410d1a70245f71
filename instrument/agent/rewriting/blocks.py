"""Global names that a straight-line block reads before writing them, and names that the block
writes.

A block is a suite whose statements all run when its first does (as far as no exception interrupts
it). The module-level statement itself is a block; bodies of `if`, `for`, `try` and functions are
blocks of their own, entered by a probe, and so are the arms of `a if c else b` and the later
operands of `and` and `or` that read names of their own. Imprecise: names in comprehensions, and in
the arms of `a if c else b`, `and` and `or` within generators and coroutines, count as read whenever
the block runs. Unsound: names in a `type` statement or in the bound of a type parameter count as
read there, not at the first use of the alias. The file is long because each class of statements
has its method here.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from ..world.names import NAMESPACES
from .bindings import bound_names
from .nodes import descendants, iter_fields
from .private_names import bound_name
from .scopes import COMPREHENSIONS, annotations

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from .nodes import Node
    from .scopes import Scope

_LEAVES = (ast.Break, ast.Continue, ast.Return)
_EXITS = ("__exit__", "__aexit__")
"""Methods whose answer may be that an exception goes no further."""


class Block:
    """Names by use. `key` is what the entry probe reports; None for a statement's own block.

    `augments`: names that are stored by augmented assignment, which binds an object that changes in
    place to itself; those that are also stored otherwise are in `stores` as well. `targets`: names
    that are bound whenever the block is entered, if the statement does not fail (of `for`, `except`
    and `case`, and those that it stores before anything could leave it). `answers`: it gives an
    answer that abstract classes keep. `catches`: it runs when an exception has come up, or an
    object has died: what is being stored may need what was there.
    """

    __slots__ = ("key", "reads", "stores", "augments", "targets", "answers", "catches")

    def __init__(self, key: object) -> None:
        self.key = key
        self.reads = set()
        self.stores = set()
        self.augments = set()
        self.targets = set()
        self.answers = self.catches = False

    @property
    def tells(self) -> bool:
        """Whether its entry is worth a probe."""
        return bool(
            self.reads
            or self.stores
            or self.augments
            or self.targets
            or self.answers
            or self.catches
        )


def _is_false(value: ast.AST | None) -> bool:
    return value is None or (isinstance(value, ast.Constant) and not value.value)


def _stores_by_name(node: ast.AST) -> bool:
    """`globals()[name] = value`"""
    if not isinstance(node, ast.Subscript) or not isinstance(node.ctx, ast.Store):
        return False
    call = node.value
    return (
        isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id == "globals"
        and not call.args
    )


class Names:
    """Assigns names to blocks. `suite_of` maps id(list of statements) to the Block of its own, if
    any. `walrus`: whether the cell has one.
    """

    def __init__(
        self, scopes: Mapping[ast.AST, Scope], new_key: Callable[[], object], walrus: bool
    ) -> None:
        self.scopes = scopes
        self.walrus = walrus
        self.new_key = new_key
        self.suite_of = {}
        self.all_reads = set()
        self.attributes = set()
        self.splits = True
        self.guarded = 0

    def statement(self, node: ast.stmt, module: Scope) -> Block:
        """The block of one module-level statement, and names it stores on some path only."""
        block = Block(None)
        self.all_reads, self.attributes = set(), set()
        self._statement(node, module, block, set())
        return block

    # -- suites
    # ---------------------------------------------------------------------------------------------

    def _suite(
        self,
        statements: list[ast.stmt],
        scope: Scope,
        assigned: set[str],
        stored: Collection[str] = (),
    ) -> set[str]:
        block = Block(self.new_key())
        self.suite_of[id(statements)] = block
        block.targets.update(n for n in stored if scope.owner(n) is None)
        assigned = set(assigned) | set(stored)
        sure = scope.kind == "module" and not self.guarded
        for node in statements:
            before = set(block.stores)
            assigned = self._statement(node, scope, block, assigned)
            if sure:
                block.targets |= block.stores - before
                sure = not any(isinstance(inner, _LEAVES) for inner in descendants(node))
        return assigned

    def _guarded_suite(
        self, statements: list[ast.stmt], scope: Scope, assigned: set[str]
    ) -> set[str]:
        """A suite whose exceptions may be swallowed: its stores are never certain."""
        self.guarded += 1
        try:
            return self._suite(statements, scope, assigned)
        finally:
            self.guarded -= 1

    def _function(
        self, node: ast.AsyncFunctionDef | ast.FunctionDef, block_statements: list[ast.stmt]
    ) -> None:
        inner = self.scopes[node]
        block = Block(self.new_key())
        name = getattr(node, "name", None)
        block.answers = name == "__subclasshook__"
        block.catches = (
            name == "__del__"
            or name in _EXITS
            and any(
                isinstance(child, ast.Return) and not _is_false(child.value)
                for child in descendants(node)
            )
        )
        self.suite_of[id(block_statements)] = block
        for child in block_statements:
            self._statement(child, inner, block, set())

    def _statement(
        self, node: ast.stmt, scope: Scope, block: Block, assigned: set[str]
    ) -> set[str]:
        method = getattr(self, "_" + type(node).__name__, None)
        if method is not None:
            return method(node, scope, block, assigned)
        for child in iter_fields(node):
            self._use(child, scope, block, assigned)
        return self._stored(node, scope, block, assigned)

    def _stored(self, node: ast.stmt, scope: Scope, block: Block, assigned: set[str]) -> set[str]:
        binder = scope.function()
        if binder.kind != "module" and not binder.globals:
            return assigned
        names = set()
        bound_names(node, names, surely=True, walrus=self.walrus)
        here = {n for n in names if scope.owner(n) is None}
        block.stores |= here
        return assigned | here if scope.kind == "module" else assigned

    def _AugAssign(
        self, node: ast.AugAssign, scope: Scope, block: Block, assigned: set[str]
    ) -> set[str]:
        self._use(node.target, scope, block, assigned)
        if _stores_by_name(node.target):
            self.all_reads.add("globals")
        if isinstance(node.target, ast.Name):
            load = ast.Name(id=node.target.id, ctx=ast.Load())
            self._use(load, scope, block, assigned)
        self._use(node.value, scope, block, assigned)
        if not isinstance(node.target, ast.Name):
            return self._stored(node, scope, block, assigned)
        name = node.target.id
        if scope.owner(name) is None:
            block.augments.add(name)
        return assigned | {name} if scope.kind == "module" else assigned

    def _AnnAssign(
        self, node: ast.AnnAssign, scope: Scope, block: Block, assigned: set[str]
    ) -> set[str]:
        for child in (node.annotation, node.target):
            self._use_unsplit(child, scope, block, assigned)
        if node.value is not None:
            self._use(node.value, scope, block, assigned)
        if node.value is None:
            return assigned
        return self._stored(node, scope, block, assigned)

    def _If(self, node: ast.If, scope: Scope, block: Block, assigned: set[str]) -> set[str]:
        self._use(node.test, scope, block, assigned)
        assigned = self._stored(node.test, scope, block, assigned)
        yes = self._suite(node.body, scope, assigned)
        no = self._suite(node.orelse, scope, assigned) if node.orelse else assigned
        return yes & no

    def _For(
        self, node: ast.AsyncFor | ast.For, scope: Scope, block: Block, assigned: set[str]
    ) -> set[str]:
        self._use(node.iter, scope, block, assigned)
        self._use(node.target, scope, block, assigned)
        targets = set()
        bound_names(node.target, targets)
        self._suite(node.body, scope, assigned, targets)
        if node.orelse:
            self._suite(node.orelse, scope, assigned)
        return assigned

    _AsyncFor = _For

    def _While(self, node: ast.While, scope: Scope, block: Block, assigned: set[str]) -> set[str]:
        self._use(node.test, scope, block, assigned)
        self._suite(node.body, scope, assigned)
        if node.orelse:
            self._suite(node.orelse, scope, assigned)
        return assigned

    def _With(
        self, node: ast.AsyncWith | ast.With, scope: Scope, block: Block, assigned: set[str]
    ) -> set[str]:
        for item in node.items:
            self._use(item.context_expr, scope, block, assigned)
            if item.optional_vars is not None:
                self._use(item.optional_vars, scope, block, assigned)
                assigned = self._stored(item.optional_vars, scope, block, assigned)
        # __exit__ may swallow an exception: stores of the body are uncertain afterwards
        self._guarded_suite(node.body, scope, assigned)
        return assigned

    _AsyncWith = _With

    def _Try(
        self, node: ast.Try | ast.TryStar, scope: Scope, block: Block, assigned: set[str]
    ) -> set[str]:
        self._guarded_suite(node.body, scope, assigned)
        for handler in node.handlers:
            if handler.type is not None:
                self._use(handler.type, scope, block, assigned)
            self._suite(handler.body, scope, assigned, [handler.name] if handler.name else [])
            self.suite_of[id(handler.body)].catches = True
        if node.orelse:
            self._suite(node.orelse, scope, assigned)
        if node.finalbody:
            self._suite(node.finalbody, scope, assigned)
        return assigned

    _TryStar = _Try

    def _Match(self, node: ast.Match, scope: Scope, block: Block, assigned: set[str]) -> set[str]:
        self._use(node.subject, scope, block, assigned)
        for case in node.cases:
            captured = set()
            bound_names(case.pattern, captured)
            self._use_unsplit(case.pattern, scope, block, assigned)
            if case.guard is not None:
                self._use(case.guard, scope, block, assigned | captured)
            self._suite(case.body, scope, assigned, captured)
        return assigned

    def _FunctionDef(
        self,
        node: ast.AsyncFunctionDef | ast.FunctionDef,
        scope: Scope,
        block: Block,
        assigned: set[str],
    ) -> set[str]:
        for child in [*node.decorator_list, *node.args.defaults, *node.args.kw_defaults]:
            if child is not None:
                self._use(child, scope, block, assigned)
        for child in annotations(node):
            self._use_unsplit(child, scope, block, assigned)
        self._function(node, node.body)
        name = bound_name(node)
        if scope.owner(name) is None:
            block.stores.add(name)
            return assigned | {name}
        return assigned

    _AsyncFunctionDef = _FunctionDef

    def _ClassDef(
        self, node: ast.ClassDef, scope: Scope, block: Block, assigned: set[str]
    ) -> set[str]:
        for child in [*node.decorator_list, *node.bases, *node.keywords]:
            self._use(child, scope, block, assigned)
        inner = self.scopes[node]
        for child in node.body:
            self._statement(child, inner, block, assigned)
        name = bound_name(node)
        if scope.owner(name) is None:
            block.stores.add(name)
            return assigned | {name}
        return assigned

    def _TypeAlias(self, node: Node, scope: Scope, block: Block, assigned: set[str]) -> set[str]:
        self._use_unsplit(node.value, scope, block, assigned)
        return self._stored(node, scope, block, assigned)

    # -- expressions
    # ----------------------------------------------------------------------------------------

    def _use_unsplit(self, node: ast.AST, scope: Scope, block: Block, assigned: set[str]) -> None:
        """Names of an expression that stays without probes: its arms cannot be blocks of their
        own.
        """
        splits, self.splits = self.splits, False
        self._use(node, scope, block, assigned)
        self.splits = splits

    def _after(self, node: ast.AST, scope: Scope, assigned: set[str]) -> set[str]:
        """Names that are bound once an operand has been evaluated (`(n := f()) and n`)."""
        names = set()
        if self.walrus and scope.kind == "module":
            bound_names(node, names, surely=True)
        return assigned | names if names else assigned

    def _arm(self, node: ast.AST, scope: Scope, block: Block, assigned: set[str]) -> None:
        """An operand that may not be evaluated."""
        # a lambda or generator expression is a block itself, and a suspended frame has its names
        # read again as a whole
        if (
            not self.splits
            or scope.function().suspends
            or isinstance(node, (ast.Lambda, ast.GeneratorExp))
        ):
            self._use(node, scope, block, assigned)
            return
        arm = Block(None)
        self._use(node, scope, arm, assigned)
        if not arm.reads <= block.reads:
            arm.key = self.new_key()
            self.suite_of[id(node)] = arm

    def _use(self, node: Node, scope: Scope, block: Block, assigned: set[str]) -> None:
        kind = type(node)
        if kind is ast.Constant:
            return
        if kind is ast.Name:
            if type(node.ctx) is not ast.Store:
                owner = scope.owner(node.id)
                # a name bound in a class body may still be read from the globals first
                if (owner is None or owner.kind == "class") and node.id not in assigned:
                    block.reads.add(node.id)
                    self.all_reads.add(node.id)
            return
        if kind is ast.Subscript and _stores_by_name(node):
            # the call looks no name up, and the stored name shows afterwards
            block.reads.add(node.value.func.id)
            self._use(node.slice, scope, block, assigned)
            return
        if kind is ast.Attribute:
            self.attributes.add(node.attr)
            if node.attr in NAMESPACES or node.attr == "modules":
                self.all_reads.add(node.attr)
        elif (
            kind is ast.Call
            and type(node.func) is ast.Name
            and not node.args
            and scope.kind == "module"
            and node.func.id in ("locals", "vars")
        ):
            self.all_reads.add("globals")
        elif kind is ast.IfExp:
            self._use(node.test, scope, block, assigned)
            assigned = self._after(node.test, scope, assigned)
            for arm in (node.body, node.orelse):
                self._arm(arm, scope, block, assigned)
            return
        elif kind is ast.BoolOp:
            self._use(node.values[0], scope, block, assigned)
            for before, arm in zip(node.values, node.values[1:]):
                assigned = self._after(before, scope, assigned)
                self._arm(arm, scope, block, assigned)
            return
        elif kind is ast.Lambda:
            for child in [*node.args.defaults, *node.args.kw_defaults]:
                if child is not None:
                    self._use(child, scope, block, assigned)
            inner = Block(self.new_key())
            self.suite_of[id(node)] = inner
            self._use(node.body, self.scopes[node], inner, set())
            return
        elif kind in COMPREHENSIONS:
            self._use(node.generators[0].iter, scope, block, assigned)
            if isinstance(node, ast.GeneratorExp):
                # the rest runs when somebody takes elements, maybe in another statement
                block = self.suite_of[id(node)] = Block(self.new_key())
                assigned = set()
            inner = self.scopes[node]
            for index, generator in enumerate(node.generators):
                if index:
                    self._use(generator.iter, inner, block, assigned)
                for child in [generator.target, *generator.ifs]:
                    self._use(child, inner, block, assigned)
            for field in ("elt", "key", "value"):
                child = getattr(node, field, None)
                if child is not None:
                    self._use(child, inner, block, assigned)
            return
        for child in iter_fields(node):
            self._use(child, scope, block, assigned)
