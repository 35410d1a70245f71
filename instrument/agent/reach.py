"""What can be reached from an object: deep reads, and the traversal that they share with comparing.

A deep read records the whole of every located object reachable from a value (DESIGN: opaque use is a deep read).
It looks through bound methods, partials, lazy iterators and views, and stops at modules and library classes.
"""

import functools
import gc
import sys
import types
import weakref

from .locations import ATOMIC, GLOBALS, WHOLE

WALK_LIMIT = 300_000
"""Objects visited in one walk; beyond it every object that anyone has written counts as reached (sound, imprecise)."""

WORK_LIMIT = 200_000
"""Objects visited by all walks of one statement, after which tracing it switches off."""

VALUE_LIMIT = 20_000
"""Parts of an assigned value that are looked at for earlier changes."""

NEW_TOKENS = 60
"""Objects per walk that get a token although nobody has written them, so that a later change finds its readers."""

_FUNCTION = types.FunctionType
_METHOD = types.MethodType
_BUILTIN = types.BuiltinFunctionType
_STOP = (types.ModuleType, types.CodeType, types.FrameType, types.TracebackType, weakref.ref)
_SUSPENDABLE = (types.GeneratorType, types.CoroutineType, types.AsyncGeneratorType)
OWN = "<sluice"
"""How the file names of the agent's own code begin."""
_CONTAINERS = (list, dict, set)


def _class_of(module, name):
    loaded = sys.modules.get(module)
    return getattr(loaded, name, None) if loaded is not None else None


class Libraries:
    """The array and frame classes of libraries that are loaded, looked up without importing anything."""

    def __init__(self):
        self.refresh()

    def refresh(self):
        self.ndarray = _class_of("numpy", "ndarray")
        pandas = [_class_of("pandas", n) for n in ("DataFrame", "Series", "Index")]
        self.frame, self.series, self.index = pandas
        self.pandas = tuple(c for c in pandas if c is not None)
        self.artist = _class_of("matplotlib.artist", "Artist")
        self.loaded = len(sys.modules)

    def fresh(self):
        if len(sys.modules) != self.loaded:
            self.refresh()
        return self


LIBRARIES = Libraries()


def is_notebook_class(cls, namespace):
    return cls.__dict__.get("__module__") == namespace.get("__name__", "__main__") or cls.__module__ == "__main__"


def canonical(obj):
    """The object whose storage `obj` shows: an array's base, an indexer's frame, an artist's figure, a wrapper's target."""
    libraries = LIBRARIES
    kind = type(obj)
    if kind in _CONTAINERS:
        return obj
    if libraries.ndarray is not None and isinstance(obj, libraries.ndarray):
        base = obj.base
        while base is not None:
            obj = base.obj if isinstance(base, memoryview) else base
            base = getattr(obj, "base", None)
        return obj
    if kind is memoryview:
        return obj.obj
    if kind.__name__ == "flatiter" and kind.__module__ == "numpy":
        return canonical(obj.base)
    if libraries.artist is not None and isinstance(obj, libraries.artist):
        figure = getattr(obj, "figure", None)
        return figure if figure is not None else obj
    if kind.__module__ == "pandas.core.indexing" and hasattr(obj, "obj"):
        return obj.obj
    if kind.__module__ == "pandas._config.config" and kind.__name__ == "DictWrapper":
        return sys.modules["pandas"].options
    if kind.__module__.startswith("numpy.random") and kind.__name__ in ("Generator", "RandomState"):
        return obj.bit_generator if kind.__name__ == "Generator" else obj._bit_generator
    if kind.__module__ == "sqlite3":
        return sys.modules["sqlite3"]
    return obj


def children(obj, namespace):
    """The objects that `obj` refers to, as far as they can matter for its value."""
    kind = type(obj)
    if kind is list or kind is tuple or kind is set or kind is frozenset:
        return obj
    if kind is dict:
        return [*obj.keys(), *obj.values()]
    if kind is _FUNCTION:
        found = [obj.__defaults__, obj.__kwdefaults__, obj.__dict__]
        if obj.__closure__:
            for cell in obj.__closure__:
                try:
                    found.append(cell.cell_contents)
                except ValueError:
                    pass
        return found
    if kind is _METHOD:
        return [obj.__self__, obj.__func__]
    if kind is _BUILTIN:
        owner = obj.__self__
        return [] if owner is None or isinstance(owner, types.ModuleType) else [owner]
    libraries = LIBRARIES
    if libraries.ndarray is not None and isinstance(obj, libraries.ndarray):
        found = [obj.base] if obj.base is not None else []
        if obj.dtype.hasobject and obj.size <= WALK_LIMIT:
            found.extend(obj.ravel().tolist())
        return found
    if libraries.pandas and isinstance(obj, libraries.pandas):
        return _pandas_children(obj, libraries)
    if isinstance(obj, type):
        return list(obj.__dict__.values()) + list(obj.__bases__) if is_notebook_class(obj, namespace) else []
    if isinstance(obj, _STOP):
        return []
    if kind in _SUSPENDABLE:
        return _held_by_frame(obj)
    if kind is property:
        return [obj.fget, obj.fset]
    if libraries.artist is not None and isinstance(obj, libraries.artist):
        # the figure stands for everything drawn in it
        return []
    return gc.get_referents(obj)


