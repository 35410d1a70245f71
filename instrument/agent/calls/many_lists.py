"""Many lists before and after, at the speed of C: by the identity of what they hold, in the order
in which the collector tells it.

It does not record what has changed, and does not look into what the lists hold.
"""

import gc
import itertools
import operator

from ..objects.locations import WHOLE, key_field
from ..objects.snapshots import MANY_ITEMS


class ManyLists:
    """The content of lists, as `ManyAlike` keeps that of objects. `held`: what is in one list after
    another, from its end to its beginning.
    """

    kind = list
    replaced = ()

    def __init__(self, objects):
        self.objects = objects
        self.lengths = list(map(len, objects))
        self.held = gc.get_referents(*objects)

    def changed(self):
        """What is no longer as it was: by the names of fields, the lists by identity."""
        lengths, now = list(map(len, self.objects)), gc.get_referents(*self.objects)
        found = {}
        if lengths == self.lengths and all(map(operator.is_, self.held, now)):
            return found
        grown = list(map(operator.ne, lengths, self.lengths))
        objects = list(itertools.compress(self.objects, grown))
        if objects:
            found[WHOLE,] = dict(zip(map(id, objects), objects))
        ends = zip(itertools.accumulate(self.lengths), itertools.accumulate(lengths))
        as_long = map(operator.mul, map(operator.not_, grown), lengths)
        for obj, length, (end, end_now) in itertools.compress(
            zip(self.objects, lengths, ends), as_long
        ):
            before, after = self.held[end - length : end], now[end_now - length : end_now]
            if not all(map(operator.is_, before, after)):
                found.setdefault(_fields(before, after), {})[id(obj)] = obj
        return found

    def before(self, objects):
        """What was in those of these lists, by identity, that are among them."""
        found = {}
        start = 0
        for obj, length in zip(self.objects, self.lengths):
            if id(obj) in objects:
                found[id(obj)] = self.held[start : start + length][::-1]
            start += length
        return found


def _fields(before, after):
    last = len(before) - 1
    changed = [last - at for at, (old, new) in enumerate(zip(before, after)) if old is not new]
    return tuple(map(key_field, reversed(changed))) if len(changed) <= MANY_ITEMS else (WHOLE,)
