"""What objects are, seen from outside: whose storage they show, what they refer to, whether reading changes them.

Look-ups on live objects that record nothing; the walk over them is in `reach`.
"""

import functools
import gc
import sys
import types
import weakref


WALK_LIMIT = 300_000
"""Objects visited in one walk; beyond it every object that anyone has written counts as reached (sound, imprecise)."""

FUNCTION = types.FunctionType
_METHOD = types.MethodType
_BUILTIN = types.BuiltinFunctionType
_STOP = (types.ModuleType, types.CodeType, types.FrameType, types.TracebackType, weakref.ref)
SUSPENDABLE = (types.GeneratorType, types.CoroutineType, types.AsyncGeneratorType)
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
    if kind is FUNCTION:
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
    if kind in SUSPENDABLE:
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
    if kind in (tuple, frozenset, FUNCTION, _METHOD, _BUILTIN, functools.partial, types.CellType):
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
