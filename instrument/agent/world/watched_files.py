"""Files and folders found by a run, with their signatures: an open notebook watches them for later
changes by other programs (`runtime/live/notebook/watched-files.ts`, which makes the same
signatures). Nothing is recorded here.

Unsound: Sluice does not watch files that code opens without Python's `open` under an undeclared
path; files that a cell writes, if they are larger than 1 MB or still open; changes in a folder of
written files while Sluice did not run; more than 2000 files in one run; folders of more than 5000
entries.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
import tempfile
import time
from os import scandir
from stat import S_ISDIR
from typing import TYPE_CHECKING

from .paths import getcwd, join, real, stat, text_of

if TYPE_CHECKING:
    from typing import Any

    from ..effects.arguments import Bound

FILE, NAMES, TREE, CONTENTS = "file", "names", "tree", "contents"
"""Kinds of dependence: on a file's content, or on its existence; on the names in a folder; on the
names in all folders below as well; also on sizes and times of the files.
"""
_MANY = 2_000
_ENTRIES = 5_000
_MAGIC = re.compile(r"[*?\[]")
_NO_PLACES = (
    "/proc/",
    "/sys/",
    "/dev/",
    os.path.join(sys.prefix, ""),
    os.path.join(sys.base_prefix, ""),
)
_NO_PARTS = tuple(
    os.sep + part + os.sep
    for part in ("site-packages", "dist-packages", ".sluice", ".ipynb_checkpoints")
)
_TEMPORARIES = join(real(tempfile.gettempdir()), "")
_TEMPORARY = re.compile(r"tmp[a-z0-9_]{8}\b")
"""Names by Python's tempfile."""
_LOOKING = frozenset(
    {
        "os",
        "posix",
        "nt",
        "posixpath",
        "ntpath",
        "genericpath",
        "pathlib",
        "pathlib._local",
        "shutil",
        "tempfile",
    }
)
"""Modules whose functions only test whether a folder exists."""


class WatchedFiles:
    """The files found by the run in progress: by path and kind, the signature."""

    def __init__(self) -> None:
        self.found: dict[tuple[str, str], str | None] = {}
        self._begun = 0

    def begin(self) -> None:
        """A run begins."""
        self.found = {}
        self._begun = time.time_ns()

    def read(self, path: str, signature: str | None = None) -> None:
        """Note that the run depends on the content of a file, or on its absence. `signature`: the
        signature of an earlier read.
        """
        self._note(path, FILE, signature)

    def run_notebook(self, path: str) -> None:
        """Note a notebook whose cells `%run` runs. (A notebook cannot run itself.)"""
        self._note(path, FILE, runs=True)

    def read_folder(self, path: str, module: str) -> None:
        """Note a folder as an argument of a module's function, which reads the entries unless it
        only tests for the folder.
        """
        if module not in _LOOKING:
            self._note(path, CONTENTS)

    def list(self, bound: Bound) -> None:
        """Note the folders searched by a function with these arguments, by name."""
        folder = _text(bound.get("self")) or getcwd()
        # (a path as receiver is the folder of the patterns, and no pattern)
        texts = [
            text
            for name, value in bound.items()
            if name != "self" and (text := _text(value)) is not None
        ]
        deep = "top" in bound or "self" in bound or any("**" in text for text in texts)
        for text in texts or ["."]:
            magic = _MAGIC.search(text)
            if magic is not None:
                text = os.path.dirname(text[: magic.start()])
            self._note(real(join(folder, text)), TREE if deep else NAMES)

    def _note(self, path: str, kind: str, signature: str | None = None, runs: bool = False) -> None:
        if (path, kind) in self.found or len(self.found) >= _MANY or not _may_change(path, runs):
            return
        self.found[path, kind] = signature_of(path, kind) if signature is None else signature

    def report(self) -> list[list[str]]:
        """`[path, kind, signature]` of each file. A file written during the run gets its signature
        of the run's end: a process or thread of the run wrote it, as pyspark's gateway does its
        connection file, and may have removed it since.
        """
        for (path, kind), signature in self.found.items():
            if (
                kind == FILE
                and signature
                and signature != "folder"
                and int(signature.partition(":")[0]) >= self._begun
            ):
                self.found[path, kind] = signature_of(path)
        return [
            [path, kind, signature]
            for (path, kind), signature in self.found.items()
            if signature is not None
        ]


def signature_of(path: str, kind: str = FILE) -> str | None:
    """A text that differs when the content of a path differs: empty for a missing file, None for an
    unknown state.
    """
    try:
        found = stat(path)
    except FileNotFoundError:
        return ""
    except (OSError, ValueError):
        return None
    if not S_ISDIR(found.st_mode):
        return "%d:%d:%d" % (found.st_mtime_ns, found.st_size, found.st_ino)
    if kind == FILE:
        return "folder"
    entries = _entries(os.fsencode(path), kind)
    if entries is None and kind == TREE:
        entries = _entries(os.fsencode(path), NAMES)
    return None if entries is None else hashlib.sha1(b"\n".join(sorted(entries))).hexdigest()


def _entries(folder: bytes, kind: str) -> list[bytes] | None:
    """A line for each entry of a folder; None where there are too many."""
    found, pending = [], [b""]
    while pending:
        below = pending.pop()
        try:
            with scandir(os.path.join(folder, below)) as entries:
                for entry in entries:
                    if (
                        entry.name[:1] == b"."
                        or entry.name == b"__pycache__"
                        or (kind == CONTENTS and entry.name.endswith(b".ipynb"))
                    ):
                        continue
                    name = below + entry.name
                    is_folder = entry.is_dir(follow_symlinks=False)
                    if is_folder and kind != NAMES:
                        pending.append(name + b"/")
                    if kind == CONTENTS and not is_folder:
                        seen = entry.stat()
                        name += b"\t%d:%d" % (seen.st_mtime_ns, seen.st_size)
                    found.append(name)
                    if len(found) > _ENTRIES:
                        return None
        except OSError:
            continue
    return found


def _text(value: Any) -> str | None:
    try:
        return text_of(value)
    except TypeError:
        return None


def _may_change(path: str, runs: bool = False) -> bool:
    """Whether changes by another program matter. No part of Python or of an installed library
    counts; no notebook, which its editor saves, unless its cells run; and no temporary file of this
    process.
    """
    if (
        path.startswith(_NO_PLACES)
        or (path.endswith(".ipynb") and not runs)
        or any(part in path for part in _NO_PARTS)
    ):
        return False
    if not path.startswith(_TEMPORARIES):
        return True
    name = path[len(_TEMPORARIES) :].partition(os.sep)[0]
    return _TEMPORARY.match(name) is None or getcwd().startswith(_TEMPORARIES + name)
