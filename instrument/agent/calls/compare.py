"""Before and after: what an unknown callee changed, found by comparing everything mutable that it could reach.

Containers and attribute dictionaries are compared by the identity of what they hold, frames by the identity of
their blocks (holding a lazy copy forces copy-on-write), buffers by a position-sensitive checksum.
What cannot be compared is assumed written.
"""

import builtins
import collections
import operator
import sys
import threading
import types
import weakref
import zlib

from ..objects.attributes import home, own_dict, static
from ..objects.hidden import HIDDEN
from ..objects.kinds import BUILTINS, MAKE_A_FUNCTION, is_iterator, is_mortal, is_notebook_class, keeps_attributes_only
from ..objects.libraries import LIBRARIES
from ..objects.locations import ATOMIC, STRUCTURE, WHOLE, attribute_field, key_field
from ..objects.storage import canonical, chain_of, labels_of, shared_manager
from ..objects.tensors import storage_state, tensor_state
from ..reach.walks import Overflow
from ..rewriting.probe_names import PREFIX
from ..world.library_state import module_objects
from .drawn_figures import DrawnFigures
from .given_paths import GivenPaths

ALIKE = 200
"""Objects of one class of which the same has changed, beyond which one location stands for all of them (see `record/summary`)."""

WATCH_LIMIT = 50_000
_HOLDERS = (type, types.ModuleType)
_FIXED = (
    type, types.ModuleType, types.FunctionType, types.MethodType, types.BuiltinFunctionType, types.MethodWrapperType, types.MethodDescriptorType,
    types.GetSetDescriptorType, types.MappingProxyType, slice, property, classmethod, staticmethod, operator.itemgetter, operator.attrgetter,
    operator.methodcaller, type(threading.RLock()),
)  # fmt: skip
"""Objects of C that do not change, and locks that only the thread that has them notices."""
_LOADED = (types.ModuleType, types.FunctionType, type)
_UNINTERESTING = (STRUCTURE, "a:__warningregistry__", "a:__annotations__", "a:__annotations_cache__", "a:excepthook")
"""What changes in modules and classes when somebody only looks at them, or warns; and what IPython sets while a cell runs."""
_MISSING = object()


PLAIN = "plain"
"""The kind of the state of an object that keeps attributes only."""


