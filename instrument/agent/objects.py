"""What objects are, seen from outside: whose storage they show, whether reading changes them.

Look-ups on live objects that record nothing; what they refer to is in `children`.
"""

import functools
import gc
import operator
import re
import sys
import types
import weakref

from .figures import HOMES, figure_behind, figure_of
from .locations import VALUES
from .tensors import owner_at, storage_of

WALK_LIMIT = 600_000
"""Objects visited in one walk; beyond it every object that anyone has written counts as reached (sound, imprecise)."""

FUNCTION = types.FunctionType
_METHOD = types.MethodType
BUILTINS = frozenset({types.BuiltinFunctionType, type(re.compile("").match)})
"""The types of C functions and bound C methods: CPython has a second one for methods that are told their class."""
SUSPENDABLE = (types.GeneratorType, types.CoroutineType, types.AsyncGeneratorType)
OWN = "<sluice"
"""How the file names of the agent's own code begin."""
_CONTAINERS = (list, dict, set)
_ORDINARY = frozenset({list, dict, tuple, set, frozenset, FUNCTION})


def _class_of(module, name):
    loaded = sys.modules.get(module)
    return getattr(loaded, name, None) if loaded is not None else None


class Libraries:
    """The array and frame classes of libraries that are loaded, looked up without importing anything."""

    def __init__(self):
        self.refresh()

    def refresh(self):
        self.ndarray = _class_of("numpy", "ndarray")
        self.void = _class_of("numpy", "void")
        self.generic = _class_of("numpy", "generic")
        self.object = _class_of("numpy", "object_")
        pandas = [_class_of("pandas", n) for n in ("DataFrame", "Series", "Index")]
        self.frame, self.series, self.index = pandas
        self.pandas = tuple(c for c in pandas if c is not None)
        self.data = frozenset(c for c in (*pandas, self.ndarray, _class_of("pandas", "RangeIndex")) if c is not None)
        self.tensor = _class_of("torch", "Tensor")
        self.storage = _class_of("torch", "UntypedStorage")
        self.artist = _class_of("matplotlib.artist", "Artist")
        self.loaded = len(sys.modules)
        kinds = vars(sys.modules["numpy"]).values() if self.generic is not None else ()
        VALUES.update(kind for kind in kinds if isinstance(kind, type) and self.is_scalar(kind))

    def is_tensor(self, obj):
        return self.tensor is not None and issubclass(type(obj), self.tensor)

    def is_scalar(self, cls):
        """Whether a class is one of numpy's for single numbers and strings."""
        return self.generic is not None and issubclass(cls, self.generic) and cls.__module__ == "numpy" and cls not in (self.void, self.object)

    def fresh(self):
        if len(sys.modules) != self.loaded:
            self.refresh()
        return self

LIBRARIES = Libraries()


def holds_numbers(obj):
    """Whether this is an array of numbers, from which nothing else can be reached."""
    return type(obj) is LIBRARIES.ndarray and not obj.dtype.hasobject


def static(cls, name):
    """What a class has under a name, found without running anybody's `__get__` or `__getattr__`; None when nothing."""
    for base in cls.__mro__:
        if name in base.__dict__:
            return base.__dict__[name]
    return None


def static_attribute(obj, name):
    """The value an instance keeps under a name, in its dictionary or a slot; None when it has none."""
    slot = static(type(obj), name)
    if type(slot) is types.MemberDescriptorType:
        try:
            return slot.__get__(obj)
        except AttributeError:
            return None
    try:
        return object.__getattribute__(obj, name) if not hasattr(type(slot), "__get__") else (own_dict(obj) or {}).get(name)
    except AttributeError:
        return None


def instance_values(cls, objects, name):
    """What instances of exactly this class keep under a name."""
    if static(cls, name) is None and static(cls, "__getattr__") is None and _looks_up_plainly(cls):
        try:
            return list(map(operator.attrgetter(name), objects))
        except AttributeError:
            pass
    return [static_attribute(obj, name) for obj in objects]


def _looks_up_plainly(kind):
    return static(kind, "__getattribute__") is object.__dict__["__getattribute__"]


