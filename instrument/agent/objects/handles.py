"""Objects for open files. The look-ups record nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .attributes import home, static

if TYPE_CHECKING:
    from typing import Any


def is_handle(obj: object) -> bool:
    """Whether `obj` is a library's file object: something open, with a position."""
    kind = type(obj)
    return home(kind) != "__main__" and (static(kind, "read") or static(kind, "write")) is not None


def named_handle(handle: Any) -> Any:
    """The file object that knows which file it is of: the one behind a wrapper that does not say
    (`bz2.open(path, "wt")` before Python 3.13).
    """
    named = handle
    while named is not None and getattr(named, "name", None) is None:
        named = getattr(named, "buffer", None) or getattr(named, "_fp", None)
    return handle if named is None else named


def only_reads(handle: Any) -> bool:
    """Whether a file object was opened for reading and nothing else, as far as its mode tells, or
    that of the file object behind a wrapper.
    """
    while handle is not None:
        mode = getattr(handle, "mode", None) or getattr(handle, "_mode", None)
        if type(mode) is str:
            return not set(mode) & set("wax+")
        if type(mode) is int:
            return mode == _COMPRESSED_READ
        handle = getattr(handle, "buffer", None) or getattr(handle, "_fp", None)
    return False


_COMPRESSED_READ = 1
"""The mode of gzip's, bz2's and lzma's file objects that are read, before Python 3.13."""