class Watch:
    """The state of the watched objects at the moment the first unknown call of a statement was about to happen. `before`: by identity, an object, its
    state, class and attribute dictionary. `modules`: what has been watched of them. `shared`: objects that unknown code comes by without being handed
    them, `holders` the modules and classes. `receivers`: the identities of those whose methods are called.
    """

    def __init__(self, recorder, reach):
        self.recorder = recorder
        self.reach = reach
        self.before = {}
        self.assumed = []
        self.holders = {}
        self.visited = {}
        self.dying = {}
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
        self.overflow = False

    def add(self, roots, suspect=()):
        """Watch everything reachable from `roots`, and give it back by identity. `suspect` objects are assumed written where
        they cannot be compared.
        """
        LIBRARIES.fresh()
        HIDDEN.fresh()
        found = {}
        try:
            self.reach.walk(roots, seen=found, limit=WATCH_LIMIT)
        except Overflow:
            self.overflow = True
        kinds = set(map(type, found.values()))
        local = self.recorder.imports.local
        holders = {kind for kind in kinds if issubclass(kind, _HOLDERS)}
        for obj in found.values() if holders else ():
            # an object's own class is reached by way of its instance; it is not handed to anybody
            if type(obj) in holders and obj not in kinds:
                self.attributes(obj)
        for kind in kinds:
            # code of theirs may set something on their class
            if not local.keys().isdisjoint(map(home, kind.__mro__)):
                for base in kind.__mro__:
                    if home(base) in local or home(base) == "__main__":
                        self.attributes(base)
        self.assumed += [sys.modules[chain] for chain in {chain_of(kind) for kind in kinds} if chain is not None]
        artist = LIBRARIES.artist
        plain = {kind for kind in kinds if keeps_attributes_only(kind, local)}
        mortal = set(filter(is_mortal, plain))
        opaque = []
        for key, obj in found.items():
            if key in self.before:
                continue
            if type(obj) in mortal:
                self.mortal(obj)
                continue
            if type(obj) in plain:
                own = own_dict(obj)
                if own is not None:
                    self.before[key] = (obj, (PLAIN, dict(own)), type(obj), own)
                    continue
            if artist is not None and issubclass(type(obj), artist) and obj is canonical(obj):
                self.figures.mark(obj)
            state = state_of(obj, self.recorder.namespace)
            if state is not None:
                self.before[key] = (obj, state, type(obj), _attributes_of(obj, state))
            elif is_opaque(obj):
                opaque.append(obj)
            attrs = labels_of(obj)
            if attrs is not None:
                # also while they are empty
                self.own_state((attrs,))
        if opaque:
            # and what they consist of: a booster or tokenizer keeps its state in such an object
            suspects = {id(part) for root in suspect for part in (root, *(own_dict(root) or {}).values())}
            # somebody may call a method of theirs
            suspects.update(id(obj.__self__) for obj in found.values() if type(obj) in BUILTINS)
            self.assumed += [obj for obj in opaque if id(obj) in suspects]
        return found

    def assume(self, objects):
        """Those of the watched objects that cannot be compared are assumed written, and all iterators (also buffers of text) moved on."""
        self.assumed += [obj for obj in objects if is_iterator(type(obj)) or (id(obj) not in self.before and is_opaque(obj))]

    def attributes(self, holder):
        """Watch the attributes of a module or class: libraries register things there, and may replace what they find."""
        if id(holder) not in self.holders:
            self.holders[id(holder)] = (holder, _held_by(holder))

    def own_state(self, objects):
        """Watch what the objects hold themselves, and nothing that this refers to."""
        for obj in objects:
            state = state_of(obj, self.recorder.namespace) if id(obj) not in self.before else None
            if state is not None:
                self.before[id(obj)] = (obj, state, type(obj), _attributes_of(obj, state))

    def mortal(self, obj):
        """Watch an object whose death runs code, without keeping it alive."""
        known = self.dying.get(id(obj))
        own = own_dict(obj)
        if own is not None and (known is None or known[0]() is not obj):
            self.dying[id(obj)] = (weakref.ref(obj), dict(own))

    def is_disturbed(self):
        """Whether the notebook has stored in this statement into what unknown code comes by without being handed it."""
        statement = self.recorder.current
        now = (len(statement.writes), len(statement.summaries), len(self.shared), len(self.holders))
        if not self.disturbed and now != self.asked:
            self.asked = now
            shared = (*self.shared.values(), *(holder for holder, _ in self.holders.values()))
            written = {token for token, _ in statement.writes}
            peek = self.recorder.tokens.peek
            self.disturbed = any(peek(obj) in written for obj in shared)
            if not self.disturbed and statement.summaries:
                kinds = set(map(type, shared))
                self.disturbed = any(cls in kinds for _, cls in statement.summaries)
        return self.disturbed

    def report(self):
        """Record the differences as writes of kind "compared"."""
        recorder = self.recorder
        tokens = recorder.tokens
        for obj in self.assumed:
            recorder.mutate(tokens.of(obj), WHOLE, "assumed")
        for key, (ref, before) in self.dying.items():
            obj = ref()
            if obj is not None:
                self.before[key] = (obj, (PLAIN, before), type(obj), None)
        changed = {}
        for obj, before, cls, own in self.before.values():
            if type(obj) is not cls:
                recorder.mutate(tokens.of(obj), "a:__class__", "compared")
                recorder.reclassed.add(tokens.of(obj))
            if own is not None:
                now = own_dict(obj)
                if now is not own and now is not None:
                    recorder.replace_attributes(obj, now)
                if before[0] is PLAIN and same_entries(before[1], now or {}):
                    continue
            # the attributes of an object or module, handed out as a dictionary
            keyed = _attribute_key if tokens.is_alias(obj) else key_field
            fields = changed_fields(obj, before, recorder.namespace, keyed)
            if fields:
                changed.setdefault((type(obj), *fields), {})[id(obj)] = (obj, before[0])
        for (_, *fields), objects in changed.items():
            self._report_changed(fields, objects)
        for holder, before in self.holders.values():
            after = _held_by(holder)
            if same_entries(before, after):
                continue
            if issubclass(type(holder), types.ModuleType):
                # what is imported, or made when it is first asked for, is no change
                loaded = _LOADED if "__getattr__" in before else types.ModuleType
                after = {key: value for key, value in after.items() if key in before or not issubclass(type(value), loaded)}
            added = {_attribute_key(key): key for key in after if key not in before}
            for field in _mapping_changes(before, after, _attribute_key):
                if field not in _UNINTERESTING:
                    token = tokens.of(holder)
                    recorder.library_changes += 1
                    recorder.mutate(token, field, "compared")
                    if field in added:
                        # it has to be asked for by its name
                        recorder.extended.setdefault(added[field], set()).add(token)
                    elif self._concerns_libraries(holder):
                        recorder.patched.add(token)
        self.paths.report()
        for part in self.around:
            part.report()
        self.figures.report()
        if self.overflow:
            recorder.escape("an unknown call could reach more objects than can be compared", lasting=True)

    def _report_changed(self, fields, objects):
        """These fields of all these objects (by id, with the kind of their state) have changed."""
        recorder = self.recorder
        tokens = recorder.tokens
        alone = {}
        kept_in_module = None
        for key, (obj, kind) in objects.items():
            if kept_in_module is None:
                kept_in_module = module_objects(type(obj), recorder) & self.receivers
            recorder.library_changes += key in self.inner
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
                    recorder.patched.add(tokens.of(obj))
            else:
                alone[key] = obj
        if len(alone) > ALIKE:
            recorder.summaries.add(fields, alone)
        else:
            for obj in alone.values():
                for field in fields:
                    recorder.mutate(tokens.of(obj), field, "compared")

    def _concerns_libraries(self, holder):
        """Whether any library may notice a change of this module or class. Counters and caches of a callee's module are of interest
        to that module only.
        """
        if id(holder) not in self.registries and (id(holder) in self.inner or (issubclass(type(holder), type) and home(holder) in self.recorder.imports.local)):
            return False
        return not (issubclass(type(holder), type) and is_notebook_class(holder, self.recorder.namespace))


