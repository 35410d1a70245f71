"""Whose storage an object shows: views, windows on files and databases, parts of figures. Look-ups
that record nothing.
"""

from __future__ import annotations

import collections
import gc
import io
import re
import sys
from typing import TYPE_CHECKING

from .attributes import home, own_dict
from .cpython import is_shared
from .figures import HOMES, figure_behind, figure_of
from .kinds import ORDINARY, is_array_iterator
from .libraries import LIBRARIES
from .locations import ATOMIC
from .mapped_files import MAPPED_FILES
from .proxies import PROXIES, behind
from .tensors import owner_at, storage_of

if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from .libraries import Array
    from .locations import Token, Tokens

    StorageKey: TypeAlias = int | Token
    """The identity of the object whose storage is shown, or its token."""


def alias_root(obj: Any) -> Any:
    """The object whose storage `obj` shows: an array's base, a tensor's storage, an indexer's
    frame, an artist's figure, a wrapper's target.
    """
    libraries = LIBRARIES
    kind = type(obj)
    if kind in (list, dict, set):
        return obj
    if kind in PROXIES:
        shown = behind(obj)
        return obj if shown is None else alias_root(shown)
    module = home(kind)
    if libraries.ndarray is not None and issubclass(type(obj), libraries.ndarray):
        while issubclass(type(obj), libraries.ndarray) and obj.base is not None:
            base = obj.base
            if not issubclass(type(base), libraries.ndarray):
                owner = _lender(obj, base)
                if owner is not None:
                    return alias_root(owner)
                if home(type(base)) == "mmap" and getattr(obj, "mode", None) == "c":
                    # what is written there is in no file
                    return obj
            obj = base.obj if issubclass(type(base), memoryview) else base
        return obj if issubclass(type(obj), libraries.ndarray) else alias_root(obj)
    if libraries.is_tensor(obj):
        return storage_of(obj)
    if kind is memoryview:
        shown = _shown_by(obj)
        return obj if shown is None else alias_root(shown)
    if (
        libraries.void is not None
        and issubclass(type(obj), libraries.void)
        and obj.base is not None
    ):
        # a record taken from a structured array
        return alias_root(obj.base)
    if module == "numpy" and kind.__name__ == "flatiter":
        return alias_root(obj.base)
    if libraries.artist is not None:
        if issubclass(type(obj), libraries.artist):
            return figure_of(obj)
        if module in HOMES:
            figure = figure_behind(obj, libraries.artist)
            return obj if figure is None else figure
    if module.startswith("pandas"):
        return _of_pandas(obj, kind, module)
    if module.startswith("numpy.random") and kind.__name__ in ("Generator", "RandomState"):
        return obj.bit_generator if kind.__name__ == "Generator" else obj._bit_generator
    if type(kind) is not type and home(type(kind)) == "_ctypes":
        shown = _part_of(obj)
        return obj if shown is None else alias_root(shown)
    chain = chain_of(kind)
    if chain == "mmap":
        shown = MAPPED_FILES.shown_by(obj)
        if shown is not None:
            return shown
    return obj if chain is None else sys.modules[chain]


def is_of_its_own(kind: type) -> bool:
    """Whether instances of a class are their own storage, as far as that is known: none shows what
    another object, or a file, keeps.
    """
    if kind is memoryview or kind in PROXIES or chain_of(kind) is not None:
        return False
    homes = {home(base).partition(".")[0] for base in kind.__mro__}
    return homes.isdisjoint(_SHOWING) and all(
        name == "__main__" or name in sys.stdlib_module_names for name in homes
    )


_SHOWING = frozenset({"_csv", "_ctypes", "ctypes", "mmap", "weakref", "_weakref"})