def own_dict(obj):
    """The attribute dictionary of an object, past its class's own `__getattribute__`; None when it has none."""
    try:
        own = object.__getattribute__(obj, "__dict__")
    except AttributeError:
        return None
    return own if type(own) is dict else None


def home(cls):
    """The name of the module a class comes from (types made by Cython may keep something else there)."""
    module = cls.__module__
    return module if type(module) is str else ""


def is_handle(obj):
    """Whether `obj` is a library's file object: something open, with a position."""
    kind = type(obj)
    return home(kind) != "__main__" and (static(kind, "read") or static(kind, "write")) is not None


def only_reads(handle):
    """Whether a file object was opened for reading and nothing else, as far as its mode tells."""
    mode = getattr(handle, "mode", None)
    return type(mode) is str and bool(mode) and not set(mode) & set("wax+")


def is_notebook_class(cls, namespace):
    return home(cls) in ("__main__", namespace.get("__name__"))


def canonical(obj):
    """The object whose storage `obj` shows: an array's base, a tensor's storage, an indexer's frame, an artist's figure, a wrapper's target."""
    libraries = LIBRARIES
    kind = type(obj)
    if kind in _CONTAINERS:
        return obj
    module = home(kind)
    if libraries.ndarray is not None and issubclass(type(obj), libraries.ndarray):
        while issubclass(type(obj), libraries.ndarray) and obj.base is not None:
            base = obj.base
            if not issubclass(type(base), libraries.ndarray):
                owner = _lender(obj, base, libraries)
                if owner is not None:
                    return canonical(owner)
            obj = base.obj if issubclass(type(base), memoryview) else base
        return obj if issubclass(type(obj), libraries.ndarray) else canonical(obj)
    if libraries.is_tensor(obj):
        return storage_of(obj)
    if kind is memoryview:
        shown = _shown_by(obj)
        return obj if shown is None else canonical(shown)
    if libraries.void is not None and issubclass(type(obj), libraries.void) and obj.base is not None:
        # a record taken from a structured array
        return canonical(obj.base)
    if module == "numpy" and kind.__name__ == "flatiter":
        return canonical(obj.base)
    if libraries.artist is not None:
        if issubclass(type(obj), libraries.artist):
            return figure_of(obj)
        if module in HOMES:
            figure = figure_behind(obj, libraries.artist)
            return obj if figure is None else figure
    if module == "pandas.core.indexing" and hasattr(obj, "obj"):
        return obj.obj
    if kind.__name__ == "Flags" and module.startswith("pandas"):
        frame = obj._obj()
        return obj if frame is None else frame
    if module == "pandas._config.config" and kind.__name__ == "DictWrapper":
        return sys.modules["pandas"].options
    if module.startswith("numpy.random") and kind.__name__ in ("Generator", "RandomState"):
        return obj.bit_generator if kind.__name__ == "Generator" else obj._bit_generator
    chain = chain_of(kind)
    return obj if chain is None else sys.modules[chain]


def _shown_by(view):
    """The object whose memory a memoryview shows; None when it has been released."""
    try:
        shown = view.obj
    except ValueError:
        return None
    # of a stream of bytes, not the buffer that it lends
    return gc.get_referents(shown)[0] if type(shown).__name__ == "_BytesIOBuffer" else shown


def _lender(array, base, libraries):
    """The array whose memory `array` shows by way of an object that is none: one that hands it out through the array
    interface, or a capsule; None when the memory is `base`'s own, or nobody knows.
    """
    if type(base) in _MEMORY:
        return None
    address = array.__array_interface__["data"][0]
    for held in (own_dict(base) or {}).values():
        if issubclass(type(held), libraries.ndarray) and held.__array_interface__["data"][0] == address:
            return held
    return owner_at(address)


_MEMORY = (bytes, bytearray, memoryview)
PIXELS = "PIL.pixels"
"""The world object that stands for all images whose pixels have been handed out by `Image.load`: what that gives does not say whose they are."""
CHAINS = {"sqlite3": "sqlite3", "h5py": "h5py", "pandas.io.pytables": "pandas.io.pytables", "mmap": "file", "PIL.Image": PIXELS}
"""Modules of which every use is one chain, and the world object they stand for: a memory map shows files."""
_CHAINED = {"sqlite3": "sqlite3", "mmap": "mmap", **{"h5py._hl." + part: "h5py" for part in ("files", "group", "dataset", "attrs")}}