def _held_by_frame(obj):
    """What a suspended generator or coroutine holds, its value stack included (in 3.10 only the frame has it)."""
    found = gc.get_referents(obj)
    if sys.version_info < (3, 11):
        frame = next((f for f in found if isinstance(f, types.FrameType)), None)
        if frame is not None:
            hidden = (frame.f_globals, frame.f_builtins)
            found = [f for f in gc.get_referents(frame) if not any(f is h for h in hidden)]
    return found


def _pandas_children(obj, libraries):
    found = []
    manager = getattr(obj, "_mgr", None)
    if manager is None:
        values = getattr(obj, "_data", None)
        return [values] if values is not None else []
    try:
        found.extend(manager.axes)
        for block in manager.blocks:
            values = block.values
            found.append(getattr(values, "_ndarray", values))
        if obj.attrs:
            found.append(obj.attrs)
    except AttributeError:
        return gc.get_referents(obj)
    return found


def code_names(code):
    """Global names that a code object and the code nested in it may use."""
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            names |= code_names(constant)
    return names


class Reach:
    """Walks from roots, and what the walks record."""

    def __init__(self, recorder):
        self.recorder = recorder

    def walk(self, roots, follow_globals=False, seen=None):
        """Yield every object reachable from `roots` that may hold a location, each once.

        `follow_globals` also follows the global names that notebook functions use. `seen` (id to object) holds what
        earlier walks have visited, and keeps it alive. Raises Overflow past WALK_LIMIT.
        """
        namespace = self.recorder.namespace
        seen = {} if seen is None else seen
        stack = list(roots)
        count = 0
        while stack:
            obj = stack.pop()
            kind = type(obj)
            if kind in ATOMIC:
                continue
            key = id(obj)
            if key in seen:
                continue
            # kept, so that a temporary's identity is not taken by another during the walk
            seen[key] = obj
            if kind is _FUNCTION and obj.__code__.co_filename.startswith(OWN):
                # a probe on the stack of a suspended generator
                continue
            count += 1
            if count > WALK_LIMIT:
                raise Overflow
            if kind is _FUNCTION or kind is tuple or kind is list:
                owner = obj
            else:
                owner = canonical(obj)
            if owner is not obj:
                stack.append(owner)
            if isinstance(obj, weakref.ref) and "weakref" in self.recorder.written:
                self.recorder.read("weakref", WHOLE)
            if obj is namespace:
                yield obj
                continue
            yield obj
            if kind is _FUNCTION:
                if obj.__globals__ is not namespace:
                    if obj.__closure__ is None and obj.__defaults__ is None:
                        continue
                elif follow_globals:
                    for name in code_names(obj.__code__):
                        if name in namespace:
                            self.recorder.read(GLOBALS, name, "widened")
                            stack.append(namespace[name])
            elif follow_globals and kind in _SUSPENDABLE:
                self._suspended(obj)
            if kind is list or kind is tuple or kind is set:
                if len(obj) > 32 and set(map(type, obj)) <= ATOMIC:
                    continue
                stack.extend(obj)
                continue
            if kind is dict:
                if len(obj) > 32 and set(map(type, obj.values())) <= ATOMIC:
                    if set(map(type, obj)) <= ATOMIC:
                        continue
                stack.extend(obj.values())
                stack.extend(obj.keys())
                continue
            try:
                stack.extend(children(obj, namespace))
            except Exception:
                stack.extend(gc.get_referents(obj))

    def _suspended(self, obj):
        """A generator or coroutine will go on: the names its code uses are read."""
        code = getattr(obj, "gi_code", None) or getattr(obj, "cr_code", None) or getattr(obj, "ag_code", None)
        frame = getattr(obj, "gi_frame", None) or getattr(obj, "cr_frame", None) or getattr(obj, "ag_frame", None)
        namespace = self.recorder.namespace
        if code is not None and frame is not None and frame.f_globals is namespace:
            for name in code_names(code):
                if name in namespace:
                    self.recorder.read(GLOBALS, name, "widened")

    def deep_read(self, *roots, kind="observed", follow_globals=False):
        """Record the whole of everything located that the roots reach. Iterators among them count as drawn from."""
        recorder = self.recorder
        statement = recorder.current
        if statement is None:
            return
        tokens = recorder.tokens
        roots = [r for r in roots if type(r) not in ATOMIC]
        if not roots:
            return
        walked = statement.walked
        pending = []
        for root in roots:
            token = tokens.peek(root)
            if token is not None and walked.get((token, follow_globals)) == statement.epoch:
                continue
            pending.append((root, token))
        if not pending:
            return
        LIBRARIES.fresh()
        found = []
        made = 0 if statement.on else NEW_TOKENS
        # after the switch each object is walked once: what is put into it later was reachable before (see `hooks.widen`)
        seen = {} if statement.on else statement.covered
        before = len(seen)
        try:
            for obj in self.walk([root for root, _ in pending], follow_globals, seen):
                if obj is recorder.namespace:
                    recorder.read(GLOBALS, WHOLE, kind)
                    continue
                token = tokens.peek(obj)
                if token is None and kind == "widened" and changes_when_read(obj):
                    token = tokens.of(obj)
                if token is None:
                    if made >= NEW_TOKENS or not holds_content(obj, recorder.namespace):
                        continue
                    token = tokens.of(obj)
                    made += 1
                found.append((obj, token))
        except Overflow:
            for token in list(recorder.written):
                recorder.read(token, WHOLE, "widened")
        statement.work += len(seen) - before
        if "decimal" in recorder.written:
            recorder.read("decimal", WHOLE)
        for obj, token in found:
            if is_iterator(obj) or (kind == "widened" and changes_when_read(obj)):
                recorder.mutate(token, WHOLE, kind)
            else:
                recorder.read(token, WHOLE, kind)
        epoch = statement.epoch
        for root, token in pending:
            token = tokens.peek(root)
            if token is not None:
                walked[token, follow_globals] = epoch
        if statement.work > WORK_LIMIT and statement.on:
            recorder.switch_off()

    def written_within(self, obj):
        """Tokens of what `obj` holds and somebody has written, for values that only refer to it (`y = seen`).

        Imprecise: nothing is reported of a value with more than VALUE_LIMIT parts.
        """
        if type(obj) in ATOMIC or isinstance(obj, (types.ModuleType, type, _FUNCTION)):
            return set()
        recorder = self.recorder
        found = set()
        for count, part in enumerate(self.walk([obj])):
            if count > VALUE_LIMIT:
                return set()
            token = recorder.tokens.peek(part)
            if token in recorder.written and part is not recorder.namespace:
                found.add(token)
        return found

    def shallow_read(self, obj):
        """Record the elements and structure of `obj`, not what they contain."""
        if type(obj) in ATOMIC or self.recorder.current is None:
            return
        if type(obj) in (list, dict, set):
            self.recorder.read(self.recorder.tokens.of(obj), WHOLE)
        elif type(obj) not in (tuple, frozenset):
            self.deep_read(obj)


