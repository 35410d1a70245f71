"""Possible changes by an unknown callee: of all mutable objects within its reach. The states are
from before the first unknown call of a statement.

`kinds/comparing` takes the snapshots, and `compared_changes` compares them at the end. The file is
long because all kinds of watched objects share one state.
"""

import collections
import types
import weakref

from ..kinds.comparing import is_opaque, snapshot_of
from ..kinds.figures import is_artist
from ..kinds.owners import alias_root
from ..kinds.tables import labels_of
from ..objects.attributes import home, own_dict, static
from ..objects.callables import BUILTINS
from ..objects.chains import chain_of
from ..objects.classes import is_mortal, keeps_attributes_only
from ..objects.cpython import FROM_THE_END
from ..objects.hidden import HIDDEN
from ..objects.iterators import is_iterator
from ..objects.kept_in_c import KEPT_IN_C
from ..objects.libraries import LIBRARIES
from ..objects.locations import VALUES
from ..objects.snapshots import PLAIN, checksum
from ..reach.walks import Overflow
from ..record.untraced_work import summaries_of
from ..world.changed_files import ChangedFiles
from .drawn_figures import DrawnFigures
from .given_paths import GivenPaths
from .held_attributes import held_by
from .many_alike import ManyAlike
from .many_lists import ManyLists

MANY = 60
"""The most objects of one class with attributes only that are compared one by one; more are
compared together.
"""

WATCH_LIMIT = 50_000
"""The most objects within reach of one unknown call, and the most that the calls of a statement may
reach again.
"""
ELEMENTS = 100
"""Elements of containers that cost as much time as one object."""
VISIT = 9
"""The cost of a look into one object, in looks into one of many plain objects."""
TOGETHER = 1_000
"""The least size of a walk whose result is stored as a whole."""
_WALKS = 20
_HOLDERS = (type, types.ModuleType)


