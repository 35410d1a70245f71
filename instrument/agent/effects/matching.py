"""Finds the declaration for a callee in the effects library. `applying` gives declarations their
meaning.

A callee is found by identity, a method through its receiver's classes, among the declarations of
`resolving`. All other callees are unknown.
"""

from __future__ import annotations

import functools
import types
from typing import TYPE_CHECKING

from ..objects.attributes import static
from ..objects.callables import BUILTINS, receiver_of
from .derived import anew, of_class, of_record
from .homes import DESCRIPTORS, covers, defining_class, name_in_class
from .resolving import DEFAULT, ResolvedDeclarations

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from .library import Spec

_MODULE = types.ModuleType

UNBOUND = object()
_ACCESSES = frozenset({"__getitem__", "__setitem__", "__delitem__", "__getattr__"})
_OF_ATTRIBUTES = (
    property,
    functools.cached_property,
    types.GetSetDescriptorType,
    types.MemberDescriptorType,
)


class Found:
    """A declaration together with the receiver of the call."""

    __slots__ = ("spec", "receiver")

    def __init__(self, spec: Spec, receiver: object = UNBOUND) -> None:
        self.spec = spec
        self.receiver = receiver


class Effects:
    """Finds declarations. `is_users(cls)`: whether a class is the user's: the next run may change
    such a class, and a new definition ends its life. Found `methods` of all others stay for good,
    those of user's classes (`passing`) until the run ends. `accesses`: by class and name,
    declarations for attributes and subscripts of classes with declared items.
    """

    def __init__(self, packed: Mapping[str, str], is_users: Callable[[type], bool]) -> None:
        self.is_users = is_users
        self.resolved = ResolvedDeclarations(packed)
        self.library = self.resolved.library
        self.functions, self.classes = self.resolved.functions, self.resolved.classes
        self.accessed, self.states = self.resolved.accessed, self.resolved.states
        self.methods: dict[tuple[type, str], Spec | None] = {}
        self.passing: list[tuple[type, str]] = []
        self.accesses: dict[tuple[type, str], Spec | None] = {}

    def sync(self) -> None:
        """Resolve declarations of modules loaded since the last call."""
        if self.resolved.sync():
            self.forget_methods()

    def equate(self, obj: object, original: object) -> None:
        """Give `obj` the declaration of `original`: for IPython's own `open`."""
        self.sync()
        self.resolved.equate(obj, original)

    def forget_methods(self) -> None:
        """A class has changed, or there are more declarations."""
        self.methods.clear()
        self.passing.clear()
        self.accesses.clear()

    def forget_classes(self) -> None:
        """A run ends."""
        for key in self.passing:
            del self.methods[key]
        self.passing.clear()

    def method(self, cls: type, name: str) -> Spec | None:
        """The declaration of a class's method, if it stands for the definition in use (see
        `covers`), else None.
        """
        key = (cls, name)
        if key in self.methods:
            return self.methods[key]
        names = ("__init__", "__new__") if name == "__init__" else (name,)
        defining = next((c for c in cls.__mro__ if any(n in c.__dict__ for n in names)), None)
        text = None
        if defining is not None:
            stubs = [
                (c, self.classes[c])
                for c in cls.__mro__
                if c in self.classes and covers(c, defining)
            ]
            text = next((methods[name] for _, methods in stubs if name in methods), None)
            if text is None and name not in ("__init__", "__call__"):
                text = next((methods[DEFAULT] for _, methods in stubs if DEFAULT in methods), None)
            if text is None:
                text = of_record(defining, name)
        self.methods[key] = found = None if text is None else self.resolved.read(text)
        if self.is_users(cls):
            self.passing.append(key)
        return found

    def access(self, cls: type, name: str) -> Spec | None:
        """The declaration for an attribute, or for a subscript (`__getitem__` and the like), of
        instances of a class with declared items. A class below with a definition of its own is left
        out.
        """
        self.sync()
        if not self.accessed:
            return None
        key = (cls, name)
        if key not in self.accesses:
            found = self._find_access(cls, name)
            if self.is_users(cls):
                return found
            self.accesses[key] = found
        return self.accesses[key]

    def _find_access(self, cls: type, name: str) -> Spec | None:
        held = static(cls, name)
        if name not in _ACCESSES and not isinstance(held, _OF_ATTRIBUTES):
            return None
        for base in cls.__mro__:
            if base in self.accessed and name in self.classes[base]:
                return (
                    self.resolved.read(self.classes[base][name])
                    if static(base, name) is held
                    else None
                )
        return None

    def function(self, callee: object) -> Spec | None:
        """The declaration for exactly this function, or None."""
        text = self.functions.get(id(callee))
        return None if text is None else self.resolved.read(text)

    def state_of(self, package: str) -> Spec | None:
        """The declaration for every undeclared call of a package, or None."""
        text = self.states.get(package)
        return None if text is None else self.resolved.read(text)

    def find(self, callee: Any) -> Found | None:
        """The declaration for a callee; None for an unknown one."""
        self.sync()
        spec = self.function(callee)
        if spec is not None:
            return Found(spec)
        kind = type(callee)
        if kind in BUILTINS or kind is types.MethodType or kind is types.MethodWrapperType:
            owner = callee.__self__
            if owner is None or isinstance(owner, _MODULE):
                return None
            name = name_in_class(owner, callee)
            if isinstance(owner, type):
                spec = self.method(owner, name)
                if spec is not None:
                    return Found(of_class(spec))
                # `Sequence.register`: a method of the metaclass
                spec = self.method(type(owner), name)
                return Found(spec, owner) if spec else None
            spec = self.method(defining_class(owner, name, callee), name)
            return Found(anew(spec, callee), owner) if spec else None
        if isinstance(callee, DESCRIPTORS):
            spec = self.method(callee.__objclass__, callee.__name__)
            return Found(anew(spec, callee)) if spec else None
        if isinstance(callee, type):
            if static(kind, "__call__") is not type.__call__:
                # the metaclass declares calls like `Enum("Colour", names)`
                return None
            spec = self.method(callee, "__init__")
            return Found(spec, None) if spec else None
        owner = receiver_of(callee)
        if owner is not None:
            spec = self.method(type(owner), callee.__name__)
            return Found(spec, owner) if spec else None
        spec = self.method(kind, "__call__")
        return Found(spec, callee) if spec else None
