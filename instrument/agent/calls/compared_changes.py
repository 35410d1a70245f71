"""Changes of the objects that a statement watched, recorded as writes of kind "compared". Objects
without a comparable state are assumed written.
"""

import sys
import types

from ..kinds.blocks import shared_manager
from ..kinds.comparing import changed_fields, is_opaque, snapshot_of
from ..kinds.owners import alias_root
from ..objects.attributes import given_dict, home
from ..objects.classes import is_notebook_class, is_users_class
from ..objects.locations import WHOLE, key_field
from ..objects.snapshots import PLAIN, attribute_key, mapping_changes, same_entries
from ..world.entry import ABSENT
from ..world.library_state import is_global_of_package, module_objects
from .held_attributes import (
    UNINTERESTING,
    held_by,
    is_made_late,
    only_loaded,
    without_loaded,
)

ALIKE = 200
"""From this number of objects of one class with changes of the same fields on, one location stands
for all of them (see `record/summary`).
"""


class ComparedChanges:
    """Records the differences between the states in a `Watch` and the present states."""

    def __init__(self, watch):
        self.watch = watch
        self.recorder = watch.recorder

    def report(self):
        """Record the differences as writes of kind "compared"."""
        recorder = self.recorder
        tokens = recorder.tokens
        if self.watch.later:
            self._assume_later()
        for obj in self.watch.assumed:
            recorder.mutate(tokens.of(obj), WHOLE, "assumed")
        for key, (ref, before) in self.watch.dying.items():
            obj = ref()
            if obj is not None:
                self.watch.before[key] = (obj, (PLAIN, before), type(obj), None)
        for key, (ref, *before) in self.watch.lent.items():
            obj = ref()
            if obj is not None:
                self.watch.before.setdefault(key, (obj, ("buffer", *before, {}), type(obj), None))
        changed = {}
        for obj, before, cls, own in self.watch.before.values():
            if type(obj) is not cls:
                recorder.mutate(tokens.of(obj), "a:__class__", "compared")
                recorder.lookups.reclassed.add(tokens.of(obj))
            if own is not None:
                now = given_dict(obj)
                if now is not own and now is not None:
                    recorder.attribute_dictionaries.replace(obj, now)
                if before[0] is PLAIN and same_entries(before[1], now or {}):
                    continue
            if obj is sys.modules and only_loaded(before[1], obj):
                continue
            # the attributes of an object or module, handed out as a dictionary
            keyed = attribute_key if tokens.is_alias(obj) else key_field
            fields = changed_fields(obj, before, recorder.namespace, keyed)
            if (
                own is not None
                and fields
                and not is_users_class(cls, recorder.namespace, recorder.imports.local)
            ):
                fields = [field for field in fields if not is_made_late(obj, field, before, own)]
            if fields:
                changed.setdefault((type(obj), *fields), {})[id(obj)] = (obj, before[0])
                if self._is_kept_by_library(obj):
                    recorder.kept_objects.note_state(obj, before, fields)
        for (_, *fields), objects in changed.items():
            self._report_changed(fields, objects)
        for many in self.watch.many:
            for fields, objects in many.changed().items():
                if many.kind is list:
                    self._note_lists(many, fields, objects)
                self._report_together(many.kind, fields, objects)
            for obj in many.replaced:
                own = given_dict(obj)
                if own is not None:
                    recorder.attribute_dictionaries.replace(obj, own)
        self._report_holders()
        self.watch.paths.report()
        for part in self.watch.around:
            part.report()
        self.watch.figures.report()
        if self.watch.walks.overflow:
            recorder.escape(
                "an unknown call could reach more objects than can be compared", lasting=True
            )

    def _assume_later(self):
        """Record as written the objects of `put_off` that have not been compared."""
        found = self.watch.walks.walk_all(self.watch.later.values())
        by_kind = {}
        for key, obj in found.items():
            if not self.watch.knows(obj):
                state = snapshot_of(obj, self.recorder.namespace)
                if state is not None or is_opaque(obj):
                    by_kind.setdefault(type(obj), {})[key] = (obj, state and state[0])
        for objects in by_kind.values():
            self._report_changed([WHOLE], objects)

    def _report_holders(self):
        """Record changed attributes of modules and classes."""
        recorder = self.recorder
        tokens = recorder.tokens
        for holder, before in self.watch.holders.values():
            after = held_by(holder)
            if same_entries(before, after):
                continue
            if issubclass(type(holder), types.ModuleType):
                after = without_loaded(before, after)
            added = {attribute_key(key): key for key in after if key not in before}
            for field in mapping_changes(before, after, attribute_key):
                if field not in UNINTERESTING:
                    token = tokens.of(holder)
                    recorder.library.change()
                    if field[:2] == "a:":
                        recorder.kept_objects.note_attribute(
                            holder, field[2:], (before.get(field[2:], ABSENT),)
                        )
                    recorder.mutate(token, field, "compared")
                    if field in added:
                        # only a look-up of this name finds the addition
                        recorder.library.extend(token, added[field])
                    elif self._concerns_libraries(holder):
                        recorder.library.patched.add(token)

    def _note_lists(self, many, fields, objects):
        """Note the old contents of changed lists that a library or module owns, for the undo log."""
        kept = {
            key
            for key in objects
            if (key in self.watch.inner or key in self.watch.registries)
            and self._is_kept_by_library(objects[key])
        }
        for key, before in many.before(kept).items() if kept else ():
            self.recorder.kept_objects.note_state(objects[key], ("sequence", before), fields)

    def _report_changed(self, fields, objects):
        """These fields of all these objects (by id, with the kind of their state) have changed."""
        recorder = self.recorder
        tokens = recorder.tokens
        alone = {}
        kept_in_module = None
        for key, (obj, kind) in objects.items():
            if kept_in_module is None:
                kept_in_module = module_objects(type(obj), recorder) & self.watch.receivers
            recorder.library.change(key in self.watch.inner)
            shown = obj if kind is PLAIN else alias_root(obj)
            manager = shared_manager(obj) if kind == "pandas" else None
            registered = key in self.watch.registries or key in kept_in_module
            if shown is not obj or manager is not None or registered or key in tokens.world:
                for field in fields:
                    recorder.mutate(tokens.of(obj), field, "compared")
                for behind in (shown, manager):
                    if behind is not None and behind is not obj:
                        recorder.mutate(tokens.of(behind), WHOLE, "compared")
                if registered and key not in tokens.world:
                    recorder.library.patched.add(tokens.of(obj))
            else:
                alone[key] = obj
        self._report_alone(fields, alone)

    def _report_alone(self, fields, objects):
        """Record changed fields of objects (by id) without a further object behind them."""
        recorder = self.recorder
        if len(objects) > ALIKE:
            recorder.summaries.add(fields, objects)
        else:
            for obj in objects.values():
                for field in fields:
                    recorder.mutate(recorder.tokens.of(obj), field, "compared")

    def _report_together(self, kind, fields, objects):
        """Record changed fields of objects of one class with attributes only."""
        recorder = self.recorder
        for obj in objects.values() if WHOLE in fields else ():
            if type(obj) is not kind:
                recorder.mutate(recorder.tokens.of(obj), "a:__class__", "compared")
                recorder.lookups.reclassed.add(recorder.tokens.of(obj))
        kept = module_objects(kind, recorder)
        known = (
            recorder.tokens.world,
            self.watch.inner,
            self.watch.registries,
            kept if kind in self.watch.classes else kept & self.watch.receivers,
        )
        peculiar = {key for keys in known for key in objects.keys() & keys}
        self._report_changed(fields, {key: (objects.pop(key), PLAIN) for key in peculiar})
        self._report_alone(fields, objects)

    def _is_kept_by_library(self, obj):
        """Whether a library owns an object, and all its changes so far are known."""
        if (
            id(obj) not in self.watch.inner
            and id(obj) not in self.watch.registries
            and not is_global_of_package(obj, self.recorder)
        ):
            return False
        return self.recorder.kept_objects.is_known(obj)

    def _concerns_libraries(self, holder):
        """Whether any library may notice a change of this module or class. Counters and caches of a
        callee's module matter to that module only.
        """
        if id(holder) not in self.watch.registries and (
            id(holder) in self.watch.inner
            or (issubclass(type(holder), type) and home(holder) in self.recorder.imports.local)
        ):
            return False
        return not (
            issubclass(type(holder), type) and is_notebook_class(holder, self.recorder.namespace)
        )
