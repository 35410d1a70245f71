"""Hidden state of compiled libraries: an undeclared call may read and change it.

The declaration for a package as a whole (`__state__`) counts. An undeclared package with code in C
has one chain of calls through all its state that no comparison shows. Calls with objects of the
package use the common state of these objects (OBJECTS). Functions use the rest of the state
(STATE). Such a call may also have effects elsewhere, so a slice through the call is not guaranteed.

A stub may declare objects with state in C. A call that reaches such an object then changes it,
unless the method's name begins with `get`, `is`, `has` or `num`. `record/families` decides which
objects share their state. Functions named like `setNumThreads` change the settings of a package.

Imprecise: all reads and changes of an undeclared compiled package form one chain. Unsound: an
attribute of a compiled object (`handle.count`) counts as unchanged when another object of an
undeclared package, with the same state behind both, has changed the attribute; a function or method
with a harmless name counts as one without changes.
"""

import importlib.machinery
import re
import sys
import types

from ..effects.library import OBJECTS
from ..effects.matching import Found
from ..objects.attributes import home, is_special
from ..objects.kept_in_c import KEPT_IN_C, STATE
from ..objects.locations import WHOLE
from ..world.library_state import is_global_of_package, modules_of
from ..world.package_state import PLUMBING

NOT_SEEN = "nothing is declared for %s, which is compiled: what it does elsewhere is not seen"
_FEW = 100
_SETS = re.compile(
    r"(?:^|_)(?:set|reset|enable|disable|register|unregister|configure|update)(?=$|_|[A-Z])|^(?:Set|Reset|Enable|Disable|Register)"
)
"""Names of functions that change state of their library outside of its objects
(`cv2.setNumThreads`).
"""
_SEEDS = re.compile(r"(?:^|_)seed(?:$|_)|[sS]eed$")
_DRAWS = re.compile(r"rand(?:u|n|om|int|Shuffle)?$")
"""Names of functions that seed a random stream of the library's own (`cv2.setRNGSeed`), and of
functions that draw from the stream (`cv2.randu`).
"""
STREAM = ".random"
"""How the location of such a stream ends."""
_LOOKS = re.compile("(?:get|is|has|num|Get|Is|Has|Num)(?=_|[A-Z]|$)")
_EXTENSIONS = tuple(importlib.machinery.EXTENSION_SUFFIXES)
_APART = frozenset((*sys.stdlib_module_names, *PLUMBING, "__main__", "builtins"))


class CompiledCode:
    """Records effects of calls on hidden state. `compiled`: by package, whether it has code in C,
    with the number of modules at the time.
    """

    def __init__(self, recorder, effects, applied):
        self.recorder = recorder
        self.effects = effects
        self.applied = applied
        self.compiled = {}

    def call(self, callee, args, kwargs):
        """Record possible reads and changes of the callee's hidden state in C."""
        package = package_of(callee) or self._package_with(callee)
        if package in _APART or package in self.recorder.imports.local:
            return
        declared = self.effects.state_of(package)
        if declared is not None:
            handed = _handed(callee, args, kwargs)
            self._settings(package, callee, any(KEPT_IN_C.group(type(obj)) for obj in handed))
            self.recorder.families.together(handed)
            self.applied.apply(Found(declared), args, kwargs, deep=False)
        elif package not in self.effects.library.packages and self._is_compiled(package):
            self._chain(
                package, callee, (getattr(callee, "__self__", None), *args, *kwargs.values())
            )

    def _settings(self, package, callee, has_objects):
        """A function without objects changes the hidden state of its library if its name tells so.
        All other functions may read the state.
        """
        recorder = self.recorder
        owner = getattr(callee, "__self__", None)
        name = getattr(callee, "__name__", None)
        is_function = (
            owner is None
            or issubclass(type(owner), (type, types.ModuleType))
            or is_global_of_package(owner, recorder)
        )
        if (
            type(name) is not str
            or not is_function
            or is_special(name)
            or (has_objects and package not in name)
        ):
            # (`__set__` is about its object)
            name = ""
        if _SEEDS.search(name):
            recorder.write(package + STREAM, WHOLE)
            return
        if _DRAWS.match(name):
            recorder.mutate(package + STREAM, WHOLE, "assumed")
        else:
            recorder.settings.read(package + STREAM, "assumed")
        if _SETS.search(name):
            recorder.mutate(package + STATE, WHOLE, "assumed")
        else:
            recorder.settings.read(package + STATE, "assumed")

    def _chain(self, package, callee, given):
        recorder = self.recorder
        recorder.escape(NOT_SEEN % package)
        self.applied.undeclared().may_change_files(())
        if any(_library_of(home(type(value))) == package for value in given):
            recorder.mutate(package + OBJECTS, WHOLE, "assumed")
        elif not issubclass(type(callee), type):
            recorder.mutate(package + STATE, WHOLE, "assumed")
        recorder.settings.read(package + STATE, "assumed")
        recorder.settings.read(package + OBJECTS, "assumed")

    def _package_with(self, callee):
        """The package of a C function without a module name; "" for unknown functions."""
        name = getattr(callee, "__name__", None)
        packages = (
            [package for package in self.effects.states if package in sys.modules]
            if type(name) is str
            else ()
        )
        return next(
            (
                package
                for package in packages
                if any(vars(module).get(name) is callee for module in modules_of(package))
            ),
            "",
        )

    def _is_compiled(self, package):
        known = self.compiled.get(package)
        if known is None or known[0] != len(sys.modules):
            modules = [*modules_of(package), *modules_of("_" + package)]
            known = self.compiled[package] = (len(sys.modules), any(map(_has_code_in_c, modules)))
        return known[1]


def only_looks(callee):
    """Whether a method of an object with state in C has a name that promises no change."""
    name = getattr(callee, "__name__", None)
    if (
        type(name) is not str
        or _LOOKS.match(name) is None
        or "next" in name.lower()
        or "rand" in name.lower()
    ):
        return False
    return KEPT_IN_C.group(type(getattr(callee, "__self__", None))) is not None


def _handed(callee, args, kwargs):
    """The receiver and the arguments of a call, and the elements of lists among them."""
    given = [getattr(callee, "__self__", None), *args, *kwargs.values()]
    return [
        *given,
        *(part for parts in given if type(parts) in (list, tuple) for part in parts[:_FEW]),
    ]


def package_of(callee):
    """The top-level package of a callee; "" where it is unknown."""
    function = getattr(callee, "__func__", callee)
    if type(function) is types.FunctionType:
        name = function.__globals__.get("__name__")
    elif issubclass(type(callee), type):
        name = home(callee)
    else:
        name = getattr(callee, "__module__", None)
        owner = getattr(callee, "__self__", callee)
        if type(name) is not str or (type(callee) is types.MethodType and name not in sys.modules):
            kind = getattr(
                callee, "__objclass__", owner if issubclass(type(owner), type) else type(owner)
            )
            name = home(kind) if kind is not type(None) else ""
    return _library_of(name)


def _library_of(name):
    return name.partition(".")[0].lstrip("_") if type(name) is str else ""


def _has_code_in_c(module):
    file = getattr(module, "__file__", None)
    if type(file) is str and file.endswith(_EXTENSIONS):
        return True
    ctypes = sys.modules.get("ctypes")
    return ctypes is not None and any(
        issubclass(type(value), ctypes.CDLL) for value in list(vars(module).values())
    )