def _held_by(holder):
    """What a module or class holds, without probes."""
    held = dict(vars(holder))
    return held if holder is not builtins else {name: value for name, value in held.items() if not name.startswith(PREFIX)}


def _attributes_of(obj, state):
    """The attribute dictionary of an object that is no property of its class; None of others."""
    if state[0] == "attributes" and type(static(type(obj), "__dict__")) is types.GetSetDescriptorType:
        return own_dict(obj)
    return None


def _attribute_key(key):
    return attribute_field(str(key))


def is_opaque(obj):
    """A C object whose state Python cannot see, and that is no plain value (those define how they are hashed)."""
    if issubclass(type(obj), _FIXED) or type(obj).__name__ == "ufunc":
        return False
    if is_iterator(type(obj)):
        return True
    return static(type(obj), "__hash__") in (object.__hash__, None) and not issubclass(type(obj), types.CellType)


def checksum(array):
    if array.flags.c_contiguous:
        view = array
    elif array.flags.f_contiguous:
        view = array.T
    else:
        view = array.copy(order="C")
    try:
        return zlib.adler32(memoryview(view).cast("B")) if view.size else 0
    except (TypeError, ValueError, BufferError):
        return zlib.adler32(view.tobytes())


def state_of(obj, namespace):
    """A comparable snapshot of the object's own state, not of what it refers to; None when there is no way."""
    kind = type(obj)
    if obj is namespace:
        return None
    if issubclass(type(obj), (list, collections.deque)):
        return ("sequence", list(obj))
    if issubclass(type(obj), dict):
        own = own_dict(obj)
        return ("mapping", dict(obj), dict(own) if own else None)
    if issubclass(type(obj), set):
        return ("set", set(obj))
    if issubclass(type(obj), bytearray):
        return ("bytes", bytes(obj))
    libraries = LIBRARIES
    if libraries.ndarray is not None and issubclass(type(obj), libraries.ndarray):
        if obj.dtype.hasobject:
            return ("sequence", obj.ravel().tolist())
        # a masked array keeps its mask in attributes
        own = {k: id(v) for k, v in (own_dict(obj) or {}).items()}
        return ("buffer", checksum(obj), obj.shape, obj.dtype, own)
    if libraries.pandas and issubclass(type(obj), libraries.pandas):
        return _pandas_state(obj)
    if libraries.is_tensor(obj):
        return tensor_state(obj)
    if libraries.storage is not None and issubclass(type(obj), libraries.storage):
        return storage_state(obj)
    if kind is types.FunctionType:
        return ("function", dict(obj.__dict__), [getattr(obj, name) for name in MAKE_A_FUNCTION])
    if issubclass(type(obj), (type, types.ModuleType)):
        return None
    if kind is types.CellType:
        return ("cell", _cell(obj))
    own = own_dict(obj)
    if libraries.expression is not None and issubclass(type(obj), libraries.expression):
        return ("attributes", dict(own), None, None) if own else None
    slots = _slots(obj)
    hidden = HIDDEN.state(obj)
    if own is not None or slots or hidden is not None:
        return ("attributes", dict(own or {}), slots, hidden)
    return None


def _cell(cell):
    try:
        return cell.cell_contents
    except ValueError:
        return _MISSING


def _slots(obj):
    found = {}
    for cls in type(obj).__mro__:
        # under the names in the class: private ones differ in `__slots__`
        for name, descriptor in cls.__dict__.items() if cls.__dict__.get("__slots__") else ():
            # a class may declare a slot of its base again, and what that keeps is hidden
            if type(descriptor) is types.MemberDescriptorType and name not in found:
                found[name] = descriptor.__get__(obj) if _has(descriptor, obj) else _MISSING
    return found or None


