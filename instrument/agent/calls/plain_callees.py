"""Functions and classes of the user's own modules that reach nothing by themselves but what their
modules have: what the arguments of further calls hold is looked at each time.

Objects that the statement compares already add nothing. New objects of the statement add nothing
either, because no other statement has used them.

An array of numbers that nobody has a record of, and that is handed over once more, is compared by
itself, and may die meanwhile (`Watch.lend`).
"""

import gc
import types

from ..objects.attributes import home, own_dict
from ..objects.callables import FUNCTION
from ..objects.classes import keeps_attributes_only
from ..objects.libraries import LIBRARIES
from ..objects.locations import VALUES

SEEN = 200
"""The most arguments of a statement's calls that are compared one by one, before the objects that
exist are noted.
"""

FEW = 20
"""Objects that are looked at in the arguments of one call."""

SHORT = 100
"""Elements of a container that are looked at for that."""


class PlainCallees:
    """Which calls of them add nothing. `values`: types of values, as far as known; `is_value` tells
    of others.
    """

    def __init__(self, recorder, values, is_value):
        self.recorder = recorder
        self.values = values
        self._is_value = is_value

    def add_nothing(self, compared, watched, callee, args, kwargs, epoch):
        """Whether a call would add nothing to what has been compared."""
        epochs = compared.epochs
        values = self.values
        if type(callee) is types.MethodType:
            owner = callee.__self__
            if compared.classes.get(type(owner)) == epoch:
                pass
            elif epochs.get(id(owner)) == epoch:
                if id(owner) not in watched.receivers:
                    return False
            elif not self._holds_nothing_new(compared, watched, owner, watched.receivers):
                return False
        for value in (*args, *kwargs.values()) if kwargs else args:
            if (
                values.get(type(value))
                or epochs.get(id(value)) == epoch
                or self.is_lent(watched, value)
            ):
                continue
            if not self._holds_nothing_new(compared, watched, value, None):
                return False
        return True

    def is_lent(self, watched, value):
        """Whether an argument is an array that is compared by itself."""
        if type(value) is not LIBRARIES.ndarray or value.base is not None or value.dtype.hasobject:
            return False
        return self.recorder.tokens.peek(value) is None and watched.lend(value)

    def _holds_nothing_new(self, compared, watched, value, receivers):
        """Whether all that an argument holds is compared already, or has been made since.
        `receivers`: it has to be one of those, or made since.
        """
        before, grouped, classes = watched.before, watched.grouped, watched.classes
        there = compared.there
        pending = [value]
        seen = set()
        if watched.is_tired():
            return False
        for obj in pending:
            if id(obj) in seen or self._is_value(obj):
                continue
            seen.add(id(obj))
            kind = type(obj)
            fixed = kind is tuple or kind is frozenset
            plain = not fixed and kind is not list and kind is not dict and kind is not set
            if len(seen) > FEW or (plain and kind not in compared.plain):
                return False
            if kind in classes:
                pass
            elif id(obj) in before or id(obj) in grouped:
                if obj is value and receivers is not None and id(obj) not in receivers:
                    return False
            elif not fixed and (there is None or kind is dict or id(obj) in there):
                # (dictionaries of plain values are unknown to the collector)
                return False
            parts = own_dict(obj) if plain else obj
            if parts is None:
                return False
            held = parts.values() if type(parts) is dict else parts
            keys = parts if type(parts) is dict and not plain else ()
            # (at the speed of C code: a list that grows is handed over again and again)
            watched.look_at(len(parts))
            if VALUES.issuperset(map(type, held)) and VALUES.issuperset(map(type, keys)):
                continue
            if len(parts) > SHORT:
                return False
            pending += held
            pending += keys
        return True

    def note(self, compared, callee, arguments, found):
        """Notes a callee, if it is plain, with the classes of its arguments and, once, all objects
        that exist.
        """
        local = self.recorder.imports.local
        function = callee.__func__ if type(callee) is types.MethodType else callee
        if type(function) is FUNCTION and function.__globals__.get("__name__") in local:
            plain = (
                not function.__closure__
                and not function.__dict__
                and all(
                    map(
                        self._is_value,
                        (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()),
                    )
                )
            )
        else:
            plain = (
                type(function) is type
                and home(function) in local
                and keeps_attributes_only(function, local)
            )
        if not plain:
            return False
        if id(function) not in compared.plain:
            compared.plain.add(id(function))
            compared.kept.append(function)
        for kind in set(map(type, found.values())):
            if kind not in compared.plain and keeps_attributes_only(kind, local):
                compared.plain.add(kind)
        compared.seen += len(arguments)
        if not compared.looked and compared.seen > SEEN:
            # once, for to count what is frozen takes long
            compared.looked = True
            compared.there = None if gc.get_freeze_count() else set(map(id, gc.get_objects()))
        return True
