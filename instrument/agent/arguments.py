"""Arguments by parameter name, and the parts of an effect that they select. Pure: nothing is recorded here."""

from .effects import UNBOUND
from .locations import ATOMIC

_MISSING = object()
_KEYWORDS = object()


def bind(params, receiver, args, kwargs):
    """Arguments by parameter name. What does not fit is bound to nothing; the real call will complain about it."""
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
    if position < len(args):
        bound["*"] = args[position:]
    return bound


def chosen(effect, bound):
    """The atomic actions of an effect under these arguments."""
    what = effect[0]
    if what == "pure":
        return []
    if what == "all":
        return [action for part in effect[1:] for action in chosen(part, bound)]
    if what == "if":
        return chosen(effect[2] if holds(effect[1], bound) else effect[3], bound)
    return [effect]


def holds(condition, bound):
    what = condition[0]
    if what == "not":
        return not holds(condition[1], bound)
    if what == "and":
        return all(holds(c, bound) for c in condition[1:])
    if what == "or":
        return any(holds(c, bound) for c in condition[1:])
    name, *path = condition[1].split(".")
    value = bound.get(name)
    for part in path:
        value = getattr(value, part, _MISSING)
    if value is _MISSING:
        return False
    if what == "none":
        return value is None
    if what == "eq":
        return type(value) in ATOMIC and value == condition[2]
    try:
        return bool(value)
    except Exception:
        return True


def values(place, bound):
    """The objects a place names. A missing or None argument, attribute or item names nothing."""
    what = place[0]
    if what == "const":
        return [place[1]]
    if what == "param":
        value = bound.get(place[1])
        if value is None:
            return []
        return list(value.values()) if place[1] in bound.get(_KEYWORDS, ()) else flattened(value)
    inner = values(place[1], bound)
    if what == "attr":
        return [v for v in (getattr(i, place[2], None) for i in inner) if v is not None]
    if what == "each":
        return [element for i in inner if isinstance(i, (list, tuple, dict, set)) for element in elements(i)]
    if what == "item":
        return [i[k] for i in inner for k in values(place[2], bound) if _has(i, k)]
    return inner


def elements(container):
    return container.values() if isinstance(container, dict) else container


def flattened(value):
    """A tuple (`*args`, `out=(a,)`) stands for what is in it."""
    return list(value) if type(value) is tuple else [value]


def _has(container, key):
    try:
        container[key]
        return True
    except Exception:
        return False
