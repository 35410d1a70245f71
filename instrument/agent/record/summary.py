"""Summary locations: one location that stands for the same field of many objects, which a hot loop has changed.

A statement that stores into thousands of objects records them one by one only at first. What it may have changed is
then every object of that class that its widened reads have found (`bracket.widen`); those get no token, and no entry in
the trace, only a note under their identity. Whoever reads one of them later reads the summary location.

The published term is a weak update of an abstract object (Chase, Wegman, Zadeck, PLDI 1990).

Imprecise: what a hot loop did to one of many objects of a class may have happened to any of them; a note may outlive its object and
then hold for another one at the same address.
"""

import gc

from ..objects.locations import WHOLE

NOTES_LIMIT = 400_000
"""Notes of untokened objects; beyond it those of objects that have died are removed."""

TOKENS_LIMIT = 200
"""Objects with tokens that one summary records one by one."""


class Summaries:
    """Which objects belong to which summary, by field: of objects without a token the set of their identities, of others by token."""

    def __init__(self, recorder):
        self.recorder = recorder
        self.count = 0
        self.notes = {}
        self.by_token = {}

    def add(self, fields, objects):
        """The statement may have changed these fields of each of `objects` (by id), which are of one class."""
        recorder = self.recorder
        if not objects or not fields:
            return
        if not all(map(gc.is_tracked, objects.values())):
            # arrays: few, and the collector cannot say later whether they live
            for obj in objects.values():
                for field in fields:
                    recorder.mutate(recorder.tokens.of(obj), field, "widened")
            return
        by_id = recorder.tokens.by_id
        tokened = objects.keys() & by_id.keys()
        tokens = [by_id[key].token for key in tokened]
        ids = set(objects)
        ids -= tokened
        for field in fields:
            self._add(field, tokens, ids)
        if sum(len(noted) for notes in self.notes.values() for noted in notes.values()) > NOTES_LIMIT:
            self._forget_dead()

    def _add(self, field, tokens, ids):
        recorder = self.recorder
        self.count += 1
        name = "summary.%d" % self.count
        if len(tokens) <= TOKENS_LIMIT:
            for token in tokens:
                recorder.mutate(token, field, "widened")
        else:
            for token in tokens:
                recorder.written.add(token)
                earlier = self.by_token.setdefault(token, {}).get(field)
                if earlier is not None:
                    recorder.read(earlier, WHOLE, "widened")
                # whoever wrote the object last
                recorder.read(token, field, "widened")
                self.by_token[token][field] = name
        if ids:
            notes = self.notes.setdefault(field, {})
            for earlier, noted in list(notes.items()):
                if not noted.isdisjoint(ids):
                    recorder.read(earlier, WHOLE, "widened")
                    left = set() if noted == ids else noted - ids
                    if left:
                        notes[earlier] = left
                    else:
                        del notes[earlier]
            notes[name] = ids.copy()
        recorder.write(name, WHOLE, "widened")

    def _forget_dead(self):
        alive = set(map(id, gc.get_objects()))
        for field, notes in self.notes.items():
            self.notes[field] = {name: noted & alive for name, noted in notes.items() if not noted.isdisjoint(alive)}

    def named(self, obj, token):
        """An object gets a token: what was noted under its identity is now under the token."""
        key = id(obj)
        for field, notes in self.notes.items():
            for name, noted in notes.items():
                if key in noted:
                    noted.remove(key)
                    self.by_token.setdefault(token, {})[field] = name
                    self.recorder.written.add(token)

    def of_token(self, token, field):
        """Summaries that cover this field of a token."""
        found = self.by_token.get(token)
        if found is None:
            return ()
        return [name for own, name in found.items() if own == field or field == WHOLE or own == WHOLE]

    def replaced(self, token, field):
        """A field takes a new value: what the summary did to it does not matter any more."""
        found = self.by_token.get(token)
        if found is not None:
            found.pop(field, None)

    def among(self, ids):
        """Summaries of the untokened objects with these identities (a set or keys view)."""
        return {name for notes in self.notes.values() for name, noted in notes.items() if not noted.isdisjoint(ids)}

    def of(self, obj, field):
        """Read the summaries that cover a field of an untokened object."""
        for own, notes in self.notes.items():
            if own in (field, WHOLE):
                for name, noted in notes.items():
                    if id(obj) in noted:
                        self.recorder.read(name, WHOLE)
