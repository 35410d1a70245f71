"""Plain callees: functions and classes of the user's modules that reach by themselves only their
module. The arguments of each further call are searched for new objects.

Objects already compared by the statement add nothing. New objects of the statement add nothing
either, because no other statement has used them.

An array of numbers without a token, in a further call, is compared by itself, and may die meanwhile
(`Watch.lend`).
"""

import gc
import types

from ..objects.attributes import home, own_dict
from ..objects.callables import FUNCTION
from ..objects.classes import keeps_attributes_only
from ..objects.libraries import LIBRARIES
from ..objects.locations import VALUES

SEEN = 200
"""The most arguments compared one by one in a statement, before all existing objects are noted."""

FEW = 20
"""The most objects looked at in the arguments of one call."""

SHORT = 100
"""The most elements of a container looked at."""


class PlainCallees:
    """Decides which calls of plain callees add nothing. `values`: known types of values; `is_value`
    decides about other types.
    """

    def __init__(self, recorder, values, is_value):
        self.recorder = recorder
        self.values = values
        self._is_value = is_value

    def add_nothing(self, compared, watched, callee, args, kwargs, epoch):
        """Whether a call would add nothing to the comparison."""
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
        """Whether an argument is an array compared by itself."""
        if type(value) is not LIBRARIES.ndarray or value.base is not None or value.dtype.hasobject:
            return False
        return self.recorder.tokens.peek(value) is None and watched.lend(value)

    def _holds_nothing_new(self, compared, watched, value, receivers):
        """Whether all contents of an argument are compared already, or newer than the comparison.
        `receivers`: the argument must be one of these, or newer.
        """
        before, grouped, classes = watched.before, watched.grouped, watched.classes
        there = compared.there
        pending = [value]
        seen = set()
        if watched.walks.is_tired():
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
            # (at the speed of C code: calls may pass a growing list again and again)
            watched.walks.look_at(len(parts))
            if VALUES.issuperset(map(type, held)) and VALUES.issuperset(map(type, keys)):
                continue
            if len(parts) > SHORT:
                return False
            pending += held
            pending += keys
        return True

    def note(self, compared, callee, arguments, found):
        """Note a callee, if it is plain, with the classes of its arguments and, once, all existing
        objects.
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
            # once, because a count of frozen objects takes long
            compared.looked = True
            compared.there = None if gc.get_freeze_count() else set(map(id, gc.get_objects()))
        return True
