"""Puts a probe at the entry of each function in a module of the user's: which of them run, and on
which objects, is seen by whoever calls them.

Nothing else is changed but lists of subclasses: what such a function reads and changes is compared
(`calls/entered`). Lines and positions stay as they are.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from ..objects.classes import MAKING
from .listings import listing, lists_subclasses
from .nodes import LOAD, placed
from .probe_names import CELLS, ENTER, PREFIX
from .simple_code import simple_code

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from .nodes import Node


_RESUMED = (ast.Yield, ast.YieldFrom, ast.Await)
_SUITES = ("body", "orelse", "finalbody")
_OTHERS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_LEAVES = {
    bool, int, str, type(None), ast.Name, ast.Constant, ast.alias, ast.Pass,
    *(
        kind
        for base in (ast.expr_context, ast.operator, ast.unaryop, ast.cmpop, ast.boolop)
        for kind in base.__subclasses__()
    ),
}  # fmt: skip
"""Parts without rewritten nodes."""


class ModuleRewriter:
    """Rewrites the tree of one module in place. `new_entry(receiver, simple)` numbers the
    functions; `receiver`: whether the first argument is looked at each time; `simple`: the reading
    of a function's text (`simple_code`), or None.
    """

    def __init__(self, new_entry: Callable[..., int]) -> None:
        self.new_entry = new_entry
        self.of_class = False
        self.resumes = False
        self.shared = []

    def visit(self, node: Any) -> Any:
        """The node that comes in place of one."""
        visitor = _VISITORS.get(type(node))
        if visitor is not None:
            return visitor(self, node)
        self.generic_visit(node)
        return node

    def generic_visit(self, node: Any) -> None:
        """Rewrite what a node holds. (Each key or name would take `ast.NodeTransformer` as long as
        a function.)
        """
        for name, value in vars(node).items():
            kind = type(value)
            if kind is list:
                for at, part in enumerate(value):
                    if type(part) not in _LEAVES:
                        value[at] = self.visit(part)
            elif kind not in _LEAVES:
                setattr(node, name, self.visit(value))

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        outer, self.of_class = self.of_class, True
        self.generic_visit(node)
        self.of_class = outer
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        simple = simple_code(node)
        receiver = (
            simple.first if simple is not None and simple.uses_first else self._receiver(node)
        )
        outer = (self.of_class, self.resumes, self.shared)
        self.of_class, self.resumes, self.shared = False, isinstance(node, ast.AsyncFunctionDef), []
        self.generic_visit(node)
        resumes, shared = self.resumes, self.shared
        self.of_class, self.resumes, self.shared = outer
        number = self.new_entry(receiver is not None, simple)

        def asks(at: Node) -> ast.If:
            test, enters = self._asks(number, receiver, at)
            if shared:
                enters.args.append(_cells(shared, at))
            return placed(
                ast.If(test=test, body=[placed(ast.Expr(value=enters), at)], orelse=[]), at
            )

        first = node.body[0]
        described = (
            isinstance(first, ast.Expr)
            and isinstance(first.value, ast.Constant)
            and isinstance(first.value.value, str)
        )
        entry = asks(node.body[1] if described and len(node.body) > 1 else first)
        if resumes:
            node.body = _asking(node.body, asks)
        node.body.insert(int(described), entry)
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.Lambda:
        outer, self.of_class = (self.of_class, self.resumes), False
        self.generic_visit(node)
        self.of_class, self.resumes = outer
        node.body = self._asking_first(node.body)
        return node

    def visit_Yield(self, node: ast.Yield) -> ast.Yield:
        self.resumes = True
        self.generic_visit(node)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """A list of subclasses is for the agent to make (`world/subclasses`)."""
        self.generic_visit(node)
        return listing(node, node.func.value, node.args, None) if lists_subclasses(node) else node

    def visit_Nonlocal(self, node: ast.Nonlocal) -> ast.Nonlocal:
        self.shared += node.names
        return node

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.GeneratorExp:
        self.generic_visit(node)
        conditions = node.generators[0].ifs
        if conditions:
            conditions[0] = self._asking_first(conditions[0])
        else:
            node.elt = self._asking_first(node.elt)
        return node

    def _asking_first(self, node: ast.expr) -> ast.expr:
        """The expression, after the entry of the code around."""
        test, enters = self._asks(self.new_entry(False), None, node)
        entry = placed(ast.BoolOp(op=ast.And(), values=[test, enters]), node)
        return placed(ast.BoolOp(op=ast.Or(), values=[entry, node]), node)

    def _receiver(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> str | None:
        """The name of a method's first argument; None of other functions."""
        if not self.of_class or node.name in MAKING:
            return None
        if any(
            isinstance(part, ast.Name) and part.id == "staticmethod" for part in node.decorator_list
        ):
            return None
        given = [*node.args.posonlyargs, *node.args.args]
        return given[0].arg if given else None

    def _asks(self, number: int, receiver: str | None, at: Node) -> tuple[ast.expr, ast.expr]:
        """The test whether an entry is to be looked at, and the call that does."""

        def name(text: str) -> ast.Name:
            return placed(ast.Name(id=text, ctx=LOAD), at)

        asks = name("%se%d" % (PREFIX, number))
        if receiver is not None:
            other = placed(
                ast.Compare(
                    left=name("%ss%d" % (PREFIX, number)),
                    ops=[ast.IsNot()],
                    comparators=[name(receiver)],
                ),
                at,
            )
            asks = placed(ast.BoolOp(op=ast.And(), values=[asks, other]), at)
        return asks, placed(
            ast.Call(func=name(ENTER), args=[placed(ast.Constant(value=number), at)], keywords=[]),
            at,
        )