def chain_of(kind):
    """For classes whose objects are windows on a file or database, in every use: the module that stands for all of them."""
    name = kind.__name__
    if name == "HDFStore":
        return "pandas.io.pytables" if home(kind).startswith("pandas") else None
    if name == "PixelAccess" and home(kind) == "builtins":
        return "PIL.Image"
    if home(kind).startswith("sqlalchemy.") and "sqlite3" in sys.modules:
        return "sqlite3"
    return _CHAINED.get(home(kind))


def labels_of(obj):
    """The `attrs` of a frame or series, which everything that is computed from it takes over; None of other objects."""
    libraries = LIBRARIES
    if not libraries.pandas or type(obj) in _ORDINARY or not issubclass(type(obj), libraries.pandas):
        return None
    attrs = (own_dict(obj) or {}).get("_attrs")
    return attrs if type(attrs) is dict else None


def blocks(obj, only_own=False):
    """The arrays of a frame or series. `only_own`: without those that pandas would copy before it writes, since others of its objects share them."""
    manager = getattr(obj, "_mgr", None)
    found = manager.blocks if manager is not None else ()
    return [getattr(b.values, "_ndarray", b.values) for b in found if not (only_own and b.refs.has_reference())]


def is_shared(objects, i):
    """Whether the object at `objects[i]`, a list, is held by more than one other holder."""
    return sys.getrefcount(objects[i]) > _HELD_ONCE


def _calibrate():
    """What `getrefcount` says of an object in a list that one other holds (differs between versions)."""
    holder = [object()]
    objects = [holder[0]]
    return sys.getrefcount(objects[0])


_HELD_ONCE = _calibrate()


def code_names(code):
    """Global names that a code object and the code nested in it may use."""
    names = set(code.co_names)
    for constant in code.co_consts:
        if issubclass(type(constant), types.CodeType):
            names |= code_names(constant)
    return names


_IN_PLACE = ("add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "pow", "lshift", "rshift", "and", "xor", "or")


def changes_in_place(cls):
    """Whether `x += y` or one of its like may change an instance of the class instead of making another."""
    return any(static(cls, "__i%s__" % name) is not None for name in _IN_PLACE)


_CHANGING = weakref.WeakKeyDictionary()


def changes_when_read(cls):
    """Whether reading can change an instance without a probe in sight: taking elements, filling in defaults or caches."""
    if cls in _ORDINARY or cls in LIBRARIES.data:
        return False
    known = _CHANGING.get(cls)
    if known is None:
        known = is_iterator(cls) or static(cls, "__missing__") is not None
        known = known or any(type(v) is functools.cached_property for c in cls.__mro__[:-1] for v in c.__dict__.values())
        if cls.__module__ != "__main__":
            # a notebook may still change its classes
            _CHANGING[cls] = known
    return known


def is_iterator(cls):
    return static(cls, "__next__") is not None and static(cls, "__iter__") is not None


def holds_content(obj, namespace):
    """Whether `obj` is something people change in place: worth a token before anyone has written it."""
    kind = type(obj)
    if kind in (list, dict, set, bytearray):
        return True
    if kind in LIBRARIES.data:
        return kind is not LIBRARIES.ndarray or obj.base is None
    if kind in BUILTINS or kind in (tuple, frozenset, FUNCTION, _METHOD, functools.partial, types.CellType):
        return False
    if issubclass(type(obj), (type, types.ModuleType)):
        return False
    libraries = LIBRARIES
    if libraries.ndarray is not None and issubclass(type(obj), libraries.ndarray):
        return obj.base is None
    if libraries.pandas and issubclass(type(obj), libraries.pandas):
        return True
    if libraries.is_tensor(obj):
        # its storage does
        return False
    if is_iterator(kind):
        return True
    return is_notebook_class(kind, namespace) or own_dict(obj) is not None
