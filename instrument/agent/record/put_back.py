"""Items and attributes that a statement reads, replaces, and puts back (`with using(5):`,
`mock.patch`): such a statement has changed none of them.

What it does is to read them, so that it runs again when they are others: it might leave them
otherwise then. In hot loops nobody looks.
"""

from ..objects.attributes import own_dict
from ..objects.locations import WHOLE, attribute_field
from ..objects.states import MISSING

_OF_ATTRIBUTES = attribute_field("")


def note_replaced(statement, token, field, obj, key, always=False):
    """An item of a list or dictionary, or an attribute of an object, is about to be replaced;
    `always`: also one that nobody has read in the statement.
    """
    at = (token, field)
    if statement is None or not statement.on or at in statement.writes or at in statement.replaced:
        return
    if always or at in statement.reads or (token, WHOLE) in statement.reads:
        if field[:2] == _OF_ATTRIBUTES:
            holder = vars(obj) if issubclass(type(obj), type) else own_dict(obj)
        else:
            holder = obj if type(obj) in (dict, list) else None
        old = MISSING if holder is None else _now(holder, key)
        if old is not MISSING:
            statement.replaced[at] = (holder, key, old)


def report_put_back(statement):
    """What is there again at the end of the statement was not changed."""
    for at, (holder, key, old) in statement.replaced.items():
        if at in statement.writes and _now(holder, key) is old:
            del statement.writes[at]
            statement.reads.setdefault(at, "observed")
    statement.replaced.clear()


def _now(holder, key):
    try:
        return holder[key]
    except (LookupError, TypeError):
        return MISSING
