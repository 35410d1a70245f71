"""Effects of the deaths of objects: whether code runs then, or data are written."""

from __future__ import annotations

import gc
import inspect
import io
import types
from typing import Any

from ..objects.attributes import home
from ..objects.callables import has_handlers
from ..objects.handles import is_handle, only_reads
from .async_generators import has_more

_IN_MEMORY = frozenset({io.StringIO, io.BytesIO})


def _only_lists(_: object) -> bool:
    """The entries of a folder write nothing when they die."""
    return True


_ENDED = {
    "_asyncio": lambda task: task.done(),
    "pyarrow.parquet.core": lambda writer: not getattr(writer, "is_open", True),
    "posix": _only_lists,
    "nt": _only_lists,
    "multiprocessing.pool": lambda pool: getattr(pool, "_state", None) != "RUN",
    "shelve": lambda shelf: type(getattr(shelf, "dict", None)).__name__ == "_ClosedDict",
    "socket": lambda socket: getattr(socket, "closed", False) is True or socket.fileno() < 0,
    "subprocess": lambda process: getattr(process, "returncode", None) is not None,
    "zipfile": lambda archive: (
        getattr(archive, "closed", False) is True or getattr(archive, "fp", archive) is None
    ),
}
"""By the module of a class: whether nothing is left to do when one of its objects dies (a module
has several: archives, and files within them).
"""

_FILES = frozenset({"_io", "bz2", "gzip", "lzma", "tarfile", "zipfile"})
"""Modules of files and archives."""
_EXCLUSIVE = frozenset(
    {
        ("h5py._hl.files", "File"),
        ("netCDF4._netCDF4", "Dataset"),
        ("pandas", "HDFStore"),
        ("pandas.io.pytables", "HDFStore"),
        ("tables.file", "File"),
    }
)
"""Classes of files that cannot be made anew while C code has them open."""


def is_exclusive(value: object) -> bool:
    """Whether a file cannot be made anew while this object is open."""
    return (home(type(value)), type(value).__name__) in _EXCLUSIVE


def close_file(value: Any) -> None:
    """Close a file or an archive, as its death would."""
    if home(type(value)) in _FILES or is_exclusive(value):
        try:
            value.close()
        except (OSError, ValueError):
            # (unwritten data are lost, as in a death)
            pass


_SILENT = frozenset({"distributed", "ipywidgets", "tqdm", "xgboost", "lightgbm", "jaxlib"})
"""Libraries whose `__del__` only frees memory, removes a view from a page, or releases another
process.
"""


def dies_aloud(value: Any) -> bool:
    """Whether something runs when an object dies, or is written then."""
    return hasattr(type(value), "__del__") and not _dies_silently(value)


def _dies_silently(value: Any) -> bool:
    """Whether the death of a value has no effect.

    A generator runs no code at its death if it has not begun, has ended, or has no handlers. A
    closed file, or a file open for reading, has nothing left to write. A file in memory dies with
    its data. A closed or finished object reports to nobody.
    """
    if type(value) in _IN_MEMORY:
        return True
    ended = _ENDED.get(home(type(value)))
    if ended is not None:
        return ended(value)
    ends = type(value).__del__
    # (a slot of C has no module, but a class)
    made_in = getattr(ends, "__module__", None) or home(getattr(ends, "__objclass__", object))
    if made_in.partition(".")[0] in _SILENT:
        return True
    if is_handle(value):
        return getattr(value, "closed", False) is True or only_reads(value)
    if type(value) is types.AsyncGeneratorType:
        return not has_more(value)
    if type(value) is not types.GeneratorType:
        return False
    if inspect.getgeneratorstate(value) in (inspect.GEN_CREATED, inspect.GEN_CLOSED):
        return True
    # the generator's variables, and its iterators, die too
    held = (*gc.get_referents(value), *gc.get_referents(value.gi_frame))
    return not has_handlers(value.gi_code) and not any(map(dies_aloud, held))
