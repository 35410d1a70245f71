"""Where callees are at home: the class of a method, its name there, and the library of a class."""

from __future__ import annotations

import types
from typing import TYPE_CHECKING

from ..objects.attributes import static

if TYPE_CHECKING:
    from typing import Any


DESCRIPTORS = (types.MethodDescriptorType, types.WrapperDescriptorType)


def defining_class(owner: object, name: str, callee: object) -> type:
    """The class whose method is the callee: the receiver's class or a C base, past methods of the
    same name (`super().append(x)`).
    """
    kind = type(owner)
    if type(static(kind, name)) is types.FunctionType and type(callee) is not types.MethodType:
        for base in kind.__mro__:
            held = base.__dict__.get(name)
            if isinstance(held, DESCRIPTORS) and held.__get__(owner) == callee:
                return base
    return kind


def name_in_class(owner: object, callee: Any) -> str:
    """The name of a function as a method of a class; its own name may be another."""
    name = getattr(callee, "__name__", "")
    kind = type(owner)
    if (
        type(callee) is not types.MethodType
        or isinstance(owner, type)
        or static(kind, name) is not None
    ):
        return name
    function = callee.__func__
    return next(
        (key for base in kind.__mro__ for key, held in vars(base).items() if held is function), name
    )


def covers(stub_class: type, defining: type) -> bool:
    """Whether a stub of one class stands for a definition in another: the same class, a base of it,
    or a class of the same library.
    """
    return defining in stub_class.__mro__ or library_of(defining) == library_of(stub_class)


def library_of(cls: type) -> str:
    return cls.__module__.split(".")[0].lstrip("_")


def is_at_home(value: object, module: types.ModuleType) -> bool:
    """Whether a value comes from this module's library, rather than from an import. C functions may
    not tell.
    """
    origin = getattr(value, "__module__", None)
    if not isinstance(origin, str):
        return True
    return origin.split(".")[0].lstrip("_") == module.__name__.split(".")[0].lstrip("_")