class Watch:
    """The watched objects, with their states just before the first unknown call of the statement.

    `before`: by identity, an object, its state, class and attribute dictionary. `modules`: the
    watched parts of modules. `shared`: objects within reach of all unknown code, `holders` the
    modules and classes among them. `receivers`: identities of the receivers of calls. `lent`:
    arrays with their states, not kept alive. `walks` counts walks from calls, `again` the objects
    of earlier walks found once more (`reached`: their identities; `reached_together`: results of
    large walks); ELEMENTS of containers count as one. `later`: objects assumed written at the end.
    `files`: files that may change. `many`: groups of objects compared together, with identities
    `grouped`. `classes`: classes with all their instances watched, and the objects these hold.
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
        self.reached_together = []
        self.again = 0
        self.later = {}
        self.many = []
        self.grouped = set()
        self.classes = {}

    def add(self, roots, suspect=(), looks=False):
        """Watch all objects within reach of `roots`, and return them by identity. `suspect` objects
        without a comparable state count as written. So does all state of compiled libraries in C,
        unless the call only `looks` at it.
        """
        LIBRARIES.fresh()
        HIDDEN.fresh()
        found = self._walk(roots)
        counts = collections.Counter(map(type, found.values()))
        kinds = counts.keys()
        self._classes_of(found, kinds)
        in_c = {kind for kind in kinds if KEPT_IN_C.group(kind) is not None}
        if in_c and not looks:
            self._in_c([obj for obj in found.values() if type(obj) in in_c])
        local = self.recorder.imports.local
        plain = {kind for kind in kinds if keeps_attributes_only(kind, local)}
        mortal = set(filter(is_mortal, plain))
        many = {kind for kind in plain - mortal if counts[kind] > MANY}
        self._watch_many(found, many, counts[list])
        opaque = self._one_by_one(found, kinds, plain, mortal, in_c) if many != kinds else ()
        if opaque:
            self._assume_opaque(found, opaque, suspect)
        return found

    def _walk(self, roots):
        """All objects within reach of `roots`, by identity."""
        found = {}
        scanned, visited = self.reach.scanned, self.reach.visited
        try:
            self.reach.walk(roots, seen=found, limit=WATCH_LIMIT)
        except Overflow:
            self.overflow = True
        self.walks += 1
        again = len(found.keys() & self.reached)
        again += sum([len(found.keys() & known.keys()) for known in self.reached_together])
        self.again += (
            again
            + (self.reach.scanned - scanned) // ELEMENTS
            + VISIT * min(again, self.reach.visited - visited)
        )
        if len(found) > TOGETHER:
            self.reached_together.append(found)
        else:
            self.reached.update(found)
        return found

    def _classes_of(self, found, kinds):
        """Watch the found classes and modules, and the classes of all found objects. Views of a
        file or database are assumed written.
        """
        holders = {kind for kind in kinds if issubclass(kind, _HOLDERS)}
        for obj in found.values() if holders else ():
            # an object's own class is reached by way of its instance; it is not handed to anybody
            if type(obj) in holders and obj not in kinds:
                self.attributes(obj)
        for kind in kinds:
            self._class(kind)
        chained = {kind for kind in kinds if chain_of(kind) is not None}
        if chained:
            windows = (alias_root(obj) for obj in found.values() if type(obj) in chained)
            self.assumed += {id(window): window for window in windows}.values()

    def _watch_many(self, found, many, lists):
        """Watch the objects of each class in `many` as a group, and lists from more than MANY on."""
        for kind in many - self.classes.keys():
            # (the walk has found the contents, too)
            new = self._unwatched(found, kind)
            if new:
                self._together(kind, new)
                self.grouped.update(map(id, new))
        if lists > MANY and FROM_THE_END:
            new = self._unwatched(found, list)
            if len(new) > MANY:
                self.many.append(ManyLists(new))
                self.grouped.update(map(id, new))

    def _unwatched(self, found, kind):
        return [
            obj
            for key, obj in found.items()
            if type(obj) is kind and key not in self.before and key not in self.grouped
        ]

    def _one_by_one(self, found, kinds, plain, mortal, in_c):
        """Watch all objects outside of groups one by one. Returns the objects without a comparable
        state.
        """
        # (functions are compared with their attributes)
        of_functions = (
            {id(obj.__dict__) for obj in found.values() if type(obj) is types.FunctionType}
            if types.FunctionType in kinds
            else ()
        )
        opaque = []
        for key, obj in found.items():
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
            if is_artist(obj) and obj is alias_root(obj):
                self.figures.mark(obj)
            state = snapshot_of(obj, self.recorder.namespace)
            if state is not None:
                self.before[key] = (obj, state, type(obj), _attributes_of(obj, state))
            elif type(obj) not in in_c and is_opaque(obj):
                opaque.append(obj)
            attrs = labels_of(obj)
            if attrs is not None:
                # also while they are empty
                self.own_state((attrs,))
        return opaque

    def _assume_opaque(self, found, opaque, suspect):
        """Assume as written the opaque objects within the call's power: suspects, and receivers of
        bound methods among the found objects.
        """
        # also their parts: a booster or tokenizer keeps its state in such an object
        suspects = {
            id(part) for root in suspect for part in (root, *(own_dict(root) or {}).values())
        }
        # anybody may call a bound method
        suspects.update(id(obj.__self__) for obj in found.values() if type(obj) in BUILTINS)
        self.assumed += [obj for obj in opaque if id(obj) in suspects]

    def _in_c(self, objects):
        """Assume a change of the objects' state in C, and watch the files behind these objects."""
        self.assumed += objects
        self.paths.note(self.recorder.families.paths_of(objects))

    def _class(self, kind):
        """Watch the attributes of a class of the user's modules, and of its bases: code of the
        class may set them.
        """
        local = self.recorder.imports.local
        if not local.keys().isdisjoint(map(home, kind.__mro__)):
            for base in kind.__mro__:
                if home(base) in local or home(base) == "__main__":
                    self.attributes(base)

    def _plain(self, obj):
        """Watch an object with attributes only. Returns whether the object has its own attribute
        dictionary.
        """
        own = own_dict(obj)
        if own is not None:
            self.before[id(obj)] = (obj, (PLAIN, dict(own)), type(obj), own)
        return own is not None

    def _together(self, kind, objects):
        """Watch many objects of a class with attributes only. Returns their contents, where these
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
        """Whether the object belongs to a module or library."""
        return id(obj) in self.inner or id(obj) in self.registries

    def whole_class(self, kind, instances):
        """Watch all instances of a class with attributes only. Returns all objects within their
        reach, by identity.
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
        """Whether the calls of this statement have walked over the same objects so often that
        further objects are assumed written (`put_off`).
        """
        return self.walks > _WALKS and self.again > WATCH_LIMIT

    def put_off(self, objects):
        """Count everything within reach of these objects at the end of the statement as written.

        Unsound: after 20 compared calls that reached 50 000 objects again, everything that the
        arguments reach at the end of the statement counts as changed. Objects that a call took out
        of its arguments before are missed.
        """
        self.later.update(zip(map(id, objects), objects))

    def assume(self, objects):
        """Assume as written the objects without a comparable state, and as moved on all iterators
        and buffers of text.
        """
        self.assumed += [
            obj
            for obj in objects
            if is_iterator(type(obj)) or (not self.knows(obj) and is_opaque(obj))
        ]

    def attributes(self, holder):
        """Watch the attributes of a module or class: libraries register and replace objects there."""
        if id(holder) not in self.holders:
            self.holders[id(holder)] = (holder, held_by(holder))

    def leads_to_code(self):
        """Whether a function of the notebook is within reach of unknown calls."""
        namespace = self.recorder.namespace
        return any(
            type(obj) is types.FunctionType and obj.__globals__ is namespace
            for obj, *_ in list(self.before.values())
        )

    def own_state(self, objects):
        """Watch the contents of these objects, but no objects behind them."""
        for obj in objects:
            state = None if self.knows(obj) else snapshot_of(obj, self.recorder.namespace)
            if state is not None:
                self.before[id(obj)] = (obj, state, type(obj), _attributes_of(obj, state))

    def changed_files(self):
        """The files that may change; watched from now on."""
        if self.files is None:
            self.files = ChangedFiles(self.recorder)
            self.around.append(self.files)
        return self.files

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

    def look_at(self, elements):
        """Count elements of containers as looked at."""
        self.again += elements // ELEMENTS

    def is_disturbed(self):
        """Whether the notebook has stored, in this statement, into an object within reach of all
        unknown code.
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
