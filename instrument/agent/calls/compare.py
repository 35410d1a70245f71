"""Before and after: what an unknown callee changed, found by comparing everything mutable that it
could reach.

What is compared of an object says `objects/states`. What cannot be compared is assumed written.
"""

import builtins
import collections
import operator
import sys
import types
import weakref

from ..objects.cpython import FROM_THE_END
from ..objects.attributes import given_dict, home, own_dict, static
from ..objects.hidden import HIDDEN
from ..objects.kept_in_c import KEPT_IN_C
from ..objects.kinds import (
    BUILTINS,
    is_iterator,
    is_mortal,
    is_notebook_class,
    is_users_class,
    keeps_attributes_only,
)
from ..objects.libraries import LIBRARIES
from ..objects.locations import STRUCTURE, VALUES, WHOLE, key_field
from ..objects.states import (
    PLAIN,
    attribute_key,
    changed_fields,
    checksum,
    is_opaque,
    mapping_changes,
    same_entries,
    state_of,
)
from ..objects.storage import canonical, chain_of, labels_of, shared_manager
from ..reach.walks import Overflow
from ..record.light_work import summaries_of
from ..rewriting.probe_names import PREFIX
from ..world.library_state import is_global_of_package, module_objects
from ..world.entry import ABSENT
from ..world.surroundings import Loggers
from .drawn_figures import DrawnFigures
from .given_paths import GivenPaths
from .many_alike import ManyAlike
from .many_lists import ManyLists

ALIKE = 200
"""When the same fields of so many objects of one class have changed, one location stands for all
of them (see `record/summary`).
"""

MANY = 60
"""Objects of one class that keep attributes only, which are compared together."""

WATCH_LIMIT = 50_000
"""The limits of objects that one unknown call may reach, and that many calls of a statement may
reach again.
"""
ELEMENTS = 100
"""Elements of containers that take as long to look at as one object."""
VISIT = 9
"""How much longer it takes to look into an object by itself than into one of many plain ones."""
_WALKS = 20
_HOLDERS = (type, types.ModuleType)
_LOADED = (types.ModuleType, types.FunctionType, type)
_SHALLOW = frozenset({"sequence", "mapping", "set", "attributes"})
"""Kinds of states that say by identity what an object holds."""
_UNINTERESTING = (
    STRUCTURE,
    "a:__warningregistry__",
    "a:__annotations__",
    "a:__annotations_cache__",
    "a:excepthook",
)
"""What changes in modules and classes when somebody only looks at them, or warns; and what IPython
sets while a cell runs.
"""


