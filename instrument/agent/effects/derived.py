"""Declarations derived from others, or from the way in which Python makes a class."""

from __future__ import annotations

import collections
import functools
import json
import types
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from .library import Effect, Spec, SpecText

decode = json.JSONDecoder().raw_decode
"""Functions in C all through. (`json.loads` calls a global `len` that a notebook may have
replaced.)
"""


def as_method(text: SpecText) -> SpecText:
    """A function's declaration as one for `__init__`: the new object comes before the arguments."""
    spec = decode(text)[0]
    return json.dumps({**spec, "params": [["self", "pos", None], *spec["params"]]})


def of_record(cls: type, name: str) -> SpecText | None:
    """Declarations for the methods that `collections.namedtuple` makes for a class: the class has
    no name to declare them under.
    """
    made = cls.__dict__.get(name)
    made = getattr(made, "__func__", made)
    if (
        cls.__bases__ != (tuple,)
        or type(made) is not types.FunctionType
        or made.__code__.co_filename != collections.namedtuple.__code__.co_filename
    ):
        return None
    return _MAKES if name == "_make" else _LOOKS


_LOOKS = '{"params": [["self", "pos", null], ["args", "var", null], ["kwargs", "varkw", null]], "effect": ["pure"]}'
_MAKES = '{"params": [["cls", "pos", null], ["iterable", "pos", null]], "effect": ["iterates", ["param", "iterable"]]}'


def of_class(spec: Spec) -> Spec:
    """The declaration of a class method for a call, whose arguments come after `cls`."""
    params = spec["params"]
    if not params or params[0][0] != "cls":
        return spec
    bound = spec.get("bound")
    if bound is None:
        bound = spec["bound"] = {"params": params[1:], "effect": spec["effect"]}
    return bound


@functools.cache
def _filled_anew(first: str, effect: str) -> Effect:
    return ["all", ["mutates", ["param", first]], json.loads(effect)]


def anew(spec: Spec, callee: Any) -> Spec:
    """The declaration of a method. For an `__init__` on an existing object, add the change of the
    object.
    """
    if callee.__name__ != "__init__" or getattr(callee, "__objclass__", object) is object:
        return spec
    return {
        "params": spec["params"],
        "effect": _filled_anew(spec["params"][0][0], json.dumps(spec["effect"])),
    }
