"""Functions whose text tells all of their effects: they compute with numbers and strings, and load
and store attributes of their first argument.

Only the text is looked at. Whether the values at hand are numbers and strings, and the attributes
plain ones, is asked where it is called (`calls/simple_calls`). The file is long because each class
of statements and expressions has its method here.
"""

from __future__ import annotations

import ast
import builtins
import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from .nodes import Node

    Source: TypeAlias = tuple[str, str]
    """Where a value comes from: its kind, and the name of a variable or attribute."""

BUILTINS = {
    name: getattr(builtins, name)
    for name in (
        "abs",
        "bool",
        "complex",
        "divmod",
        "float",
        "int",
        "len",
        "max",
        "min",
        "pow",
        "round",
    )
}
"""Functions that only compute, when they are given numbers and strings."""

MATH = dict(vars(math))
"""What the module has at the start."""

_PARAMETER, _ATTRIBUTE, _GLOBAL, _LOCAL = "parameter", "attribute", "global", "local"
"""Where a value comes from that is not computed."""

NEVER, STRINGS, ANY = range(3)
"""With which values code may fail: with none; with strings or complex numbers among them; with
others too.
"""

_NUMERIC = (ast.Add, ast.Sub, ast.Mult, ast.USub, ast.UAdd, ast.Lt, ast.LtE, ast.Gt, ast.GtE)
"""Operators that do not fail with real numbers."""
_SAFE = (ast.Not, ast.Eq, ast.NotEq, ast.Is, ast.IsNot)


def _fails(operator: ast.operator) -> int:
    return (
        NEVER if isinstance(operator, _SAFE) else STRINGS if isinstance(operator, _NUMERIC) else ANY
    )


class SimpleCode:
    """`first`: the name of the first parameter, None where there is none. Of this argument: the
    loaded (`loads`) and stored attributes (`stores`), some of them stored whichever way the code
    goes, unless the code fails before (`surely`, with the values for failing: NEVER, STRINGS or
    ANY). The `attributes`, other `arguments` and `constants` (variables of the module) that have to
    be numbers and strings, because something is computed with them or they are stored; and the
    names of called `functions`, also of `math`. `names`: all of these names but of arguments.
    """

    __slots__ = (
        "first",
        "loads",
        "stores",
        "surely",
        "attributes",
        "arguments",
        "constants",
        "functions",
        "math",
        "names",
    )

    def __init__(self, text: _Text) -> None:
        self.first = text.first
        self.loads = frozenset(text.loads)
        self.stores = tuple(sorted(text.stores))
        self.surely = dict(text.surely)
        values = text.resolved(text.values)
        self.attributes = frozenset(name for kind, name in values if kind is _ATTRIBUTE)
        self.arguments = frozenset(name for kind, name in values if kind is _PARAMETER)
        self.constants = frozenset(text.globals)
        self.functions = frozenset(text.functions)
        self.math = frozenset(text.math)
        self.names = frozenset(
            {
                *text.loads,
                *text.stores,
                *text.globals,
                *text.functions,
                *text.math,
                *(["math"] if text.math else ()),
            }
        )

    @property
    def uses_first(self) -> bool:
        """Whether anything is loaded from the first argument, or stored into it."""
        return bool(self.loads or self.stores)


def simple_code(node: ast.FunctionDef) -> SimpleCode | None:
    """The effects of a function; None where its text does not tell all of them."""
    given = node.args
    if (
        type(node) is not ast.FunctionDef
        or node.decorator_list
        or given.vararg
        or given.kwarg
        or node.name[:2] == "__"
    ):
        return None
    positional = [argument.arg for argument in (*given.posonlyargs, *given.args)]
    parameters = {*positional, *(argument.arg for argument in given.kwonlyargs)}
    if any(name[:2] == "__" for name in parameters):
        return None
    text = _Text(positional[0] if positional else None, parameters)
    try:
        text.suite(node.body, True)
    except _NotSimple:
        return None
    found = SimpleCode(text)
    return None if text.refused or (found.uses_first and found.first in found.arguments) else found


class _NotSimple(Exception):
    pass


