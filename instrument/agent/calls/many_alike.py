"""Compares many objects of one class with attributes only, before and after, at the speed of C: by
the identities of their contents, in the order of the garbage collector. No attribute dictionary is
made, so Python keeps the values inside the objects.

Changes are recorded elsewhere. The contents are not compared.

Unsound: the first two objects of a class stand for the attribute names of all. In a later object, a
rename of an attribute with the same value is missed (`p.place = p.position; del p.position`).
"""

import gc
import itertools
import operator
import sys

from ..objects.attributes import asked_for_dictionaries, instance_values, own_dict
from ..objects.cpython import ATTRIBUTES_THEN_CLASS, named
from ..objects.locations import WHOLE, attribute_field

_ALONE = named()
"""References to a dictionary of one object: from the object and one variable."""


class _Run:
    """Objects with the same number of values. `held`: the values of one object after another.
    `width`: values of one object, with its class as the last. `dictionaries`: attribute
    dictionaries where Python has made them; then `held` and `width` describe the contents of these.
    """

    __slots__ = ("objects", "dictionaries", "width", "held")

    def __init__(self, objects, dictionaries, width, held):
        self.objects = objects
        self.dictionaries = dictionaries
        self.width = width
        self.held = held

    def part(self, start, stop):
        """The run of the objects from `start` to `stop`."""
        dictionaries = None if self.dictionaries is None else self.dictionaries[start:stop]
        return _Run(
            self.objects[start:stop],
            dictionaries,
            self.width,
            self.held[start * self.width : stop * self.width],
        )


