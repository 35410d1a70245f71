"""Declarations that follow from others, or from how Python makes a class."""

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
"""In C all through: `json.loads` asks for a `len` that a notebook may have replaced, by a function
whose probes come here.
"""


def as_method(text: SpecText) -> SpecText:
    """A function's declaration for creating an instance: the object that is made comes before the
    arguments.
    """
    spec = decode(text)[0]
    return json.dumps({**spec, "params": [["self", "pos", None], *spec["params"]]})


def of_record(cls: type, name: str) -> SpecText | None:
    """What `collections.namedtuple` has made for a class is declared here, for it belongs to no
    class that has a name.
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


@functools.cache
def _filled_anew(first: str, effect: str) -> Effect:
    return ["all", ["mutates", ["param", first]], json.loads(effect)]


def anew(spec: Spec, callee: Any) -> Spec:
    """The declaration of a method; that of an `__init__` is for new objects, so one that is made
    already is changed beside it.
    """
    if callee.__name__ != "__init__" or getattr(callee, "__objclass__", object) is object:
        return spec
    return {
        "params": spec["params"],
        "effect": _filled_anew(spec["params"][0][0], json.dumps(spec["effect"])),
    }
