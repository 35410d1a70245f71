"""Arguments by parameter name, and the parts of an effect selected by them. Pure: nothing is
recorded here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..kinds.tensors import leaves
from ..objects.attributes import MISSING
from ..objects.locations import ATOMIC
from .matching import UNBOUND

if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any, TypeAlias

    from .library import Action, Condition, Effect, Parameter, Place

    Bound: TypeAlias = dict[Any, Any]
    """Arguments by parameter name. All others are under "*"."""

_KEYWORDS = object()
_POSITIONAL = object()


def bind(
    params: list[Parameter], receiver: object, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Bound:
    """Arguments by parameter name. Those without a parameter in the declaration are under "*"."""
    bound = {}
    names = iter(params)
    if receiver is not UNBOUND:
        first = next(names, None)
        if first is not None and receiver is not None:
            bound[first[0]] = receiver
    var = None
    position = 0
    for param in names:
        kind = param[1]
        if kind == "pos" and position < len(args) and var is None:
            bound[param[0]] = args[position]
            position += 1
        elif kind == "var":
            bound[param[0]] = args[position:]
            bound[_POSITIONAL] = (param[0],)
            position = len(args)
            var = param
        elif kind == "varkw":
            known = {p[0] for p in params}
            bound[param[0]] = {k: v for k, v in kwargs.items() if k not in known}
            bound[_KEYWORDS] = (param[0],)
        elif param[0] in kwargs:
            bound[param[0]] = kwargs[param[0]]
        elif len(param) > 3:
            bound[param[0]] = param[3]
        if kind == "pos" and param[0] in kwargs:
            bound[param[0]] = kwargs[param[0]]
    more = args[position:]
    if kwargs and _KEYWORDS not in bound:
        named = {param[0] for param in params}
        more = (*more, *(value for key, value in kwargs.items() if key not in named))
    if more:
        bound["*"] = more
    return bound


def chosen(effect: Effect, bound: Bound) -> list[Action]:
    """The atomic actions of an effect under these arguments."""
    what = effect[0]
    if what == "pure":
        return []
    if what == "all":
        return [action for part in effect[1:] for action in chosen(part, bound)]
    if what == "if":
        return chosen(effect[2] if holds(effect[1], bound) else effect[3], bound)
    return [effect]


def flat_actions(effect: Effect) -> list[Action]:
    """All atomic actions of an effect, under any arguments."""
    if effect[0] in ("all", "if"):
        return [
            action
            for part in effect[1 if effect[0] == "all" else 2 :]
            for action in flat_actions(part)
        ]
    return [effect]


def holds(condition: Condition, bound: Bound) -> bool:
    what = condition[0]
    if what == "not":
        return not holds(condition[1], bound)
    if what == "and":
        return all(holds(c, bound) for c in condition[1:])
    if what == "or":
        return any(holds(c, bound) for c in condition[1:])
    value = _argument(condition[1], bound)
    if value is MISSING:
        return False
    if what == "same":
        other = _argument(condition[2], bound)
        return type(value) in ATOMIC and type(other) in ATOMIC and value == other
    if what == "none":
        return value is None
    if what == "eq":
        return type(value) in ATOMIC and value == condition[2]
    try:
        return bool(value)
    except Exception:
        return True


def _argument(path: str, bound: Bound) -> Any:
    """An argument, or an attribute of one; MISSING where there is no such attribute."""
    name, *attributes = path.split(".")
    value = bound.get(name)
    for attribute in attributes:
        value = _attribute(value, attribute)
    return value


def unconditional(effect: Effect, given: Collection[str], bound: Bound) -> list[Action] | None:
    """The atomic actions of an effect for all values of the `given` arguments. None if these values
    decide about more than changes in place.
    """
    if effect[0] == "all":
        return _joined([unconditional(part, given, bound) for part in effect[1:]])
    if effect[0] == "if":
        if _depends(effect[1], given):
            # both parts: the additional one is harmless
            both = _joined([unconditional(part, given, bound) for part in effect[2:]])
            return None if both is None or any(map(_world, both)) else both
        return unconditional(effect[2] if holds(effect[1], bound) else effect[3], given, bound)
    return chosen(effect, bound)


def _joined(parts: list[list[Action] | None]) -> list[Action] | None:
    """The actions of all parts of an effect; None if those of one part are unknown."""
    joined = []
    for part in parts:
        if part is None:
            return None
        joined += part
    return joined


def conditions(effect: Effect) -> list[Condition]:
    """The conditions in an effect, without their connectives."""
    if effect[0] == "all":
        return [part for each in effect[1:] for part in conditions(each)]
    if effect[0] != "if":
        return []
    return [*_parts_of(effect[1]), *(part for each in effect[2:] for part in conditions(each))]


def _parts_of(condition: Condition) -> list[Condition]:
    return (
        [part for each in condition[1:] for part in _parts_of(each)]
        if condition[0] in ("not", "and", "or")
        else [condition]
    )


def _world(action: Action) -> bool:
    return action[0] not in ("mutates", "writes", "reads") or any(
        place[0] == "world" for place in action[1:]
    )


def _depends(condition: Condition, given: Collection[str]) -> bool:
    return any(
        path.split(".")[0] in given
        for part in _parts_of(condition)
        for path in (part[1:] if part[0] == "same" else part[1:2])
    )


def root(place: Place) -> str | None:
    """The parameter of a declared place; None for a place of the world."""
    while place[0] in ("length", "item", "others", "attr", "each", "keys", "leaves"):
        place = place[1]
    return place[1] if place[0] == "param" else None


def values(place: Place, bound: Bound) -> list[Any]:
    """The objects a place names. A missing or None argument, attribute or item names nothing."""
    what = place[0]
    if what == "const":
        return [place[1]]
    if what == "param":
        value = bound.get(place[1])
        if value is None:
            return []
        return list(value.values()) if place[1] in bound.get(_KEYWORDS, ()) else flattened(value)
    if what == "keys":
        return _keys(place[1], bound)
    inner = values(place[1], bound)
    if what == "attr":
        found = [_attribute(i, place[2]) for i in inner]
        return [v for v in found if v is not None and v is not MISSING]
    if what == "leaves":
        return [leaf for i in inner for leaf in leaves(i)]
    if what == "each":
        return [
            element
            for i in inner
            if isinstance(i, (list, tuple, dict, set))
            for element in elements(i)
        ]
    if what == "item":
        return [i[k] for i in inner for k in keys(place[2], i, bound) if _has(i, k)]
    return inner


def keys(place: Place, container: object, bound: Bound) -> list[Any]:
    """The keys of `container` named by a declared place. A tuple as an argument is one key, as None
    is for a dict.
    """
    if (
        place[0] != "param"
        or place[1] in bound.get(_KEYWORDS, ())
        or place[1] in bound.get(_POSITIONAL, ())
    ):
        return values(place, bound)
    key = bound.get(place[1], MISSING)
    return (
        [] if key is MISSING or (key is None and not issubclass(type(container), dict)) else [key]
    )


def _keys(place: Place, bound: Bound) -> list[Any]:
    """The keys of the mappings at a declared place. Other values give a key that stands for all
    keys.
    """
    if place[0] == "param" and place[1] in bound.get(_KEYWORDS, ()):
        return list(bound[place[1]])
    return [
        key
        for value in values(place, bound)
        for key in (value if isinstance(value, dict) else (MISSING,))
    ]


def elements(container: Any) -> Collection[Any]:
    return container.values() if isinstance(container, dict) else container


def given(bound: Bound) -> list[Any]:
    """The arguments, without their names."""
    return [value for name, value in bound.items() if type(name) is str]


def flattened(value: object) -> list[Any]:
    """The items of a tuple (`*args`, `out=(a,)`); any other value alone in a list."""
    return list(value) if type(value) is tuple else [value]


def _attribute(obj: object, name: str) -> object:
    """An attribute; missing too if its look-up fails, as for the path of a closed file."""
    try:
        return getattr(obj, name)
    except Exception:
        return MISSING


def _has(container: Any, key: object) -> bool:
    try:
        container[key]
        return True
    except Exception:
        return False
