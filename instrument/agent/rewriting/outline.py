"""A module-level loop's uninstrumented version as a function whose names are global: CPython finds
those faster than a module's own.

It is built and compiled when tracing switches off inside the loop, so a loop that is never hot
costs nothing. The function calls itself `<module>` and has the cell's file name and lines, and
tracebacks leave out the call of it.

Unsound, of the run itself: a hot loop at module level goes on in a function. Code that looks for
global names in the frame of its caller (`sys._getframe(1).f_locals['xs']`) does not find them
there.
"""

from __future__ import annotations

import ast
import types
import weakref
from typing import TYPE_CHECKING

from ..objects.cpython import QUALIFIED_CODE
from .bindings import bound_in
from .nodes import descendants
from .probe_names import PREFIX

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeAlias

    from ..objects.locations import Namespace

    BuildLoop: TypeAlias = Callable[
        [Callable[[], ast.expr], list[ast.stmt]], tuple[set[str], list[ast.stmt]]
    ]
    """Builds an uninstrumented loop from the source of its elements and its `else` suite. Gives the
    names that it augments, and its statements.
    """

NAME = PREFIX + "loop"
ARGUMENT = PREFIX + "it"
_NAMESPACES = frozenset(
    {"exec", "eval", "locals", "vars", "dir", "get_ipython", "breakpoint", "super", "__class__"}
)
_FORBIDDEN = (
    ast.Await, ast.AsyncFor, ast.AsyncWith, ast.AnnAssign, ast.Global, ast.Nonlocal, ast.Yield, ast.YieldFrom,
) + ((ast.TypeAlias,) if hasattr(ast, "TypeAlias") else ())  # fmt: skip


def can_outline(loop: ast.For | ast.While) -> bool:
    """Whether a function whose names are all global does the same as this loop at module level."""
    for node in descendants(loop):
        if isinstance(node, _FORBIDDEN):
            return False
        if isinstance(node, ast.Name) and (node.id in _NAMESPACES or node.id.startswith(PREFIX)):
            return False
        if isinstance(node, ast.comprehension) and node.is_async:
            return False
        if isinstance(node, ast.ImportFrom) and any(alias.name == "*" for alias in node.names):
            return False
    return True


class Outlines:
    """The loops of one run that can be outlined."""

    def __init__(self, namespace: Namespace) -> None:
        self.namespace = namespace
        self.codes = weakref.WeakSet()
        self.loops = {}
        self.next = 0

    def new(self, node: ast.For | ast.While, build: BuildLoop) -> int:
        self.next += 1
        self.loops[self.next] = (node, build)
        return self.next

    def forget(self) -> None:
        """The run is over: its loops are not entered again."""
        self.loops.clear()

    def function(
        self, key: int, iterator: object, caller: types.CodeType, augment: Callable[[str], object]
    ) -> types.FunctionType:
        """The uninstrumented loop. Called, it goes on with `iterator` and says whether the loop ran
        to its end.

        `augment(name)` is called for the names that the loop binds by augmented assignment alone.
        """
        found = self.loops[key]
        if len(found) == 2:
            found = self.loops[key] = self._compile(*found, caller)  # pyright: ignore[reportCallIssue]
        code, names = found
        for name in names:
            if name in self.namespace:
                augment(self.namespace[name])
        return types.FunctionType(code, self.namespace, "<module>", (iterator,))

    def _compile(
        self, node: ast.For | ast.While, build: BuildLoop, caller: types.CodeType
    ) -> tuple[types.CodeType, set[str]]:
        at = node

        def constant(value: Any) -> ast.Constant:
            return ast.copy_location(ast.Constant(value=value), at)

        def result(value: object) -> ast.Return:
            return ast.copy_location(ast.Return(value=constant(value)), at)

        source = ast.copy_location(
            ast.Name(id=ARGUMENT, ctx=ast.Load()), getattr(node, "iter", node)
        )
        augmented, statements = build(lambda: source, [result(True)])
        bound = set()
        bound_in(node, bound)
        body = [*statements, result(False)]
        if bound:
            body.insert(0, ast.copy_location(ast.Global(names=sorted(bound)), at))
        arguments = ast.arguments(
            posonlyargs=[], args=[ast.copy_location(ast.arg(arg=ARGUMENT, annotation=None), at)], vararg=None,
            kwonlyargs=[], kw_defaults=[], kwarg=None, defaults=[],
        )  # fmt: skip
        fields = {
            "name": NAME,
            "args": arguments,
            "body": body,
            "decorator_list": [],
            "returns": None,
            "type_comment": None,
        }
        if "type_params" in ast.FunctionDef._fields:
            fields["type_params"] = []
        function = ast.copy_location(ast.FunctionDef(**fields), at)
        # a module's code begins at line 1, which tracebacks with context go by
        function.lineno = 1
        function.col_offset = 0
        module = compile(
            ast.Module(body=[function], type_ignores=[]),
            caller.co_filename,
            "exec",
            _future(caller),
            True,
        )
        code = next(c for c in module.co_consts if isinstance(c, types.CodeType))
        code = _renamed(
            code, NAME + ".<locals>.", {"co_name": "<module>", "co_qualname": "<module>"}
        )
        self.codes.add(code)
        return code, augmented


def _future(code: types.CodeType) -> int:
    """The `from __future__` flags of a code object."""
    import __future__

    flags = 0
    for name in __future__.all_feature_names:
        flags |= getattr(__future__, name).compiler_flag
    return code.co_flags & flags


def _renamed(code: types.CodeType, prefix: str, changes: Any) -> types.CodeType:
    """The code with `prefix` taken from the qualified names of what is defined in it."""
    constants = []
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            own = {}
            if QUALIFIED_CODE and constant.co_qualname.startswith(prefix):
                own["co_qualname"] = constant.co_qualname[len(prefix) :]
            constant = _renamed(constant, prefix, own)
        elif not QUALIFIED_CODE and type(constant) is str and constant.startswith(prefix):
            constant = constant[len(prefix) :]
        constants.append(constant)
    if not QUALIFIED_CODE:
        changes = {k: v for k, v in changes.items() if k != "co_qualname"}
    return code.replace(co_consts=tuple(constants), **changes)
