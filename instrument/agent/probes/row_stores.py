"""Repeated stores of an uninstrumented version into parts of frames and arrays, without a record
after the first: `df.loc[i, 'b'] = x`, `df['b'] = v`, `row = a[i]; row[0] = x`.

The key only tells existing rows from columns. A new row gives the frame another index, which shows
at the end of the statement.
"""

import weakref

from ..kinds.owners import storage_key
from ..objects.attributes import home
from ..objects.libraries import LIBRARIES, holds_numbers
from ..objects.locations import VALUES
from ..record.settled import Settled

_LABELS = (str, int)


class RowStores:
    """The stores of one site: an indexer's type and its frame. `parts`: columns, as in the key;
    None when the whole frame has been written.
    """

    __slots__ = ("kind", "frame", "parts")

    def __init__(self, indexer):
        self.kind = type(indexer)
        self.frame = indexer.obj
        self.parts = set()

    def covers(self, obj, key):
        """Whether this store adds nothing."""
        if type(obj) is not self.kind or obj.obj is not self.frame:
            return False
        parts = self.parts
        if parts is None:
            return True
        return (
            type(key) is tuple
            and len(key) == 2
            and type(key[1]) in _LABELS
            and type(key[0]) in VALUES
            and key[1] in parts
        )


class ColumnStores:
    """The same of the columns of a frame."""

    __slots__ = ("frame", "parts")

    def __init__(self, frame):
        self.frame = frame
        self.parts = set()

    def covers(self, obj, key):
        """Whether this store adds nothing."""
        return obj is self.frame and type(key) in _LABELS and key in self.parts


class ViewStores:
    """The same of views of an array, of numbers, all of which counts as written."""

    __slots__ = ("kind", "base")

    def __init__(self, view):
        self.kind = type(view)
        self.base = view.base

    def covers(self, obj, key):
        """Whether this store adds nothing."""
        return type(obj) is self.kind and obj.base is self.base


def learn_rows(recorder, site, obj, key):
    """A site has recorded a store into `obj`, in an uninstrumented version."""
    entry = recorder.sites.cached[site.number]
    settled = recorder.current.state(Settled)
    if holds_numbers(obj):
        base = obj.base
        if type(base) is type(obj) and base.base is None and id(base) in settled:
            recorder.sites.put(site, ViewStores(obj))
    elif type(obj) is LIBRARIES.frame:
        if type(key) in _LABELS and key in obj.columns:
            if type(entry) is not ColumnStores or entry.frame is not obj:
                entry = ColumnStores(obj)
                recorder.sites.put(site, entry)
            entry.parts.add(key)
    elif home(type(obj)) == "pandas.core.indexing":
        frame = obj.obj
        index = _index_of(frame)
        if index is None:
            return
        if type(entry) is not RowStores or not (type(obj) is entry.kind and frame is entry.frame):
            entry = RowStores(obj)
            recorder.sites.put(site, entry)
        if storage_key(frame, recorder.tokens) in settled:
            entry.parts = None
        elif (
            type(key) is tuple
            and len(key) == 2
            and type(key[1]) in _LABELS
            and entry.parts is not None
        ):
            entry.parts.add(key[1])
            recorder.current.state(Rows).setdefault(id(frame), (weakref.ref(frame), index))


class Rows(dict):
    """By identity: frames whose parts uninstrumented versions have stored into, with their index
    before.
    """


def report_rows(statement, applied):
    """Record frames with other rows at the end of the statement as changed as a whole."""
    for ref, index in statement.states.get(Rows, {}).values():
        frame = ref()
        if frame is not None and _index_of(frame) is not index:
            applied.mutate(frame)


def _index_of(frame):
    """The labels of the rows; None where they are not as expected."""
    axes = getattr(getattr(frame, "_mgr", None), "axes", None)
    return axes[-1] if axes else None