class _Text:
    """Reads the statements of a function. `values`: sources that have to be numbers or strings;
    `locals`: the sources of its variables; `bound`: variables bound by now, whichever way the code
    goes. `fails`: the values with which the code may have failed by now.
    """

    def __init__(self, first: str | None, parameters: set[str]) -> None:
        self.first = first
        self.parameters = parameters
        self.loads = set()
        self.stores = set()
        self.surely = {}
        self.fails = NEVER
        self.bound = set()
        self.values = set()
        self.globals = set()
        self.functions = set()
        self.math = set()
        self.locals = {}

    @property
    def refused(self) -> bool:
        """Whether an argument whose attributes are used is bound to something else, or what was
        taken for a name outside is one of the function's.
        """
        if (self.loads or self.stores) and self.first in self.locals:
            return True
        return not {*self.locals, *self.parameters}.isdisjoint(
            {*self.globals, *self.functions, *(["math"] if self.math else ())}
        )

    def resolved(self, places: set[Source]) -> set[Source]:
        """Where values come from, through the variables that they were kept in."""
        found = set()
        pending = set(places)
        while pending:
            place = pending.pop()
            if place not in found:
                found.add(place)
                pending |= (
                    self.locals.get(place[1], set()) if place[0] in (_LOCAL, _PARAMETER) else set()
                )
        return found

    # -- statements
    # -----------------------------------------------------------------------------------------

    def suite(self, statements: list[ast.stmt], surely: bool) -> bool:
        """Whether what follows surely happens as well."""
        for node in statements:
            surely = self.statement(node, surely)
        return surely

    def statement(self, node: Node, surely: bool) -> bool:
        kind = type(node)
        if kind is ast.Expr:
            self.sources(node.value)
        elif kind is ast.Assign:
            for target in node.targets:
                self.bind(target, node.value, surely)
        elif kind is ast.AnnAssign and node.value is not None:
            self.bind(node.target, node.value, surely)
        elif kind is ast.AugAssign:
            self.compute(node.value)
            self.compute(_loaded(node.target))
            self.may_fail(_fails(node.op))
            self.bind(node.target, None, surely)
        elif kind is ast.Return:
            if node.value is not None:
                self.sources(node.value)
            return False
        elif kind is ast.If:
            self.compute(node.test)
            returns = any(
                isinstance(inner, ast.Return)
                for part in (*node.body, *node.orelse)
                for inner in ast.walk(part)
            )
            self.suite(node.body, False)
            self.suite(node.orelse, False)
            return surely and not returns
        elif kind is not ast.Pass:
            raise _NotSimple
        return surely

    def bind(self, target: ast.expr, value: Any, surely: bool) -> None:
        """`value`: None for something computed."""
        if type(target) is ast.Name:
            self.locals.setdefault(target.id, set()).update(
                set() if value is None else self.sources(value)
            )
            if surely:
                self.bound.add(target.id)
        elif (
            type(target) is ast.Attribute
            and self.is_first(target.value)
            and target.attr[:2] != "__"
        ):
            self.stores.add(target.attr)
            if value is not None:
                self.compute(value)
            if surely:
                self.surely.setdefault(target.attr, self.fails)
        elif (
            type(target) is ast.Tuple
            and type(value) is ast.Tuple
            and len(target.elts) == len(value.elts)
        ):
            for part, given in zip(target.elts, value.elts):
                self.bind(part, given, surely)
        else:
            raise _NotSimple

    def is_first(self, node: ast.Name) -> bool:
        return type(node) is ast.Name and self.first is not None and node.id == self.first

    # -- expressions
    # ----------------------------------------------------------------------------------------

    def may_fail(self, how: int) -> None:
        self.fails = max(self.fails, how)

    def compute(self, node: ast.expr) -> None:
        """What this gives has to be a number or string."""
        self.values |= self.sources(node)

    def sources(self, node: Node) -> set[Source]:
        """Where the value comes from, as far as it is not computed."""
        kind = type(node)
        if kind is ast.Constant:
            return set()
        if kind is ast.Name:
            return {self.variable(node.id)}
        if kind is ast.Attribute:
            return self.attribute(node)
        if kind is ast.IfExp:
            self.compute(node.test)
            return self.sources(node.body) | self.sources(node.orelse)
        if kind is ast.Tuple:
            return set().union(*map(self.sources, node.elts))
        if kind is ast.Compare and all(
            isinstance(operator, (ast.Is, ast.IsNot)) for operator in node.ops
        ):
            for part in (node.left, *node.comparators):
                self.sources(part)
            return set()
        operators = ()
        if kind is ast.Call:
            self.called(node.func)
            if node.keywords:
                raise _NotSimple
            self.may_fail(ANY)
            parts = node.args
        elif kind is ast.BinOp:
            parts, operators = (node.left, node.right), (node.op,)
        elif kind is ast.UnaryOp:
            parts, operators = (node.operand,), (node.op,)
        elif kind is ast.BoolOp:
            parts = node.values
        elif kind is ast.Compare:
            parts, operators = (node.left, *node.comparators), node.ops
        else:
            raise _NotSimple
        for part in parts:
            self.compute(part)
        for operator in operators:
            self.may_fail(_fails(operator))
        return set()

    def variable(self, name: str) -> Source:
        if name in self.parameters:
            return _PARAMETER, name
        if name in self.locals:
            if name not in self.bound:
                self.may_fail(ANY)
            return _LOCAL, name
        self.globals.add(name)
        return _GLOBAL, name

    def attribute(self, node: ast.Attribute) -> set[Source]:
        if self.is_first(node.value) and node.attr[:2] != "__":
            self.loads.add(node.attr)
            return {(_ATTRIBUTE, node.attr)}
        if (
            type(node.value) is ast.Name
            and node.value.id == "math"
            and type(MATH.get(node.attr)) is float
        ):
            self.math.add(node.attr)
            return set()
        raise _NotSimple

    def called(self, function: ast.expr) -> None:
        if type(function) is ast.Name and function.id in BUILTINS:
            self.functions.add(function.id)
        elif (
            type(function) is ast.Attribute
            and type(function.value) is ast.Name
            and function.value.id == "math"
            and callable(MATH.get(function.attr))
            and function.attr[:1] != "_"
        ):
            self.math.add(function.attr)
        else:
            raise _NotSimple


def _loaded(target: ast.expr) -> ast.expr:
    """What `target += value` loads."""
    if isinstance(target, ast.Name):
        return ast.Name(id=target.id, ctx=ast.Load())
    if isinstance(target, ast.Attribute):
        return ast.Attribute(value=target.value, attr=target.attr, ctx=ast.Load())
    raise _NotSimple
