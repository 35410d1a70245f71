"""Notebook functions on their way to another process or to a compiler: probes stay here, so they go as the plain code of their cell.

cloudpickle (joblib's copy as well) pickles functions by value, code object included; where it looks code objects up, we
put the code that the cell compiles to without probes. numba looks at the code of what it compiles, and gets the same.
Nothing is compiled before something asks.

Unsound, of the run itself: a function of the notebook's with a closure variable that an inner function assigns keeps its probes
where it is sent to another process (cloudpickle, joblib), and fails there.
"""

import ast
import functools
import sys
import types
import weakref

from ..rewriting.probe_names import CELLS

_NUMBA = "numba.core.bytecode"
_PICKLERS = ("cloudpickle.cloudpickle", "joblib.externals.cloudpickle.cloudpickle")


class PlainCode:
    """Keeps the trees of cells whose functions are alive, and finds the plain twin of a probed code object."""

    def __init__(self):
        self.trees = {}
        self.known = {}
        self.living = {}
        self.twins = {}
        self.unpatched = {_NUMBA, *_PICKLERS}

    def remember(self, code, tree):
        """The untouched tree of a cell, of which a statement compiled to `code`; for as long as a function in it lives."""
        filename = code.co_filename
        for inner in _inner_code(code):
            self.trees.setdefault(filename, tree)
            # by identity: code objects are equal when their text is
            living = self.living.setdefault(filename, {})
            living[id(inner)] = weakref.ref(inner, functools.partial(self._forget, filename, id(inner)))

    def pair(self, probed, plain):
        """The code of a module with and without probes. Gives whether they are alike: else it must not be used."""
        ours = [code for code in _inner_code(probed) if code.co_varnames != (CELLS,)]
        theirs = list(_inner_code(plain))
        pairs = list(zip(ours, theirs))
        if len(ours) != len(theirs) or any(_identity(one) != _identity(other) for one, other in pairs):
            return False
        for one, other in pairs:
            key = id(one)
            self.twins[key] = (other, weakref.ref(one, lambda _, key=key: self.twins.pop(key, None)))
        return True

    def is_probed(self, code):
        """Whether this is code of a module that was loaded with probes."""
        return id(code) in self.twins

    def _forget(self, filename, key, ref):
        living = self.living.get(filename)
        if living is not None and living.get(key) is ref:
            del living[key]
            if not living:
                del self.living[filename], self.trees[filename]
                self.known.pop(filename, None)

    def plain(self, code):
        """The code object that the cell would have without probes, or the same one."""
        if id(code) in self.twins:
            return self.twins[id(code)][0]
        if type(code) is not types.CodeType or code.co_filename not in self.trees:
            return code
        if code.co_filename not in self.known:
            module = compile(self.trees[code.co_filename], code.co_filename, "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
            self.known[code.co_filename] = {_identity(inner): inner for inner in _inner_code(module)}
        twin = self.known[code.co_filename].get(_identity(code))
        return twin if twin is not None and twin.co_freevars == code.co_freevars else code

    def patch(self):
        """Make the picklers and compilers that are loaded use plain code."""
        # (asked for each module that is loaded)
        if sys.modules.keys().isdisjoint(self.unpatched):
            return
        numba = sys.modules.get(_NUMBA)
        real = getattr(numba, "get_code_object", None)
        if real is not None and _NUMBA in self.unpatched:
            self.unpatched.remove(_NUMBA)
            numba.get_code_object = lambda obj, real=real: self.plain(real(obj))
        for name in self.unpatched.intersection(_PICKLERS):
            table = getattr(getattr(sys.modules.get(name), "Pickler", None), "_dispatch_table", None)
            real = table.get(types.CodeType) if isinstance(table, dict) else None
            if real is not None:
                self.unpatched.remove(name)
                table[types.CodeType] = lambda code, real=real: real(self.plain(code))


def _identity(code):
    return (code.co_name, code.co_firstlineno, code.co_argcount, code.co_kwonlyargcount, code.co_flags & 0x2AC)


def _inner_code(code):
    """The code objects in a code object. Each may outlive the one around it: a method its class body, a closure its maker."""
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield constant
            yield from _inner_code(constant)
