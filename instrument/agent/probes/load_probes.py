"""The probes of loads: attributes, items, methods, closures' variables, and subjects of `match`.
They stand in instrumented versions only.
"""

import sys

from ..kinds.registry import kind_of
from ..objects.locations import ATOMIC, VALUES
from .accesses import load_attribute, load_method, load_path
from .items import load_item


def load_probes(probes, steps):
    """The probes by name. `steps` runs the recording functions."""
    recorder = probes.recorder
    pending = steps.pending

    @steps.guarded
    def read_attribute(obj, name):
        load_attribute(probes, obj, name)

    @steps.guarded
    def read_method(obj, name):
        load_method(probes, obj, name)

    @steps.guarded
    def read_item(obj, key):
        load_item(probes, obj, key)

    def attribute(obj, name):
        if recorder.current is not None and type(obj) not in VALUES:
            read_attribute(obj, name)
        return obj

    def handed_out(obj, name):
        # (most attributes of these names are something else)
        return attribute(obj, name) if kind_of(obj).hands_out else obj

    def method(obj, name):
        if recorder.current is not None and type(obj) not in VALUES:
            read_method(obj, name)
        return obj

    def item(obj, key):
        if recorder.current is not None and (type(obj) not in VALUES or type(key) not in ATOMIC):
            read_item(obj, key)
        return obj

    def pop_load(key):
        item(pending().pop(), key)
        return key

    @steps.guarded
    def look_up(frame, paths):
        for path in paths:
            load_path(probes, frame, path)

    def matched(subject, *paths):
        if recorder.current is not None:
            look_up(sys._getframe(1), paths)
        return subject

    return {
        "a": attribute,
        "ho": handed_out,
        "m": method,
        "s": item,
        "p": steps.push,
        "k": pop_load,
        "mv": matched,
    }