class Watch:
    """The state of the watched objects at the moment the first unknown call of a statement was
    about to happen. `before`: by identity, an object, its state, class and attribute dictionary.
    `modules`: what has been watched of them. `shared`: objects that unknown code comes by without
    being handed them, `holders` the modules and classes. `receivers`: the identities of those whose
    methods are called. `lent`: arrays that may die, each with its state. `walks` over what calls
    reach have found objects `again` that earlier ones had `reached` (their identities); ELEMENTS of
    containers count like one. `later`: what is assumed written at the end. `files`: those that may
    change. `many`: objects that are compared together, whose identities are `grouped`; `classes`:
    those of which all instances that there were are, with what these hold.
    """

    def __init__(self, recorder, reach):
        self.recorder = recorder
        self.reach = reach
        self.before = {}
        self.assumed = []
        self.holders = {}
        self.visited = {}
        self.dying = {}
        self.lent = {}
        self.modules = {}
        self.shared = {}
        self.disturbed = False
        self.asked = None
        self.inner = set()
        self.registries = set()
        self.receivers = set()
        self.paths = GivenPaths(recorder)
        self.figures = DrawnFigures(recorder)
        self.around = []
        self.files = None
        self.overflow = False
        self.walks = 0
        self.reached = set()
        self.again = 0
        self.later = {}
        self.many = []
        self.grouped = set()
        self.classes = {}

    def add(self, roots, suspect=(), looks=False):
        """Watch everything reachable from `roots`, and give it back by identity. `suspect` objects
        are assumed written where they cannot be compared, and all that compiled libraries keep in
        C, unless the call only `looks` at it.
        """
        LIBRARIES.fresh()
        HIDDEN.fresh()
        found = {}
        scanned, visited = self.reach.scanned, self.reach.visited
        try:
            self.reach.walk(roots, seen=found, limit=WATCH_LIMIT)
        except Overflow:
            self.overflow = True
        self.walks += 1
        again = len(found.keys() & self.reached)
        self.again += (
            again
            + (self.reach.scanned - scanned) // ELEMENTS
            + VISIT * min(again, self.reach.visited - visited)
        )
        self.reached.update(found)
        counts = collections.Counter(map(type, found.values()))
        kinds = counts.keys()
        local = self.recorder.imports.local
        holders = {kind for kind in kinds if issubclass(kind, _HOLDERS)}
        for obj in found.values() if holders else ():
            # an object's own class is reached by way of its instance; it is not handed to anybody
            if type(obj) in holders and obj not in kinds:
                self.attributes(obj)
        for kind in kinds:
            self._class(kind)
        chained = {kind for kind in kinds if chain_of(kind) is not None}
        if chained:
            windows = (canonical(obj) for obj in found.values() if type(obj) in chained)
            self.assumed += {id(window): window for window in windows}.values()
        in_c = {kind for kind in kinds if KEPT_IN_C.group(kind) is not None}
        if in_c and not looks:
            self._in_c([obj for obj in found.values() if type(obj) in in_c])
        artist = LIBRARIES.artist
        plain = {kind for kind in kinds if keeps_attributes_only(kind, local)}
        mortal = set(filter(is_mortal, plain))
        # (whose attributes are compared with them)
        of_functions = (
            {id(obj.__dict__) for obj in found.values() if type(obj) is types.FunctionType}
            if types.FunctionType in kinds
            else ()
        )
        opaque = []
        many = {kind for kind in plain - mortal if counts[kind] > MANY}
        for kind in many - self.classes.keys():
            # (what these hold has been found as well)
            new = [
                obj
                for key, obj in found.items()
                if type(obj) is kind and key not in self.before and key not in self.grouped
            ]
            if new:
                self._together(kind, new)
                self.grouped.update(map(id, new))
        if counts[list] > MANY and FROM_THE_END:
            lists = [
                obj
                for key, obj in found.items()
                if type(obj) is list and key not in self.before and key not in self.grouped
            ]
            if len(lists) > MANY:
                self.many.append(ManyLists(lists))
                self.grouped.update(map(id, lists))
        for key, obj in found.items() if many != kinds else ():
            if (
                key in self.before
                or key in self.grouped
                or type(obj) in self.classes
                or key in of_functions
            ):
                continue
            if type(obj) in mortal:
                self.mortal(obj)
                continue
            if type(obj) in plain and self._plain(obj):
                continue
            if artist is not None and issubclass(type(obj), artist) and obj is canonical(obj):
                self.figures.mark(obj)
            state = state_of(obj, self.recorder.namespace)
            if state is not None:
                self.before[key] = (obj, state, type(obj), _attributes_of(obj, state))
            elif type(obj) not in in_c and is_opaque(obj):
                opaque.append(obj)
            attrs = labels_of(obj)
            if attrs is not None:
                # also while they are empty
                self.own_state((attrs,))
        if opaque:
            # and what they consist of: a booster or tokenizer keeps its state in such an object
            suspects = {
                id(part) for root in suspect for part in (root, *(own_dict(root) or {}).values())
            }
            # somebody may call a method of theirs
            suspects.update(id(obj.__self__) for obj in found.values() if type(obj) in BUILTINS)
            self.assumed += [obj for obj in opaque if id(obj) in suspects]
        return found

    def _in_c(self, objects):
        """What these keep in C may change, and files that one of them has been made with."""
        self.assumed += objects
        self.paths.note(self.recorder.families.paths_of(objects))

    def _class(self, kind):
        """Code of a class of the user's modules may set something on it."""
        local = self.recorder.imports.local
        if not local.keys().isdisjoint(map(home, kind.__mro__)):
            for base in kind.__mro__:
                if home(base) in local or home(base) == "__main__":
                    self.attributes(base)

    def _plain(self, obj):
        """Watch an object that keeps attributes only. Whether it has a dictionary of its own for
        them.
        """
        own = own_dict(obj)
        if own is not None:
            self.before[id(obj)] = (obj, (PLAIN, dict(own)), type(obj), own)
        return own is not None

    def _together(self, kind, objects):
        """Watch many objects of a class that keep attributes only. Gives what they hold, where that
        may change as well.
        """
        many = ManyAlike(kind, objects)
        self.many.append(many)
        known = self.inner | self.registries
        held = (
            filter(self._is_held, objects)
            if known and not known.isdisjoint(map(id, objects))
            else ()
        )
        for obj in (*many.alone, *held):
            if id(obj) not in self.before:
                self._plain(obj)
        return [*many.alone, *(() if many.kinds <= VALUES else many.held())]

    def _is_held(self, obj):
        """Whether a module or library has an object among its own."""
        return id(obj) in self.inner or id(obj) in self.registries

    def whole_class(self, kind, instances):
        """Watch all instances that there are of a class that keeps attributes only. Gives all that
        these reach, by identity.
        """
        if kind not in self.classes:
            new = (
                [obj for obj in instances if id(obj) not in self.grouped]
                if self.grouped
                else instances
            )
            self._class(kind)
            held = self._together(kind, new) if new else ()
            self.classes[kind] = {}
            self.classes[kind] = self.add(held)
        return self.classes[kind]

    def is_tired(self):
        """Whether what calls reach has been gone over so often in this statement that from here on
        it is assumed written (`put_off`).
        """
        return self.walks > _WALKS and self.again > WATCH_LIMIT

    def put_off(self, objects):
        """What unknown code is handed, of which everything that can be reached at the end of the
        statement counts as written.

        Unsound: in a statement in which unknown calls have been compared over 20 times and reached
        over 50 000 objects again, what such a call takes out of what it is handed before the
        statement ends.
        """
        self.later.update(zip(map(id, objects), objects))

    def _assume_later(self):
        """What was put off, and has not been compared, is written."""
        found = {}
        try:
            self.reach.walk(self.later.values(), seen=found)
        except Overflow:
            self.overflow = True
        self.reach.deep_read(*self.later.values())
        by_kind = {}
        for key, obj in found.items():
            if not self.knows(obj):
                state = state_of(obj, self.recorder.namespace)
                if state is not None or is_opaque(obj):
                    by_kind.setdefault(type(obj), {})[key] = (obj, state and state[0])
        for objects in by_kind.values():
            self._report_changed([WHOLE], objects)

    def assume(self, objects):
        """Those of the watched objects that cannot be compared are assumed written, and all
        iterators (also buffers of text) moved on.
        """
        self.assumed += [
            obj
            for obj in objects
            if is_iterator(type(obj)) or (not self.knows(obj) and is_opaque(obj))
        ]

    def attributes(self, holder):
        """Watch the attributes of a module or class: libraries register things there, and may
        replace what they find.
        """
        if id(holder) not in self.holders:
            self.holders[id(holder)] = (holder, _held_by(holder))

    def kept_by_packages(self):
        """What compared packages keep, as it is now: states of objects, attributes of modules and
        classes, by identity; and how loggers are set up.
        """
        states = {
            key: self._state_now(*self.before[key][:2]) for key in self.inner & self.before.keys()
        }
        holders = {key: _held_by(self.holders[key][0]) for key in self.inner & self.holders.keys()}
        return states, holders, [part.now() for part in self.around if type(part) is Loggers]

    def was_loaded(self, earlier):
        """Take over the state that packages keep after a library has loaded one of its modules. The
        packages would have changed their state for any first user, so no statement has written it.
        `earlier`: the state when loading began.
        """
        states, holders, loggers = self.kept_by_packages()
        for key, was in earlier[0].items():
            obj, before, cls, own = self.before[key]
            if was is not None and _is_same_state(before, was):
                self.before[key] = (obj, states[key], cls, own)
        for key, was in earlier[1].items():
            holder, before = self.holders[key]
            if same_entries(before, was):
                self.holders[key] = (holder, holders[key])
        for part, was, now in zip(
            [part for part in self.around if type(part) is Loggers], earlier[2], loggers
        ):
            part.was_loaded(was, now)

    def _state_now(self, obj, before):
        if before[0] is PLAIN:
            return (PLAIN, dict(own_dict(obj) or {}))
        return state_of(obj, self.recorder.namespace) if before[0] in _SHALLOW else None

    def leads_to_code(self):
        """Whether what unknown calls reach has functions of the notebook's among it."""
        namespace = self.recorder.namespace
        return any(
            type(obj) is types.FunctionType and obj.__globals__ is namespace
            for obj, *_ in list(self.before.values())
        )

    def own_state(self, objects):
        """Watch what the objects hold themselves, and nothing that this refers to."""
        for obj in objects:
            state = None if self.knows(obj) else state_of(obj, self.recorder.namespace)
            if state is not None:
                self.before[id(obj)] = (obj, state, type(obj), _attributes_of(obj, state))

    def knows(self, obj):
        """Whether an object is compared."""
        return id(obj) in self.before or id(obj) in self.grouped or type(obj) in self.classes

    def mortal(self, obj):
        """Watch an object whose death runs code, without keeping it alive."""
        known = self.dying.get(id(obj))
        own = own_dict(obj)
        if own is not None and (known is None or known[0]() is not obj):
            self.dying[id(obj)] = (weakref.ref(obj), dict(own))

    def lend(self, array):
        """Watch an array of numbers without keeping it alive; true, unless it is compared
        otherwise.
        """
        key = id(array)
        if key in self.before:
            return False
        known = self.lent.get(key)
        if known is None or known[0]() is not array:
            self.lent[key] = (weakref.ref(array), checksum(array), array.shape, array.dtype)
        return True

    def look_at(self, elements):
        """So many elements of containers were looked at."""
        self.again += elements // ELEMENTS

    def is_disturbed(self):
        """Whether the notebook has stored in this statement into what unknown code comes by without
        being handed it.
        """
        statement = self.recorder.current
        summaries = summaries_of(statement)
        now = (len(statement.writes), len(summaries), len(self.shared), len(self.holders))
        if not self.disturbed and now != self.asked:
            self.asked = now
            shared = (*self.shared.values(), *(holder for holder, _ in self.holders.values()))
            written = {token for token, _ in statement.writes}
            peek = self.recorder.tokens.peek
            self.disturbed = any(peek(obj) in written for obj in shared)
            if not self.disturbed and summaries:
                kinds = set(map(type, shared))
                self.disturbed = any(cls in kinds for _, cls in summaries)
        return self.disturbed

    def report(self):
        """Record the differences as writes of kind "compared"."""
        recorder = self.recorder
        tokens = recorder.tokens
        if self.later:
            self._assume_later()
        for obj in self.assumed:
            recorder.mutate(tokens.of(obj), WHOLE, "assumed")
        for key, (ref, before) in self.dying.items():
            obj = ref()
            if obj is not None:
                self.before[key] = (obj, (PLAIN, before), type(obj), None)
        for key, (ref, *before) in self.lent.items():
            obj = ref()
            if obj is not None:
                self.before.setdefault(key, (obj, ("buffer", *before, {}), type(obj), None))
        changed = {}
        for obj, before, cls, own in self.before.values():
            if type(obj) is not cls:
                recorder.mutate(tokens.of(obj), "a:__class__", "compared")
                recorder.lookups.reclassed.add(tokens.of(obj))
            if own is not None:
                now = given_dict(obj)
                if now is not own and now is not None:
                    recorder.attribute_dictionaries.replace(obj, now)
                if before[0] is PLAIN and same_entries(before[1], now or {}):
                    continue
            if obj is sys.modules and _only_loaded(before[1], obj):
                continue
            # the attributes of an object or module, handed out as a dictionary
            keyed = attribute_key if tokens.is_alias(obj) else key_field
            fields = changed_fields(obj, before, recorder.namespace, keyed)
            if (
                own is not None
                and fields
                and not is_users_class(cls, recorder.namespace, recorder.imports.local)
            ):
                fields = [field for field in fields if not _is_looked_up_late(field, before, own)]
            if fields:
                changed.setdefault((type(obj), *fields), {})[id(obj)] = (obj, before[0])
                if self._is_kept_by_library(obj):
                    recorder.kept_objects.note_state(obj, before, fields)
        for (_, *fields), objects in changed.items():
            self._report_changed(fields, objects)
        for many in self.many:
            for fields, objects in many.changed().items():
                if many.kind is list:
                    self._note_lists(many, fields, objects)
                self._report_together(many.kind, fields, objects)
            for obj in many.replaced:
                own = given_dict(obj)
                if own is not None:
                    recorder.attribute_dictionaries.replace(obj, own)
        for holder, before in self.holders.values():
            after = _held_by(holder)
            if same_entries(before, after):
                continue
            if issubclass(type(holder), types.ModuleType):
                # what is imported, or made when it is first asked for, is no change
                loaded = _LOADED if "__getattr__" in before else types.ModuleType
                after = {
                    key: value
                    for key, value in after.items()
                    if key in before or not issubclass(type(value), loaded)
                }
            added = {attribute_key(key): key for key in after if key not in before}
            for field in mapping_changes(before, after, attribute_key):
                if field not in _UNINTERESTING:
                    token = tokens.of(holder)
                    recorder.library.change()
                    if field[:2] == "a:":
                        recorder.kept_objects.note_attribute(
                            holder, field[2:], (before.get(field[2:], ABSENT),)
                        )
                    recorder.mutate(token, field, "compared")
                    if field in added:
                        # it has to be asked for by its name
                        recorder.library.extend(token, added[field])
                    elif self._concerns_libraries(holder):
                        recorder.library.patched.add(token)
        self.paths.report()
        for part in self.around:
            part.report()
        self.figures.report()
        if self.overflow:
            recorder.escape(
                "an unknown call could reach more objects than can be compared", lasting=True
            )

    def _note_lists(self, many, fields, objects):
        """Of these lists, those may be put back that a library or module keeps."""
        kept = {
            key
            for key in objects
            if (key in self.inner or key in self.registries)
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
                kept_in_module = module_objects(type(obj), recorder) & self.receivers
            recorder.library.change(key in self.inner)
            shown = obj if kind is PLAIN else canonical(obj)
            manager = shared_manager(obj) if kind == "pandas" else None
            registered = key in self.registries or key in kept_in_module
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
        """The same of objects (by id) behind which there is nothing else."""
        recorder = self.recorder
        if len(objects) > ALIKE:
            recorder.summaries.add(fields, objects)
        else:
            for obj in objects.values():
                for field in fields:
                    recorder.mutate(recorder.tokens.of(obj), field, "compared")

    def _report_together(self, kind, fields, objects):
        """The same of objects of one class that keep attributes only."""
        recorder = self.recorder
        for obj in objects.values() if WHOLE in fields else ():
            if type(obj) is not kind:
                recorder.mutate(recorder.tokens.of(obj), "a:__class__", "compared")
                recorder.lookups.reclassed.add(recorder.tokens.of(obj))
        kept = module_objects(kind, recorder)
        known = (
            recorder.tokens.world,
            self.inner,
            self.registries,
            kept if kind in self.classes else kept & self.receivers,
        )
        peculiar = {key for keys in known for key in objects.keys() & keys}
        self._report_changed(fields, {key: (objects.pop(key), PLAIN) for key in peculiar})
        self._report_alone(fields, objects)

    def _is_kept_by_library(self, obj):
        """Whether a library keeps an object among what is its own, and nobody has changed it by
        other ways.
        """
        if (
            id(obj) not in self.inner
            and id(obj) not in self.registries
            and not is_global_of_package(obj, self.recorder)
        ):
            return False
        return self.recorder.kept_objects.is_known(obj)

    def _concerns_libraries(self, holder):
        """Whether any library may notice a change of this module or class. Counters and caches of a
        callee's module are of interest to that module only.
        """
        if id(holder) not in self.registries and (
            id(holder) in self.inner
            or (issubclass(type(holder), type) and home(holder) in self.recorder.imports.local)
        ):
            return False
        return not (
            issubclass(type(holder), type) and is_notebook_class(holder, self.recorder.namespace)
        )


def _is_looked_up_late(field, before, own):
    """Whether a library's object has looked up a class or module for itself, when it first needed
    it: nobody's result depends on that.
    """
    name = field[2:]
    if field[:3] != "a:_" or type(before[1]) is not dict or before[1].get(name, 0) is not None:
        return False
    return issubclass(type(own.get(name)), (type, types.ModuleType))


def _only_loaded(before, after):
    """Whether modules have been loaded, which is recorded otherwise, and nothing else has been done
    to `sys.modules`. (One that code has made has no specification.)
    """
    added = all(key in before or _is_loaded(module) for key, module in list(after.items()))
    return added and all(after.get(key) is module for key, module in before.items())


def _is_loaded(module):
    return issubclass(type(module), types.ModuleType) and vars(module).get("__spec__") is not None


def _held_by(holder):
    """What a module or class holds, without probes."""
    held = dict(vars(holder))
    return (
        held
        if holder is not builtins
        else {name: value for name, value in held.items() if not name.startswith(PREFIX)}
    )


def _attributes_of(obj, state):
    """The attribute dictionary of an object that is no property of its class; None of others."""
    if (
        state[0] == "attributes"
        and type(static(type(obj), "__dict__")) is types.GetSetDescriptorType
    ):
        return own_dict(obj)
    return None


def _is_same_state(one, other):
    """Whether two states of an object hold the same objects; False where that does not tell."""
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
