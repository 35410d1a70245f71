"""A group of values in a file, and back. One file has the whole group, so that two names of one object
stay that: a pickle, or for a shared place plain values where they come back the same. The file is not
compressed: reading is to take less time than computing.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import io
import json
import os
import pickle
import re
import time
import types
from typing import TYPE_CHECKING

from ..kinds.kind import Inexact
from ..objects.attributes import home
from ..objects.libraries import LIBRARIES
from .array_views import Unstored, is_masked, memory_of, shown_part, window, with_attributes
from .plain_values import FIRST_LINE, plain_parts, read_plain
from .portable_digest import name_of, portable_digest, was_raised
from .tensor_memory import TensorMemory
from .time_limit import Late, time_limit

if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any

_OFTEN = 256
"""Objects between two looks at the clock."""
_GRACE = 1.0
"""Seconds for code of a library to end after the time for writing."""
_LATE = "writing its value takes too long"
_MODULE = "module"
_ENCODINGS = ("utf-8", "utf-32-le")
"""Of texts in pickles and in arrays."""
_SEARCHED = 1 << 20
_USUAL = frozenset({"builtins", "collections", "datetime", "decimal", "numpy", "pandas"})
"""Packages whose classes are too common to be the cause when a value comes back different."""


def _unwritten(fault: OSError) -> str:
    return "it cannot be written: %s" % (fault.strerror or fault)


class _File(io.RawIOBase):
    """Takes bytes, digests them, and stops where there are too many or it takes too long. `is_placed`:
    whether the path of a folder is among them.

    Unsound: a path behind the first megabyte of a buffer of numbers or of a long text.
    """

    def __init__(self, path: str, most: int, deadline: float, folder: str) -> None:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        self.out = open(descriptor, "wb", buffering=1 << 20)
        self.digest = hashlib.sha256()
        self.size = 0
        self.most = most
        self.deadline = deadline
        texts = [folder, json.dumps(folder)[1:-1], json.dumps(folder, ensure_ascii=False)[1:-1]]
        paths = {text.encode(kind) for text in texts for kind in _ENCODINGS}
        self.folder = re.compile(b"|".join(map(re.escape, sorted(paths))))
        self.is_placed = False

    def write(self, part: Any) -> int:
        size = memoryview(part).nbytes
        self.size += size
        if self.size > self.most:
            raise Unstored("its value is larger than %d MB" % (self.most // 1_000_000))
        if time.perf_counter() > self.deadline:
            raise Unstored(_LATE)
        self.digest.update(part)
        self.is_placed = self.is_placed or self.folder.search(part, 0, _SEARCHED) is not None
        try:
            self.out.write(part)
        except OSError as fault:
            raise Unstored(_unwritten(fault)) from None
        return size

    def left(self) -> float:
        """Seconds until it takes too long."""
        return self.deadline - time.perf_counter()

    def close(self) -> None:
        try:
            self.out.close()
        except OSError as fault:
            raise Unstored(_unwritten(fault)) from None


class _Pickler(pickle.Pickler):
    """Refuses code of the notebook, and the classes `refused`. `held`: ids of the objects that the
    values lead to; `kinds`: the classes met.
    """

    def __init__(self, out: _File, refused: Collection[str], held: Collection[int]) -> None:
        super().__init__(out, protocol=5)
        self.held = held
        self.out = out
        self.refused = frozenset(refused)
        self.kinds: set[type] = set()
        self.count = 0
        self.tensors = TensorMemory()

    def persistent_id(self, obj: Any) -> tuple[str, str] | None:
        self.count += 1
        if self.count % _OFTEN == 0 and time.perf_counter() > self.out.deadline:
            raise Unstored(_LATE)
        kind = type(obj)
        if kind not in self.kinds:
            self.look(kind)
        if isinstance(obj, types.ModuleType):
            name = name_of(obj)
            if name is None:
                raise Unstored("a module that no other process finds")
            return (_MODULE, name)
        if isinstance(obj, (type, types.FunctionType)) and name_of(obj) is None:
            raise Unstored("%s is code of the notebook" % obj.__qualname__)
        return None

    def look(self, kind: type) -> None:
        self.kinds.add(kind)
        if home(kind) == "__main__":
            raise Unstored("%s is a class of the notebook" % kind.__qualname__)
        if title(kind) in self.refused:
            raise Unstored("%s has come back different before" % title(kind))

    def reducer_override(self, obj: Any) -> Any:
        """A view goes as a window on its memory, so that it has its order, and shares the memory with
        others; a masked array with its attributes, of which its own pickle changes some.
        """
        self.tensors.note(obj)
        if isinstance(obj, BaseException) and was_raised(obj):
            raise Unstored("it is an exception that was raised, whose traceback no file keeps")
        if is_masked(obj):
            data = LIBRARIES.ndarray.view(obj, LIBRARIES.ndarray)
            return with_attributes, (data, type(obj), dict(vars(obj)))
        if type(obj) is not LIBRARIES.ndarray or obj.base is None or obj.dtype.hasobject:
            return NotImplemented
        base = memory_of(obj)
        if base is None:
            if id(obj) in self.held:
                raise Unstored("one of its arrays shows memory that is no array's")
            # (made for the pickle by an object of C)
            return NotImplemented
        return window, (base, *shown_part(obj, base))


class _Unpickler(pickle.Unpickler):
    def persistent_load(self, pid: Any) -> Any:
        return importlib.import_module(pid[1])


def title(kind: type) -> str:
    return "%s.%s" % (kind.__module__, kind.__qualname__)


def write_values(
    values: dict[str, Any],
    path: str,
    most: int,
    seconds: float,
    refused: Collection[str],
    held: Collection[int],
    folder: str,
    shared: bool = False,
) -> dict[str, Any]:
    """Writes values into a new file: its size and digest, the digest of the values, the classes among
    them that may be the cause when they come back different, whether the path of `folder` is in them,
    and whether they are plain. `shared`: whether others are to read them. Raises Unstored.
    """
    started = time.perf_counter()
    LIBRARIES.fresh()
    out = _File(path, most, started + seconds, folder)
    try:
        with time_limit(seconds + _GRACE):
            pickler = _Pickler(out, refused, held)
            plain = _write_plain(values, out) if shared else None
            if plain is None:
                pickler.dump(values)
                pickler.tensors.must_be_apart()
            out.close()
            fingerprint = plain or portable_digest(values, out.left())
    except Unstored:
        raise
    except Late:
        raise Unstored(_LATE) from None
    except Inexact as fault:
        raise Unstored("nothing can compare %s" % fault) from None
    except RecursionError:
        raise Unstored("its value is nested too deeply") from None
    except Exception as fault:
        raise Unstored("it cannot be pickled: %s" % str(fault)[:200]) from None
    finally:
        with contextlib.suppress(Unstored):
            out.close()
    unusual = sorted(
        title(kind) for kind in pickler.kinds if home(kind).partition(".")[0] not in _USUAL
    )
    return {
        "size": out.size,
        "sha256": out.digest.hexdigest(),
        "fingerprint": fingerprint,
        "classes": unusual,
        "placed": out.is_placed,
        "plain": plain is not None,
        "seconds": time.perf_counter() - started,
    }


def _write_plain(values: dict[str, Any], out: _File) -> str | None:
    """Writes what anybody may read; gives the digest of the values. None where they would not come back
    the same: then nothing is written.
    """
    try:
        parts = plain_parts(values)
        digest = portable_digest(values, out.left())
        if portable_digest(read_plain(b"".join(parts)), out.left()) != digest:
            return None
    except Late:
        raise
    except Exception:
        return None
    out.is_placed = any(out.folder.search(part) for part in parts)
    for part in parts:
        out.write(part)
    return digest


def read_values(path: str, sha256: str, size: int, plain: bool = False) -> dict[str, Any]:
    """The values in a file. Raises ValueError where it is not the file with this digest: nothing in
    it is looked at before. `plain`: somebody else wrote it, so a pickle is not read.
    """
    # (opening a pipe would wait for a writer)
    plainly = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    descriptor = os.open(path, os.O_RDONLY | plainly)
    with open(descriptor, "rb") as file:
        content = file.read(size + 1)
    if len(content) != size or hashlib.sha256(content).hexdigest() != sha256:
        raise ValueError("the file is not as it was written")
    if content.startswith(FIRST_LINE):
        return read_plain(content)
    if plain:
        raise ValueError("a pickle of somebody else is not read")
    return _Unpickler(io.BytesIO(content)).load()
