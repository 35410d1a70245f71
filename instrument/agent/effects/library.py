"""The effects library in its transport form: a compressed text for each package, unpacked after the
import of the package.

`instrument/effects-pack.ts` packs the library; `matching` finds the declaration of a callee.
"""

from __future__ import annotations

import base64
import json
import sys
import types
import zlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any, TypeAlias, TypedDict

    # The forms of these lists are in `slicer/effects/compile.ts`.
    Place: TypeAlias = Sequence[Any]
    """A part of an argument, or of the world: `["item", ["param", "self"], ["const", "a"]]`."""
    Action: TypeAlias = Sequence[Any]
    """One action of a call, with its declared places: `["mutates", place]`."""
    Condition: TypeAlias = Sequence[Any]
    """A test of an argument: `["none", "axis"]`."""
    Effect: TypeAlias = Sequence[Any]
    """An action, or actions joined by "all" or "if"."""
    Parameter: TypeAlias = Sequence[Any]
    """The name of a parameter, its kind ("pos", "kw", "var", "varkw"), a note about its reads or
    None, and its default value if it has one.
    """
    SpecText: TypeAlias = str
    """A declaration as JSON."""

    Chosen: TypeAlias = tuple[list[Action], set[str | None], set[str]]
    """The actions of a call, the parameters read in part, and the parameters iterated over."""

    class Written(TypedDict):
        """A declaration of a function or method in its transport form."""

        params: list[Parameter]
        effect: Effect

    class Spec(Written, total=False):
        """A declaration in use by the agent. Without conditions, it caches the actions of all
        calls. `bound`: the declaration for arguments after `cls`.
        """

        actions: Chosen
        bound: Spec

    class Declared(TypedDict):
        """The declarations of a module: of functions, and of the methods of each class."""

        functions: dict[str, SpecText]
        classes: dict[str, dict[str, SpecText]]


STATE = "__state__"
"""The entry for the hidden effects of every undeclared call of a package, beside those found by
comparing.
"""
_NAMES_OF_BUILTINS = frozenset(
    name for cls in (str, bytes, list, tuple, dict, set, int, float) for name in dir(cls)
)


ITEMS = "__items__"
"""Stands in a class for where its objects keep their columns (`kinds/columns`)."""

OBJECTS = ".objects"
"""The suffix of the world name for state of a package's objects in C."""


def keeps_in_objects(spec: Spec, package: str) -> bool:
    """Whether a declaration of all calls of a package declares objects with state in C."""
    return ["world", package + OBJECTS] in _places(spec["effect"])


def _places(effect: Any) -> list[Place]:
    """The places in an effect, however deep."""
    if type(effect) is not list:
        return []
    return (
        [effect]
        if effect[:1] == ["world"]
        else [place for part in effect for place in _places(part)]
    )


class EffectsLibrary:
    """Declarations of modules not asked for yet.

    `changing_functions`: names of functions that change their arguments. `changing_methods`: names
    of methods that change their receiver; a name shared with methods of builtin types stands for
    the latter (`get`). `packages`: top-level packages with declarations other than of all their
    calls (STATE) and of classes with columns (ITEMS).
    """

    def __init__(self, packed: Mapping[str, str]) -> None:
        self.packed = dict(packed)
        self.packages = set(packed)
        self.modules: dict[str, Declared] = {}
        self.changing_functions: set[str] = set()
        self.changing_methods: set[str] = set()

    def take(self) -> Iterator[tuple[types.ModuleType, Declared]]:
        """(module, its declarations) of every module imported since the last call."""
        loaded = sys.modules
        for name in [name for name in self.packed if name in loaded]:
            package = json.loads(zlib.decompress(base64.b64decode(self.packed.pop(name))))
            self.changing_functions.update(package["changing"]["functions"])
            methods = set(package["changing"]["methods"])
            self.changing_methods |= methods if name == "builtins" else methods - _NAMES_OF_BUILTINS
            unpacked = unpack(package)
            self.modules.update(unpacked)
            if all(
                declared["functions"].keys() <= {STATE}
                and all(ITEMS in methods for methods in declared["classes"].values())
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


def unpack(packed: dict[str, Any]) -> dict[str, Declared]:
    """Declarations by module, as text: `{"functions": {name: spec}, "classes": {class: {name:
    spec}}}`.
    """
    specs = packed["specs"]

    def named(groups: Iterable[tuple[int, str]]) -> dict[str, SpecText]:
        return {name: specs[number] for number, names in groups for name in names.split()}

    return {
        module: {
            "functions": named(declared["functions"]),
            "classes": {path: named(groups) for path, groups in declared["classes"].items()},
        }
        for module, declared in packed["modules"].items()
    }