class Overflow(Exception):
    """A walk visited more than WALK_LIMIT objects."""


def changes_when_read(obj):
    """Whether reading can change `obj` without a probe in sight: taking elements, filling in defaults or caches."""
    kind = type(obj)
    if is_iterator(obj) or hasattr(kind, "__missing__"):
        return True
    return any(type(v) is functools.cached_property for c in kind.__mro__[:-1] for v in c.__dict__.values())


def is_iterator(obj):
    kind = type(obj)
    return hasattr(kind, "__next__") and hasattr(kind, "__iter__")


def holds_content(obj, namespace):
    """Whether `obj` is something people change in place: worth a token before anyone has written it."""
    kind = type(obj)
    if kind in (list, dict, set, bytearray):
        return True
    if kind in (tuple, frozenset, _FUNCTION, _METHOD, _BUILTIN, functools.partial, types.CellType):
        return False
    if isinstance(obj, (type, types.ModuleType)):
        return False
    libraries = LIBRARIES
    if libraries.ndarray is not None and isinstance(obj, libraries.ndarray):
        return obj.base is None
    if libraries.pandas and isinstance(obj, libraries.pandas):
        return True
    if is_iterator(obj):
        return True
    return is_notebook_class(kind, namespace) or hasattr(obj, "__dict__")
