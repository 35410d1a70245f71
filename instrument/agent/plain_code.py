"""Notebook functions on their way to another process: probes stay here, so they travel as the plain code of their cell.

cloudpickle (joblib's copy as well) pickles functions by value, code object included; where it looks code objects up, we
put the code that the cell compiles to without probes. Nothing is compiled before something is pickled.

Unsound: a function with a closure variable that an inner function assigns keeps its probed code and fails elsewhere.
"""

import ast
import sys
import types

_PICKLERS = ("cloudpickle.cloudpickle", "joblib.externals.cloudpickle.cloudpickle")
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


class PlainCode:
    """Keeps the trees of cells that define functions, and finds the plain twin of a probed code object."""

    def __init__(self):
        self.trees = {}
        self.known = {}
        self.patched = set()

    def remember(self, filename, tree):
        """The untouched tree of a cell, by the file name its code gets."""
        if filename not in self.trees and any(isinstance(node, _DEFINITIONS) for node in ast.walk(tree)):
            self.trees[filename] = tree

    def plain(self, code):
        """The code object that the cell would have without probes, or the same one."""
        if code.co_filename not in self.trees:
            return code
        if code.co_filename not in self.known:
            module = compile(self.trees[code.co_filename], code.co_filename, "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
            self.known[code.co_filename] = dict(_nested(module))
        twin = self.known[code.co_filename].get(_identity(code))
        return twin if twin is not None and twin.co_freevars == code.co_freevars else code

    def patch(self):
        """Make the picklers that are loaded use plain code."""
        for name in _PICKLERS:
            module = sys.modules.get(name)
            if module is None or name in self.patched:
                continue
            table = getattr(getattr(module, "Pickler", None), "_dispatch_table", None)
            real = table.get(types.CodeType) if isinstance(table, dict) else None
            if real is not None:
                self.patched.add(name)
                table[types.CodeType] = lambda code, real=real: real(self.plain(code))


def _identity(code):
    return (code.co_name, code.co_firstlineno, code.co_argcount, code.co_kwonlyargcount, code.co_flags & 0x2AC)


def _nested(code):
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield _identity(constant), constant
            yield from _nested(constant)
