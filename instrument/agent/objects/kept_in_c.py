"""Objects of compiled libraries that keep their content in C, out of the sight of Python: an index, a
molecule, a graph.

Declarations name the packages of such objects (`Mutates[World["PACKAGE.objects"]]` in a
`__state__`).
"""

from __future__ import annotations

import sys
import types

from .cpython import adds_memory
from .attributes import home, static

STATE = ".state"
"""How the location ends of what a library keeps besides its objects."""
_NO_STATE = (type, BaseException, types.ModuleType)
_APART = frozenset((*sys.stdlib_module_names, "builtins", "__main__"))
_POINTER = 8
_DESPITE_A_HASH = frozenset(
    {
        ("cffi_backend", "_CDataBase"),
        ("pyroaring", "AbstractBitMap"),
        ("symengine", "DenseMatrixBase"),
    }
)
"""Classes, by package and name, that say how they are hashed, and whose objects change all the
same.
"""
_FIXED = frozenset(
    {("cffi_backend", "CType"), ("cffi_backend", "CField"), ("sqlalchemy", "immutabledict")}
)
"""Classes, by package and name, of objects that stay as they are."""
_OF_CYTHON = "__pyx_"
"""How the names of classes begin that the compiler has made, for what functions keep."""
_OWNERS = {
    **{("igraph", name): "graph" for name in ("Vertex", "Edge", "VertexSeq", "EdgeSeq")},
    **{("spacy", name): "doc" for name in ("Token", "Span", "SpanGroup")},
    ("spacy", "Lexeme"): "vocab",
}
"""Classes, by package and name, of objects that have an attribute for the one that keeps what they
show.
"""
_SETTINGS = frozenset({("gmpy2", "context")})
"""Classes, by package and name, whose objects show the settings of their package."""
_ALONE = frozenset(
    {
        ("igraph", "Graph"),
        ("spacy", "Doc"),
        ("spacy", "Vocab"),
        ("rdkit", "Mol"),
        ("rdkit", "RWMol"),
    }
)
"""Classes, by package and name, whose objects share no memory with the objects that they were made
from.
"""


class KeptInC:
    """The classes of such objects. `packages`: the declared packages. `groups`: by class, the package
    whose objects may share memory with instances of the class; None for other classes.
    """

    def __init__(self) -> None:
        self.packages: set[str] = set()
        self.groups: dict[type, str | None] = {}

    def declare(self, package: str) -> None:
        self.packages.add(package)
        self.groups.clear()

    def group(self, kind: type) -> str | None:
        """The package whose objects these belong to; None of other classes."""
        if not self.packages:
            return None
        try:
            return self.groups[kind]
        except KeyError:
            found = self._find(kind)
            if not any(home(cls) == "__main__" for cls in kind.__mro__):
                # (a class of the notebook's is not to be kept)
                self.groups[kind] = found
            return found

    def _find(self, kind: type) -> str | None:
        if issubclass(kind, _NO_STATE):
            return None
        packages = [_package_of(cls) for cls in kind.__mro__]
        package = next((name for name in reversed(packages) if name in self.packages), None)
        if self.is_fixed(kind):
            return None
        if package is None or (package, kind.__name__) in _OWNERS:
            return package
        if not any(
            name not in _APART and _keeps_memory(cls) for cls, name in zip(kind.__mro__, packages)
        ):
            return None
        is_value = static(kind, "__hash__") not in (object.__hash__, None) and not self._is_one_of(
            _DESPITE_A_HASH, kind
        )
        return None if is_value else package

    def is_alone(self, kind: type) -> bool:
        return self._is_one_of(_ALONE, kind)

    def _is_one_of(self, classes: frozenset[tuple[str, str]], kind: type) -> bool:
        return any((_package_of(cls), cls.__name__) in classes for cls in kind.__mro__)

    def is_fixed(self, kind: type) -> bool:
        return kind.__name__.startswith(_OF_CYTHON) or (_package_of(kind), kind.__name__) in _FIXED

    def is_setting(self, kind: type) -> bool:
        return (_package_of(kind), kind.__name__) in _SETTINGS

    def owner(self, obj: object) -> object:
        """The object whose memory `obj` shows, from the attribute in `_OWNERS`; None for other
        classes.
        """
        kind = type(obj)
        name = _OWNERS.get((_package_of(kind), kind.__name__))
        return getattr(obj, name, None) if name is not None else None


def _package_of(cls: type) -> str:
    return home(cls).partition(".")[0].lstrip("_")


def _keeps_memory(cls: type) -> bool:
    """Whether a class adds memory of its own to what its base has, beside slots, or is one that
    SWIG has made.
    """
    own = vars(cls)
    if "thisown" in own:
        return True
    slots = (
        sum(type(value) is types.MemberDescriptorType for value in own.values())
        if "__slots__" in own
        else 0
    )
    return adds_memory(cls, slots + ("__weakref__" in own) + ("__dict__" in own))


KEPT_IN_C = KeptInC()