_VISITORS: dict[type, Callable[[ModuleRewriter, Any], Any]] = {
    ast.ClassDef: ModuleRewriter.visit_ClassDef,
    ast.FunctionDef: ModuleRewriter.visit_FunctionDef,
    ast.AsyncFunctionDef: ModuleRewriter.visit_FunctionDef,
    ast.Lambda: ModuleRewriter.visit_Lambda,
    ast.Yield: ModuleRewriter.visit_Yield,
    ast.YieldFrom: ModuleRewriter.visit_Yield,
    ast.Call: ModuleRewriter.visit_Call,
    ast.Nonlocal: ModuleRewriter.visit_Nonlocal,
    ast.GeneratorExp: ModuleRewriter.visit_GeneratorExp,
}


def _cells(names: list[str], at: Node) -> ast.Lambda:
    """A function whose closure has the variables of these names, of functions around it."""
    variables = placed(
        ast.Tuple(elts=[placed(ast.Name(id=name, ctx=LOAD), at) for name in names], ctx=LOAD), at
    )
    given = placed(ast.arg(arg=CELLS), at)
    arguments = ast.arguments(
        posonlyargs=[], args=[given], kwonlyargs=[], kw_defaults=[], defaults=[]
    )
    return placed(ast.Lambda(args=arguments, body=variables), at)


def _is_resumed(nodes: Iterable[ast.AST]) -> bool:
    """Whether code goes on after a pause in any of these nodes."""
    pending = list(nodes)
    while pending:
        node = pending.pop()
        if isinstance(node, _RESUMED):
            return True
        if not isinstance(node, _OTHERS):
            pending += ast.iter_child_nodes(node)
    return False


def _asking(statements: list[ast.stmt], asks: Callable[[Any], ast.stmt]) -> list[ast.stmt]:
    """A suite of a generator or coroutine that asks wherever it may go on after a pause."""
    built = []
    for at, node in enumerate(statements):
        built.append(node)
        if isinstance(node, _OTHERS):
            continue
        suites = [
            (part, name)
            for part in (node, *getattr(node, "handlers", ()), *getattr(node, "cases", ()))
            for name in _SUITES
            if getattr(part, name, None)
        ]
        if not suites:
            if _is_resumed([node]):
                built.append(asks(node))
            continue
        tried = getattr(node, "handlers", None) is not None and _is_resumed(node.body)
        held = {id(statement) for part, name in suites for statement in getattr(part, name)}
        pauses = isinstance(node, (ast.AsyncFor, ast.AsyncWith)) or _is_resumed(
            part for part in _parts(node) if id(part) not in held
        )
        for part, name in suites:
            suite = getattr(part, name)
            # an error may be thrown into a pause
            starts = (
                [asks(suite[0])]
                if pauses or (tried and (part is not node or name != "body"))
                else []
            )
            setattr(part, name, [*starts, *_asking(suite, asks)])
        if pauses and at + 1 < len(statements):
            built.append(asks(statements[at + 1]))
    return built


def _parts(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a compound statement, with those of its handlers and cases in their place."""
    for part in ast.iter_child_nodes(node):
        if isinstance(part, (ast.ExceptHandler, ast.match_case)):
            yield from ast.iter_child_nodes(part)
        else:
            yield part
