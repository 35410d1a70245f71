"""The effects library as it comes: a compressed text per package, unpacked when the package has
been imported.

What `instrument/effects-pack.ts` packed; which declaration a callee falls under is `matching`'s
matter.
"""

import base64
import json
import sys
import types
import zlib

STATE = "__state__"
"""Stands for what every call of a package that nothing else is declared for does beside what
comparing shows.
"""
_NAMES_OF_BUILTINS = frozenset(
    name for cls in (str, bytes, list, tuple, dict, set, int, float) for name in dir(cls)
)


OBJECTS = ".objects"
"""How the world name ends that stands for what the objects of a package keep in C."""


def keeps_in_objects(spec, package):
    """Whether a declaration of all calls of a package says that its objects keep something in C."""
    return ["world", package + OBJECTS] in _places(spec["effect"])


def _places(effect):
    """The places in an effect, however deep."""
    if type(effect) is not list:
        return []
    return (
        [effect]
        if effect[:1] == ["world"]
        else [place for part in effect for place in _places(part)]
    )


class EffectsLibrary:
    """Declarations of modules that nobody has asked for yet. `changing_functions`: names of
    functions that change what they are given. `changing_methods`: of methods that change their
    receiver; a name that methods of builtin types have too stands for these (`get`). `packages`:
    the top-level packages that have declarations, other than of what all of their calls do (STATE).
    """

    def __init__(self, packed):
        self.packed = dict(packed)
        self.packages = set(packed)
        self.modules = {}
        self.changing_functions = set()
        self.changing_methods = set()

    def take(self):
        """(module, its declarations) of every module that has been imported since the last time."""
        loaded = sys.modules
        for name in [name for name in self.packed if name in loaded]:
            package = json.loads(zlib.decompress(base64.b64decode(self.packed.pop(name))))
            self.changing_functions.update(package["changing"]["functions"])
            methods = set(package["changing"]["methods"])
            self.changing_methods |= methods if name == "builtins" else methods - _NAMES_OF_BUILTINS
            unpacked = unpack(package)
            self.modules.update(unpacked)
            if all(
                declared["functions"].keys() <= {STATE} and not declared["classes"]
                for declared in unpacked.values()
            ):
                self.packages.discard(name)
        for name in [name for name in self.modules if name in loaded]:
            module = loaded[name]
            # a notebook may put anything there
            if isinstance(module, types.ModuleType) and not getattr(
                getattr(module, "__spec__", None), "_initializing", False
            ):
                yield module, self.modules.pop(name)


def unpack(packed):
    """Declarations by module, as text: `{"functions": {name: spec}, "classes": {class: {name:
    spec}}}`.
    """
    specs = packed["specs"]

    def named(groups):
        return {name: specs[number] for number, names in groups for name in names.split()}

    return {
        module: {
            "functions": named(declared["functions"]),
            "classes": {path: named(groups) for path, groups in declared["classes"].items()},
        }
        for module, declared in packed["modules"].items()
    }