def place_of(obj: Any, tokens: Tokens) -> StorageKey | None:
    """The key under which a statement knows the storage that `obj` shows; None while the storage has
    no token. The key holds until the statement ends.

    The identity of a view is no key: a view of another array may get the same identity later. (An
    object that is its own storage may leave its identity to an object made in the same statement,
    whose changes do not matter.)
    """
    kind = type(obj)
    if kind in _PLACES:
        return id(obj)
    if kind in ATOMIC:
        return None
    array = LIBRARIES.ndarray
    if kind is array and array is not None:
        base = obj.base
        if base is None:
            return id(obj)
        if type(base) is array and base.base is None:
            return id(base)
    return tokens.peek(alias_root(obj))


def _of_pandas(obj: Any, kind: type, module: str) -> Any:
    """The frame of an indexer or of flags, the numpy array that an extension array keeps its values
    in, the options.
    """
    if ".arrays" in module or kind.__name__ == "Categorical":
        inner = memory_of(obj)
        return obj if inner is obj else alias_root(inner)
    if module == "pandas.core.indexing" and hasattr(obj, "obj"):
        return obj.obj
    if kind.__name__ == "Flags":
        frame = obj._obj()
        return obj if frame is None else frame
    if module == "pandas._config.config" and kind.__name__ == "DictWrapper":
        return sys.modules["pandas"].options
    chain = chain_of(kind)
    return obj if chain is None else sys.modules[chain]


def _part_of(structure: Any) -> Any:
    """The object whose memory an object of ctypes shows: the structure around it, the object that
    lent it a buffer, or the array that numpy has attached; None when it has memory of its own.
    """
    if structure._b_base_ is not None:
        return structure._b_base_
    held = structure._objects
    lent = held.get("ffffffff") if type(held) is dict else held
    if type(lent) is memoryview:
        return lent
    return next(iter(attached_arrays(structure)), None)


def _shown_by(view: memoryview) -> Any:
    """The object whose memory a memoryview shows; None when it has been released."""
    try:
        shown = view.obj
    except ValueError:
        return None
    if type(shown).__name__ != "_BytesIOBuffer":
        return shown
    # the stream of bytes that lends the buffer
    return next(held for held in gc.get_referents(shown) if issubclass(type(held), io.BytesIO))


def attached_arrays(obj: object) -> list[Array]:
    """The arrays of numpy among an object's attributes."""
    array = LIBRARIES.ndarray
    return (
        [value for value in (own_dict(obj) or {}).values() if issubclass(type(value), array)]
        if array is not None
        else []
    )


def _lender(array: Array, base: object) -> Array | None:
    """The array whose memory `array` shows by way of an object that is none: one that hands it out
    through the array interface, or a capsule; None when the memory is `base`'s own, or nobody
    knows.
    """
    if type(base) in _MEMORY:
        return None
    if is_array_iterator(base):
        return _gone_over(array, base)
    address = array.__array_interface__["data"][0]
    for held in attached_arrays(base):
        if held.__array_interface__["data"][0] == address:
            return held
    return owner_at(address)


def _gone_over(part: Array, iterator: Any) -> Array | None:
    """The array that an iterator over several shows a part of; None when the part is in a buffer of
    its own, or the iterator is closed.
    """
    shares = sys.modules["numpy"].may_share_memory
    try:
        return next((array for array in iterator.operands if shares(array, part)), None)
    except ValueError:
        return None


_MEMORY = (bytes, bytearray, memoryview)
_PLACES = frozenset({list, dict, set, bytearray, collections.deque})
"""Types whose objects are their own storage."""
PIXELS = "PIL.pixels"
"""The world object that stands for all images whose pixels have been handed out by `Image.load`:
what that gives does not say whose they are.
"""
CHAINS = {
    "sqlite3": "sqlite3",
    "h5py": "h5py",
    "pandas.io.pytables": "pandas.io.pytables",
    "mmap": "file",
    "PIL.Image": PIXELS,
    "lxml.etree": "lxml.etree",
    "duckdb": "duckdb",
}
"""Modules of which every use is one chain, and the world object they stand for: a memory map of which
nobody knows the file may show any.
"""
_CHAINED = {
    "sqlite3": "sqlite3",
    "mmap": "mmap",
    "lxml.etree": "lxml.etree",
    "lxml.html": "lxml.etree",
    **{"h5py._hl." + part: "h5py" for part in ("files", "group", "dataset", "attrs")},
}


