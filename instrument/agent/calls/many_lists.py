"""Compares many lists before and after, at the speed of C: by the identities of their contents, in
the order of the garbage collector.

Changes are recorded elsewhere. The contents are not compared.
"""

import gc
import itertools
import operator

from ..objects.locations import WHOLE, key_field
from ..objects.snapshots import MANY_ITEMS


class ManyLists:
    """The contents of lists, as `ManyAlike` has those of objects. `held`: the contents of one list
    after another, each from its end to its beginning.
    """

    kind = list
    replaced = ()

    def __init__(self, objects):
        self.objects = objects
        self.lengths = list(map(len, objects))
        self.held = gc.get_referents(*objects)

    def changed(self):
        """The changed lists by identity, grouped by the names of changed fields."""
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
        """The former contents of these lists, by identity."""
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
