"""The states of watched objects, to compare at the end of a statement. `compare` selects the objects."""

import types
import weakref

from ..kinds.comparing import snapshot_of
from ..objects.attributes import own_dict, static
from ..objects.snapshots import PLAIN, checksum
from .held_attributes import held_by


class WatchedStates:
    """States, by identity of their objects, just before the first unknown call of a statement.

    `before`: an object, its state, class and attribute dictionary. `holders`: modules and classes
    with their attributes. `dying`, `lent`: objects and arrays not kept alive. `many`: groups of
    objects compared together, with identities `grouped`. `classes`: classes with all their
    instances watched, and the objects these hold.
    """

    def __init__(self, recorder):
        self.recorder = recorder
        self.before = {}
        self.holders = {}
        self.dying = {}
        self.lent = {}
        self.many = []
        self.grouped = set()
        self.classes = {}

    def knows(self, obj):
        """Whether an object is compared."""
        return id(obj) in self.before or id(obj) in self.grouped or type(obj) in self.classes

    def state(self, obj):
        """Watch the contents of an object, but no objects behind these. Returns whether the contents
        can be compared.
        """
        state = snapshot_of(obj, self.recorder.namespace)
        if state is not None:
            self.before[id(obj)] = (obj, state, type(obj), _attributes_of(obj, state))
        return state is not None

    def own_state(self, objects):
        """Watch the contents of these objects, unless watched already."""
        for obj in objects:
            if not self.knows(obj):
                self.state(obj)

    def plain(self, obj):
        """Watch an object with attributes only. Returns whether the object has its own attribute
        dictionary.
        """
        own = own_dict(obj)
        if own is not None:
            self.before[id(obj)] = (obj, (PLAIN, dict(own)), type(obj), own)
        return own is not None

    def attributes(self, holder):
        """Watch the attributes of a module or class: libraries register and replace objects there."""
        if id(holder) not in self.holders:
            self.holders[id(holder)] = (holder, held_by(holder))

    def mortal(self, obj):
        """Watch an object whose death runs code, without keeping it alive."""
        known = self.dying.get(id(obj))
        own = own_dict(obj)
        if own is not None and (known is None or known[0]() is not obj):
            self.dying[id(obj)] = (weakref.ref(obj), dict(own))

    def lend(self, array):
        """Watch an array of numbers without keeping it alive. Returns False if the array is
        compared already.
        """
        key = id(array)
        if key in self.before:
            return False
        known = self.lent.get(key)
        if known is None or known[0]() is not array:
            self.lent[key] = (weakref.ref(array), checksum(array), array.shape, array.dtype)
        return True

    def unwatched(self, found, kind):
        """The found objects of exactly this class without a state."""
        return [
            obj
            for key, obj in found.items()
            if type(obj) is kind and key not in self.before and key not in self.grouped
        ]


def _attributes_of(obj, state):
    """The attribute dictionary of an object, unless a property of the class hides it; None for
    objects of other states.
    """
    if (
        state[0] == "attributes"
        and type(static(type(obj), "__dict__")) is types.GetSetDescriptorType
    ):
        return own_dict(obj)
    return None
