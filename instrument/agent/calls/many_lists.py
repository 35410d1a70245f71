"""Many lists before and after, at the speed of C: by the identity of what they hold, in the order
in which the collector tells it.

It does not record what has changed, and does not look into what the lists hold.
"""

import gc
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
        grown = found.setdefault((WHOLE,), {})
        start = start_now = 0
        for obj, length, length_now in zip(self.objects, self.lengths, lengths):
            if length != length_now:
                grown[id(obj)] = obj
            elif length:
                before, after = (
                    self.held[start : start + length],
                    now[start_now : start_now + length],
                )
                if not all(map(operator.is_, before, after)):
                    found.setdefault(_fields(before, after), {})[id(obj)] = obj
            start += length
            start_now += length_now
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