class ManyAlike:
    """The state of many objects of exactly `kind`. `alone`: objects to compare one by one. `kinds`:
    classes of the values of all other objects. `replaced`: objects with another attribute
    dictionary, found by `changed`.
    """

    def __init__(self, kind, objects):
        self.kind = kind
        self.runs = []
        self.alone = []
        self.kinds = set()
        self.replaced = []
        if len(objects) > 2 and ATTRIBUTES_THEN_CLASS:
            # the first two objects tell the names of attributes
            self.alone += objects[:2]
            self._split(objects[2:])
        else:
            self.alone += objects
        self.names = tuple(own_dict(objects[0]) or ())
        self.other_names = tuple(own_dict(objects[1]) or ()) if self.runs else ()

    def _split(self, objects):
        pending = [objects]
        for tried in itertools.count():
            if not pending:
                return
            part = pending.pop()
            run = self._run(part)
            if run is not None:
                self.runs.append(run)
            elif len(part) == 1:
                self.alone += part
            else:
                start, stop = asked_for_dictionaries(
                    self.kind, part, gc.get_referents(*part), tried
                )
                pending += filter(None, (part[:start], part[start:stop], part[stop:]))

    def _run(self, objects):
        """These objects as one run; None for objects of different shapes."""
        held = gc.get_referents(*objects)
        width, more = divmod(len(held), len(objects))
        if more or not width or not self._ends(held, width):
            return None
        values = held.copy()
        del values[width - 1 :: width]
        kinds = set(map(type, values))
        if type(self.kind) in kinds:
            # the value might be the class, which ends an object
            return None
        if dict in kinds and width == 2:
            if len(kinds) > 1:
                # some of these objects have an attribute dictionary
                return None
            dictionaries = list(map(own_dict, objects))
            if not all(map(operator.is_, dictionaries, values)):
                # these dictionaries were values; the attribute dictionaries are new
                held = gc.get_referents(*objects)
                if not all(map(operator.is_, dictionaries, held[::2])):
                    return None
            inner = gc.get_referents(*dictionaries)
            size = len(dictionaries[0])
            if (
                set(map(len, dictionaries)) != {size}
                or len(inner) != size * len(objects)
                or any(
                    map(
                        operator.ne,
                        map(tuple, dictionaries),
                        itertools.repeat(tuple(dictionaries[0])),
                    )
                )
            ):
                return None
            self.kinds.update(map(type, inner))
            return _Run(objects, dictionaries, size, inner)
        self.kinds |= kinds
        return _Run(objects, None, width, held)

    def _ends(self, held, width):
        """Whether each object ends with its class."""
        return all(map(operator.is_, held[width - 1 :: width], itertools.repeat(self.kind)))

    def held(self):
        """The contents of all objects, except those in `alone`."""
        return itertools.chain.from_iterable(run.held for run in self.runs)

    def changed(self):
        """The changed objects by identity, grouped by the names of changed fields. Objects in
        `alone` are left out.
        """
        found = {}
        renamed = bool(self.runs) and (
            tuple(own_dict(self.alone[0]) or ()) != self.names
            or tuple(own_dict(self.alone[1]) or ()) != self.other_names
        )
        pending = self.runs.copy()
        while pending:
            run = pending.pop()
            if renamed:
                found.setdefault((WHOLE,), {}).update(zip(map(id, run.objects), run.objects))
                continue
            now = gc.get_referents(*(run.objects if run.dictionaries is None else run.dictionaries))
            same_shape = len(now) == len(run.held) and (
                run.dictionaries is None
                or all(map(operator.is_, map(own_dict, run.objects), run.dictionaries))
            )
            if same_shape and all(map(operator.is_, now, run.held)):
                continue
            columns = self._columns(run, now) if same_shape else None
            if columns is None and len(run.objects) > 1:
                middle = len(run.objects) // 2
                pending += (run.part(0, middle), run.part(middle, len(run.objects)))
                continue
            for fields, objects in (
                self._by_columns(run, columns) if columns is not None else self._one_by_one(run)
            ):
                found.setdefault(fields, {}).update(zip(map(id, objects), objects))
        return found

    def _columns(self, run, now):
        """The field of each changed attribute, with a mark for each object. None where the
        attribute is unknown.
        """
        ends = run.dictionaries is None
        if ends and not self._ends(now, run.width):
            return None
        names = self.names if ends else tuple(run.dictionaries[0])
        count = run.width - ends
        if len(names) != count:
            return None
        found = []
        for column, name in enumerate(names):
            before, after = run.held[column :: run.width], now[column :: run.width]
            if all(map(operator.is_, before, after)):
                continue
            if type(name) is not str or not all(
                map(operator.is_, after, instance_values(self.kind, run.objects, name))
            ):
                return None
            found.append((attribute_field(name), list(map(operator.is_not, before, after))))
        return found

    def _by_columns(self, run, columns):
        """The objects, grouped by their changed fields."""
        if all(marks == columns[0][1] for _, marks in columns):
            yield (
                tuple(field for field, _ in columns),
                list(itertools.compress(run.objects, columns[0][1])),
            )
            return
        groups = {}
        for obj, marks in zip(run.objects, zip(*(marks for _, marks in columns))):
            if any(marks):
                groups.setdefault(marks, []).append(obj)
        for marks, objects in groups.items():
            yield tuple(field for (field, _), mark in zip(columns, marks) if mark), objects

    def _one_by_one(self, run):
        """The objects of a run with a changed shape, each with its changed fields."""
        width = run.width
        for place, obj in enumerate(run.objects):
            before = run.held[place * width : (place + 1) * width]
            own = own_dict(obj)
            if run.dictionaries is None:
                del before[-1]
            if (
                sys.getrefcount(own) > _ALONE
                if run.dictionaries is None
                else own is not run.dictionaries[place]
            ):
                self.replaced.append(obj)
                yield (WHOLE,), [obj]
                continue
            now = {} if own is None else own
            names = self.names if run.dictionaries is None else tuple(now)
            if tuple(now) != names or len(now) != len(before):
                yield (WHOLE,), [obj]
                continue
            fields = [
                attribute_field(str(name))
                for name, value, old in zip(now, now.values(), before)
                if value is not old
            ]
            if fields:
                yield tuple(fields), [obj]
