"""What code of compiled libraries may keep where Python cannot look: a call that nothing is declared for may read and change it.

What a stub says of a package as a whole (`__state__`) counts. Of a package that has code in C and that nothing at all is declared for, everything that no
comparison shows is one chain: of calls that are handed objects of it (OBJECTS), what all its objects share; of functions (STATE), what it keeps besides. Such a
call may also go elsewhere, so a slice through it says that it is not guaranteed.

Imprecise: all that is read and changed of such a package is one chain.
Unsound: what attributes of such objects show without a call (`handle.count`), where another object that shares its state has changed it.
"""

import importlib.machinery
import sys
import types

from ..effects.matching import Found
from ..objects.attributes import home
from ..objects.locations import WHOLE
from ..world.library_state import modules_of
from ..world.package_state import PLUMBING

STATE, OBJECTS = ".state", ".objects"
"""How the locations of a library end."""
NOT_SEEN = "nothing is declared for %s, which is compiled: what it does elsewhere is not seen"
_EXTENSIONS = tuple(importlib.machinery.EXTENSION_SUFFIXES)
_APART = frozenset((*sys.stdlib_module_names, *PLUMBING, "__main__", "builtins"))


class CompiledCode:
    """Records what calls may do to it. `compiled`: whether packages have code in C, by name, with the number of modules at the time."""

    def __init__(self, recorder, effects, applied):
        self.recorder = recorder
        self.effects = effects
        self.applied = applied
        self.compiled = {}

    def call(self, callee, args, kwargs):
        """Record what an unknown call may read and change of what its library keeps in C."""
        package = package_of(callee)
        if package in _APART or package in self.recorder.imports.local:
            return
        declared = self.effects.state_of(package)
        if declared is not None:
            self.applied.apply(Found(declared), args, kwargs, deep=False)
        elif package not in self.effects.library.packages and self._is_compiled(package):
            self._chain(package, callee, (getattr(callee, "__self__", None), *args, *kwargs.values()))

    def _chain(self, package, callee, given):
        recorder = self.recorder
        recorder.escape(NOT_SEEN % package)
        self.applied.on_files(())
        if any(_library_of(home(type(value))) == package for value in given):
            recorder.mutate(package + OBJECTS, WHOLE, "assumed")
        elif not issubclass(type(callee), type):
            recorder.mutate(package + STATE, WHOLE, "assumed")
        recorder.read_setting(package + STATE, "assumed")
        recorder.read_setting(package + OBJECTS, "assumed")

    def _is_compiled(self, package):
        known = self.compiled.get(package)
        if known is None or known[0] != len(sys.modules):
            modules = [*modules_of(package), *modules_of("_" + package)]
            known = self.compiled[package] = (len(sys.modules), any(map(_has_code_in_c, modules)))
        return known[1]


def package_of(callee):
    """The top-level package that a callee comes from; "" where nobody can tell."""
    function = getattr(callee, "__func__", callee)
    if type(function) is types.FunctionType:
        name = function.__globals__.get("__name__")
    elif issubclass(type(callee), type):
        name = home(callee)
    else:
        name = getattr(callee, "__module__", None)
        if type(name) is not str:
            owner = getattr(callee, "__self__", callee)
            name = home(getattr(callee, "__objclass__", owner if issubclass(type(owner), type) else type(owner)))
    return _library_of(name)


def _library_of(name):
    return name.partition(".")[0].lstrip("_") if type(name) is str else ""


def _has_code_in_c(module):
    file = getattr(module, "__file__", None)
    if type(file) is str and file.endswith(_EXTENSIONS):
        return True
    ctypes = sys.modules.get("ctypes")
    return ctypes is not None and any(issubclass(type(value), ctypes.CDLL) for value in list(vars(module).values()))
