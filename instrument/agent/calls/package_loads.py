"""Takes changes out of the comparison when a library loads one of its own modules: the load is no
change by the statement.
"""

import operator
import sys

from ..kinds.comparing import snapshot_of
from ..objects.attributes import own_dict
from ..objects.snapshots import PLAIN, same_entries
from ..world.surroundings import Loggers
from .held_attributes import held_by

_SHALLOW = frozenset({"sequence", "mapping", "set", "attributes"})
"""Kinds of states that list contents by identity."""


class PackageLoad:
    """One load of a module, by a statement that compares."""

    def __init__(self, watch):
        self.watch = watch
        self.kept = _kept_by_packages(watch)
        self.names = set(sys.modules) if watch.knows(sys.modules) else None

    def take_over(self):
        """Count changes since the beginning of the load as the library's own."""
        _take_over(self.watch, self.kept)
        if self.names is not None:
            # (modules that compiled code makes have no specification)
            before = self.watch.before[id(sys.modules)][1][1]
            for name in sys.modules.keys() - self.names:
                before.setdefault(name, sys.modules[name])


def _kept_by_packages(watch):
    """The present state of compared packages: states of objects, and attributes of modules and
    classes, by identity; and the settings of loggers.
    """
    states = {
        key: _state_now(watch, *watch.before[key][:2]) for key in watch.inner & watch.before.keys()
    }
    holders = {key: held_by(watch.holders[key][0]) for key in watch.inner & watch.holders.keys()}
    return states, holders, [part.now() for part in watch.around if type(part) is Loggers]


def _take_over(watch, earlier):
    """Take over the state of packages after a library has loaded one of its modules. The packages
    would have changed their state for any first user, so no statement has written this state.
    `earlier`: the state when loading began.
    """
    states, holders, loggers = _kept_by_packages(watch)
    for key, was in earlier[0].items():
        obj, before, cls, own = watch.before[key]
        if was is not None and _is_same_state(before, was):
            watch.before[key] = (obj, states[key], cls, own)
    for key, was in earlier[1].items():
        holder, before = watch.holders[key]
        if same_entries(before, was):
            watch.holders[key] = (holder, holders[key])
    for part, was, now in zip(
        [part for part in watch.around if type(part) is Loggers], earlier[2], loggers
    ):
        part.was_loaded(was, now)


def _state_now(watch, obj, before):
    if before[0] is PLAIN:
        return (PLAIN, dict(own_dict(obj) or {}))
    return snapshot_of(obj, watch.recorder.namespace) if before[0] in _SHALLOW else None


def _is_same_state(one, other):
    """Whether two states hold the same objects. False for states without identities."""
    for a, b in zip(one[1:], other[1:]):
        if type(a) is dict and type(b) is dict:
            alike = same_entries(a, b)
        elif type(a) is list and type(b) is list:
            alike = len(a) == len(b) and all(map(operator.is_, a, b))
        elif type(a) is set and type(b) is set:
            alike = set(map(id, a)) == set(map(id, b))
        else:
            alike = a is None and b is None
        if not alike:
            return False
    return True
