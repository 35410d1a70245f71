"""Small containers that a statement changes in place: what they hold is copied before, to tell at
the end which items are other ones.

Items are compared by identity, so no code of the notebook runs. Nothing is recorded here.
"""

from ..objects.locations import VALUES, WHOLE, key_field

MANY = 60
"""Items of a container that is not small."""

_COPIED = frozenset({list, dict, set})
_LONG = 100


def is_small(container):
    """Whether it is a list, dictionary or set of few numbers and short strings. (Whoever keeps
    other objects shows: `resize` asks.)
    """
    kind = type(container)
    if kind not in _COPIED or len(container) > MANY or not all(map(_is_short, container)):
        return False
    return kind is not dict or all(map(_is_short, container.values()))


def _is_short(value):
    kind = type(value)
    return kind in VALUES and (kind not in (str, bytes) or len(value) <= _LONG)


def changed_items(container, before):
    """The fields of items that are another object than in the copy from before; None where more has
    changed than items.
    """
    if len(container) != len(before):
        return None
    if type(before) is list:
        changed = [key for key, value in enumerate(before) if container[key] is not value]
    elif not all(now is key for now, key in zip(container, before)):
        return None
    else:
        changed = (
            [key for key in before if container[key] is not before[key]]
            if type(before) is dict
            else []
        )
    fields = [key_field(key) for key in changed]
    return None if WHOLE in fields else fields