def _has(descriptor, obj):
    try:
        descriptor.__get__(obj)
        return True
    except AttributeError:
        return False


def _pandas_state(obj):
    manager = getattr(obj, "_mgr", None)
    if manager is None:
        return ("attributes", {"name": getattr(obj, "_name", None)}, None, None)
    blocks = []
    for block in manager.blocks:
        values = getattr(block.values, "_ndarray", block.values)
        sum_ = checksum(values) if issubclass(type(values), LIBRARIES.ndarray) and not values.dtype.hasobject else None
        items = values.ravel().tolist() if sum_ is None and issubclass(type(values), LIBRARIES.ndarray) else None
        blocks.append((block.values if items is None and sum_ is None else None, sum_, items))
    own = {k: v for k, v in obj.__dict__.items() if k not in ("_mgr", "_item_cache", "_flags")}
    return ("pandas", list(manager.axes), blocks, own)


def _differ(a, b):
    return len(a) != len(b) or any(x is not y for x, y in zip(a, b))


def changed_fields(obj, before, namespace, keyed=key_field):
    """The fields whose value is no longer what `before` holds. `keyed`: the field of a dictionary's item."""
    kind = before[0]
    if kind is PLAIN:
        return [field for field in _mapping_changes(before[1], own_dict(obj) or {}, _attribute_key) if field != STRUCTURE]
    after = state_of(obj, namespace)
    if after is None or after[0] != kind:
        return [WHOLE]
    if kind == "sequence":
        old, new = before[1], after[1]
        if len(old) != len(new):
            return [WHOLE]
        if any(type(x) not in ATOMIC for x in old) or issubclass(type(obj), (list, collections.deque)):
            changed = [i for i, (x, y) in enumerate(zip(old, new)) if x is not y]
        else:
            changed = [i for i, (x, y) in enumerate(zip(old, new)) if x != y and not (x != x and y != y)]
        if LIBRARIES.ndarray is not None and issubclass(type(obj), LIBRARIES.ndarray):
            return [WHOLE] if changed else []
        return [key_field(i) for i in changed] if len(changed) <= 50 else [WHOLE]
    if kind == "mapping":
        fields = _mapping_changes(before[1], after[1], keyed)
        if before[2] or after[2]:
            fields += _mapping_changes(before[2] or {}, after[2] or {}, attribute_field)
        return fields
    if kind == "attributes":
        fields = _mapping_changes(before[1], after[1], lambda k: attribute_field(str(k)))
        if before[2]:
            fields += _mapping_changes(before[2], after[2] or {}, attribute_field)
        if before[3] != after[3]:
            fields.append(WHOLE)
        return [f for f in fields if f != STRUCTURE]
    if kind == "function":
        fields = _mapping_changes(before[1], after[1], _attribute_key)
        fields += [attribute_field(name) for name, x, y in zip(MAKE_A_FUNCTION, before[2], after[2]) if x is not y]
        return [field for field in fields if field != STRUCTURE]
    if kind == "cell":
        return [WHOLE] if before[1] is not after[1] else []
    if kind == "pandas":
        return [WHOLE] if _pandas_changed(before, after) else []
    return [WHOLE] if before[1:] != after[1:] else []


def same_entries(old, new):
    """Whether two mappings have the same keys and values, in the same order."""
    return len(old) == len(new) and all(map(operator.is_, old.values(), new.values())) and all(map(operator.is_, old, new))


def _mapping_changes(old, new, field):
    if same_entries(old, new):
        return []
    changed = []
    resized = len(old) != len(new)
    for key, value in new.items():
        if old.get(key, _MISSING) is not value:
            changed.append(field(key))
            resized = resized or key not in old
    for key in old:
        if key not in new:
            changed.append(field(key))
            resized = True
    # in another order the same entries are iterated over differently
    resized = resized or not all(map(operator.is_, old, new))
    if len(changed) > 50:
        return [WHOLE]
    return changed + ([STRUCTURE] if resized else [])


def _pandas_changed(before, after):
    if _differ(before[1], after[1]) or len(before[2]) != len(after[2]):
        return True
    for (values, total, items), (values2, total2, items2) in zip(before[2], after[2]):
        if total != total2 or values is not values2:
            return True
        if items is not None and (items2 is None or _differ_values(items, items2)):
            return True
    return _mapping_changes(before[3], after[3], str) != []


def _differ_values(a, b):
    return len(a) != len(b) or any(x is not y and type(x) in ATOMIC and x != y and x == x for x, y in zip(a, b))