_OF_DUCKDB = ("DuckDBPyConnection", "DuckDBPyRelation")
_PARSING = re.compile("Parse|Registry|Log|TempStore|Context")


def belongs_to_parser(kind: type) -> bool:
    """Whether a class is a parser of lxml's or part of one, which shows no tree."""
    return home(kind) in ("lxml.etree", "lxml.html") and _PARSING.search(kind.__name__) is not None


def chain_of(kind: type) -> str | None:
    """For classes whose objects are windows on a file or database, in every use: the module that
    stands for all of them.
    """
    name = kind.__name__
    if name == "HDFStore":
        return "pandas.io.pytables" if home(kind).startswith("pandas") else None
    if name in _OF_DUCKDB and home(kind) in ("_duckdb", "duckdb.duckdb"):
        # cursors share their connection's database
        return "duckdb"
    if name == "PixelAccess" and home(kind) == "builtins":
        return "PIL.Image"
    if home(kind).startswith("sqlalchemy.") and "sqlite3" in sys.modules:
        return "sqlite3"
    return (
        None
        if belongs_to_parser(kind) and not name.endswith("Registry")
        else _CHAINED.get(home(kind))
    )


def shows_lent_memory(obj: object) -> bool:
    """Whether an object may show memory of an array that its library was given (`Shares`), and
    cannot say of which.
    """
    kind = home(type(obj))
    # an image that is written gets pixels of its own
    return kind.startswith(("polars.", "pyarrow.")) or (
        kind == "PIL.Image" and bool(getattr(obj, "readonly", False))
    )


def labels_of(obj: object) -> dict[Any, Any] | None:
    """The `attrs` of a frame or series, which everything that is computed from it takes over; None
    of other objects.
    """
    libraries = LIBRARIES
    if not libraries.pandas or type(obj) in ORDINARY or not issubclass(type(obj), libraries.pandas):
        return None
    attrs = (own_dict(obj) or {}).get("_attrs")
    return attrs if type(attrs) is dict else None


def blocks(obj: object) -> list[Array]:
    """The arrays of a frame or series."""
    manager = getattr(obj, "_mgr", None)
    return [memory_of(block.values) for block in manager.blocks] if manager is not None else []


def memory_of(array: Any) -> Any:
    """The numpy array that an extension array of pandas keeps its values in (of a masked one,
    without its mask); any other is its own.
    """
    if issubclass(type(array), LIBRARIES.ndarray):
        return array
    inner = getattr(array, "_ndarray", None)
    if inner is None:
        inner = getattr(array, "_data", None)
    return inner if issubclass(type(inner), LIBRARIES.ndarray) else array


def shared_manager(obj: object) -> object:
    """The manager of the columns and labels of a frame or series, when another frame works on the
    same manager (`resample`); None otherwise. The caller must not hold the manager, for its
    references are counted.
    """
    own = own_dict(obj)
    if own is None or "_mgr" not in own:
        return None
    managers = [own["_mgr"]]
    return managers[0] if is_shared(managers, 0) else None


def shared_blocks(obj: object) -> list[Array]:
    """Of the arrays that pandas would write into, those that something else holds too, or what
    keeps them: other frames know of an array, and are given a copy first, unless they work on the
    very same block (`resample`).
    """
    all_shared = shared_manager(obj) is not None
    # (labels have no blocks)
    kept: list[Any] = list(getattr(getattr(obj, "_mgr", None), "blocks", ()))
    found = []
    while kept:
        seen = all_shared or is_shared(kept, -1)
        block = kept.pop()
        if block.refs.has_reference():
            continue
        # each list holds an object once, beside the one that keeps it: this is what `is_shared`
        # counts
        values = [block.values]
        seen = seen or is_shared(values, 0)
        owner = [alias_root(values[0])]
        if seen or (owner[0] is not values[0] and is_shared(owner, 0)):
            found.append(owner[0])
    return found
