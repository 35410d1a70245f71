"""Traits of objects (`slider.value`): where their library keeps the value of one that is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .attributes import home, own_dict, static

if TYPE_CHECKING:
    from typing import Any

_HOME = "traitlets.traitlets"
_GETTERS = ("__get__", "get")


def trait_values(obj: object, name: str) -> dict[str, Any] | None:
    """The dictionary that has the value of this trait of an object, which looking the trait up
    reads, and nothing else; None where more may happen.
    """
    descriptor = static(type(obj), name)
    trait = next(
        (
            cls
            for cls in type(descriptor).__mro__
            if cls.__name__ == "TraitType" and home(cls) == _HOME
        ),
        None,
    )
    if trait is None or any(
        static(type(descriptor), getter) is not trait.__dict__.get(getter) for getter in _GETTERS
    ):
        return None
    values = (own_dict(obj) or {}).get("_trait_values")
    return values if type(values) is dict and name in values else None
