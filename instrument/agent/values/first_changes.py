"""What a run is the first to change of objects that other cells have read before: of what a name leads to, only some have had a record of being read
(`NEW_TOKENS` in `reach/deep_reads`), and parts that C code makes when they are needed had none. Who may have read such an object is told by the names
that lead to it.

Imprecise: who has read such a name counts as having read all that it leads to.
"""

import types

from ..objects.attributes import home
from ..objects.locations import GLOBALS, WHOLE, is_of_object, is_value
from ..reach.walks import Overflow
from .kept_copies import given_names
from .kept_values import MANAGED


def _is_of_library(entry):
    """Whether it is a module, or a class of one."""
    obj = entry.strong if entry.ref is None else entry.ref()
    return issubclass(type(obj), types.ModuleType) or (issubclass(type(obj), type) and home(obj) != "__main__")


class FirstChanges:
    """`changed`: tokens of all objects that a run has changed; `ran`: the cells that have run; `below`: those among them that the cell of the run does
    not stand below.
    """

    def __init__(self, recorder, reach):
        self.recorder = recorder
        self.reach = reach
        self.changed = set()
        self.ran = set()
        self.below = frozenset()

    def begin(self, cell, above):
        """A run begins, of a cell below the cells `above`; None: nobody knows which these are."""
        self.below = self.ran.difference(above or (), (cell,))
        self.ran.add(cell)

    def finish(self, statements):
        """[[token, field, False, names that lead to it]] of what the run has changed first."""
        written = {token for s in statements for token, _ in s.writes if is_of_object(token) or token.startswith("summary.")}
        new = written - self.changed
        self.changed |= new
        if not new or not self.below:
            return []
        by_id, namespace = self.recorder.tokens.by_id, self.recorder.namespace
        # (of libraries' the recorder tells by itself)
        new -= self.recorder.patched
        objects = {key: entry.token for key, entry in list(by_id.items()) if entry.token in new and not _is_of_library(entry)}
        for group in self.recorder.summaries.groups:
            for name in new.intersection(group.names.values()):
                objects.update(dict.fromkeys(group.ids, name))
        bound = {field for s in statements for token, field in s.writes if token == GLOBALS}
        names = [name for name, value in list(namespace.items()) if name not in bound and not MANAGED.match(name) and not is_value(value)]
        given = given_names(statements)
        if not objects or not self._reached([namespace[name] for name in names if name in given], objects):
            return []
        found = {}
        for name in names:
            for token in self._reached([namespace[name]], objects):
                found.setdefault(token, []).append(name)
        return [[token, WHOLE, False, of] for token, of in sorted(found.items())]

    def _reached(self, values, objects):
        """Those of these objects' tokens that are reached from values."""
        try:
            found = self.reach.walk(values)
        except Overflow:
            return set(objects.values())
        return {objects[key] for key in found.keys() & objects.keys()}
