"""Possible changes by an unknown callee: of all mutable objects within its reach, found by walks
(`watched_walks`). `watched_states` has the states, and `compared_changes` compares them at the end of
the statement.
"""

import collections
import types

from ..kinds.comparing import is_opaque
from ..kinds.figures import is_artist
from ..kinds.owners import alias_root
from ..kinds.tables import labels_of
from ..objects.attributes import home, own_dict
from ..objects.callables import BUILTINS
from ..objects.chains import chain_of
from ..objects.classes import is_mortal, keeps_attributes_only
from ..objects.cpython import FROM_THE_END
from ..objects.hidden import HIDDEN
from ..objects.iterators import is_iterator
from ..objects.kept_in_c import KEPT_IN_C
from ..objects.libraries import LIBRARIES
from ..objects.locations import VALUES
from ..record.untraced_work import summaries_of
from ..world.changed_files import ChangedFiles
from .drawn_figures import DrawnFigures
from .given_paths import GivenPaths
from .many_alike import ManyAlike
from .many_lists import ManyLists
from .watched_states import WatchedStates
from .watched_walks import WatchedWalks

MANY = 60
"""The most objects of one class to compare one by one. More objects are compared together, if the
class keeps its state in attributes alone.
"""

_HOLDERS = (type, types.ModuleType)


class Watch(WatchedStates):
    """The watched objects of a statement.

    `walks`: over the objects within reach of calls. `shared`: objects within reach of all unknown
    code, `inner` and `registries` those of one module, or of all libraries. `modules`: watched
    modules, by their globals. `visited`: watched packages and surroundings. `receivers`: identities
    of the receivers of calls. `assumed`: objects assumed written, `later` those with everything
    within reach at the end. `paths`, `figures`, `files`, `around`: comparisons of their own.
    """

    def __init__(self, recorder, reach):
        super().__init__(recorder)
        self.walks = WatchedWalks(reach)
        self.assumed = []
        self.later = {}
        self.visited = {}
        self.modules = {}
        self.shared = {}
        self.inner = set()
        self.registries = set()
        self.receivers = set()
        self.disturbed = False
        self.asked = None
        self.paths = GivenPaths(recorder)
        self.figures = DrawnFigures(recorder)
        self.around = []
        self.files = None

    def add(self, roots, suspect=(), looks=False):
        """Watch all objects within reach of `roots`, and return them by identity. `suspect` objects
        without a comparable state count as written. So does all state of compiled libraries in C,
        unless the call only `looks` at it.
        """
        LIBRARIES.fresh()
        HIDDEN.fresh()
        found = self.walks.walk(roots)
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
            new = self.unwatched(found, kind)
            if new:
                self._together(kind, new)
                self.grouped.update(map(id, new))
        if lists > MANY and FROM_THE_END:
            new = self.unwatched(found, list)
            if len(new) > MANY:
                self.many.append(ManyLists(new))
                self.grouped.update(map(id, new))

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
            if type(obj) in plain and self.plain(obj):
                continue
            if is_artist(obj) and obj is alias_root(obj):
                self.figures.mark(obj)
            if not self.state(obj) and type(obj) not in in_c and is_opaque(obj):
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
                self.plain(obj)
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

    def leads_to_code(self):
        """Whether a function of the notebook is within reach of unknown calls."""
        namespace = self.recorder.namespace
        return any(
            type(obj) is types.FunctionType and obj.__globals__ is namespace
            for obj, *_ in list(self.before.values())
        )

    def changed_files(self):
        """The files that may change; watched from now on."""
        if self.files is None:
            self.files = ChangedFiles(self.recorder)
            self.around.append(self.files)
        return self.files

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
