"""The nodes anywhere in a cell. Each copy of each loop asks about its part; mostly the whole cell
has no such node, which answers the question.
"""

from __future__ import annotations

import ast

from .nodes import descendants
from .private_names import is_private

_SURPRISES = frozenset(
    {
        "__class__", "__dict__", "__globals__", "__main__", "__setattr__", "_getframe", "delattr", "eval", "exec", "f_globals", "f_locals",
        "get_ipython", "globals", "locals", "setattr", "user_ns", "vars",
    }
)  # fmt: skip
"""Names with whose help code changes classes, methods and global names in ways that are not seen in
its text.
"""
_COMPILERS = frozenset({"compile", "eval", "exec"})
_FRAME_READERS = frozenset({"locals", "vars", "dir", "eval", "exec"})
_IMPORTS = (ast.Import, ast.ImportFrom)
_SUSPENDING = (ast.Yield, ast.YieldFrom, ast.Await, ast.AsyncFor, ast.AsyncWith)


def requested(node: ast.Import | ast.ImportFrom) -> list[str]:
    """The modules that an import statement names; with `from a import b`, `a.b` may be one. `a.*`:
    all names of `a`.
    """
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if node.level or not node.module:
        return []
    return [node.module, *(node.module + "." + alias.name for alias in node.names)]


class Contents:
    """The nodes of a cell and their classes, the used names, and the attributes of stores."""

    def __init__(self, tree: ast.Module) -> None:
        self.nodes = descendants(tree)
        self.kinds = set()
        self.names = set()
        self.stored = set()
        self.annotated = self.asynchronous = False
        attributes = set()
        for node in self.nodes:
            kind = type(node)
            self.kinds.add(kind)
            if kind is ast.Name:
                self.names.add(node.id)
            elif kind is ast.Attribute:
                attributes.add(node.attr)
                if type(node.ctx) is not ast.Load:
                    self.stored.add(node.attr)
            elif kind is ast.arg:
                self.annotated |= node.annotation is not None
            elif kind is ast.comprehension:
                self.asynchronous |= bool(node.is_async)
            elif kind is ast.FunctionDef or kind is ast.AsyncFunctionDef:
                self.annotated |= node.returns is not None
        self.private = ast.ClassDef in self.kinds and any(
            map(is_private, (*self.names, *attributes))
        )
        self.annotated |= ast.AnnAssign in self.kinds or not self.names.isdisjoint(_COMPILERS)
        self.surprises = not _SURPRISES.isdisjoint(self.names) or not _SURPRISES.isdisjoint(
            attributes
        )
        self.suspends = self.asynchronous or self.holds(*_SUSPENDING)
        self.unbinds = self.holds(ast.Delete, ast.ExceptHandler)

    def holds(self, *kinds: type) -> bool:
        """Whether there is a node of one of these classes."""
        return not self.kinds.isdisjoint(kinds)

    def imports_in(self, node: ast.AST) -> set[str]:
        """The modules that a statement names in its import statements, also where they need not
        run.
        """
        if not self.holds(*_IMPORTS):
            return set()
        return {
            name
            for child in descendants(node)
            if isinstance(child, _IMPORTS)
            for name in requested(child)
        }

    def annotates(self, node: ast.AST) -> bool:
        """Whether a statement has annotations, or compiles code, which takes over what the cell is
        compiled with.
        """
        return self.annotated and any(map(_annotates, descendants(node)))

    def may_suspend(self, node: ast.AST) -> bool:
        """Whether running this node can suspend the function it stands in."""
        return self.suspends and any(
            isinstance(child, _SUSPENDING)
            or (isinstance(child, ast.comprehension) and bool(child.is_async))
            for child in descendants(node)
        )

    def unbound_somewhere(self, function: ast.AST) -> set[str]:
        """Names that a function may unbind: deleted, or the name of a handler's exception."""
        found = set()
        for node in descendants(function) if self.unbinds else ():
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Del):
                found.add(node.id)
            elif isinstance(node, ast.ExceptHandler) and node.name:
                found.add(node.name)
        return found

    def reads_frames(self, function: ast.AST) -> bool:
        """Whether a function uses a name with whose help local variables are seen."""
        if _FRAME_READERS.isdisjoint(self.names):
            return False
        return any(
            isinstance(node, ast.Name) and node.id in _FRAME_READERS
            for node in descendants(function)
        )


def _annotates(node: ast.AST) -> bool:
    match node:
        case ast.AnnAssign():
            return True
        case ast.arg(annotation=annotation):
            return annotation is not None
        case ast.FunctionDef(returns=returns) | ast.AsyncFunctionDef(returns=returns):
            return returns is not None
        case ast.Name(id=name):
            return name in _COMPILERS
    return False


def holds_definition(statements: list[ast.stmt]) -> bool:
    """Whether a suite defines a function or class: copying it would double the code at every
    level.
    """
    return any(
        isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
        for node in statements
        for child in descendants(node)
    )


_VALUES = (ast.Constant, ast.Name, ast.List, ast.Tuple, ast.Dict, ast.expr_context)


def binds_only(node: ast.stmt) -> bool:
    """Whether a statement gives names to constants, other names' values and containers of these, or
    to functions, and runs nothing.
    """
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        arguments = node.args
        annotations = [
            node.returns,
            *(arg.annotation for arg in descendants(arguments) if isinstance(arg, ast.arg)),
        ]
        return (
            not node.decorator_list
            and not any(annotations)
            and all(map(_is_value, [*arguments.defaults, *filter(None, arguments.kw_defaults)]))
        )
    return (
        isinstance(node, ast.Assign)
        and all(isinstance(target, ast.Name) for target in node.targets)
        and _is_value(node.value)
    )


def _is_value(node: ast.AST) -> bool:
    return all(isinstance(part, _VALUES) for part in descendants(node))
