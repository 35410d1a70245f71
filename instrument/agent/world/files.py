"""Files and addresses as locations: the locations touched by a read or write of a path.

Unsound: a file that is written from the beginning needs no earlier write of the same path; a memory
map of the removed file shows the difference.
"""

from __future__ import annotations

import os
import re
from stat import S_ISREG
from typing import TYPE_CHECKING

from ..objects.handles import is_handle, named_handle, only_reads
from ..objects.locations import WHOLE
from ..objects.mapped_files import MAPPED_FILES
from .paths import (
    absolute,
    asks_notebook,
    basename,
    dirname,
    exists,
    getcwd,
    isabs,
    isdir,
    join,
    real,
    stat,
    text_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, Literal, TypeAlias

    from ..objects.locations import Field, Kind, Token
    from ..record.recorder import Recorder

    Mode: TypeAlias = Literal["r", "w", "rw"]
    """How a file is used: read, written anew, or updated."""

_CLOCKS = 0.1
"""Seconds by which the clock of the file system may be behind."""
_LONGEST = 1_000
"""Characters of a path."""
_PATTERN = re.compile(r"[*?\[]")


class Recorded(set):
    """Uses of files recorded for the statement: the mode, the path, and the directory."""


def record_file(recorder: Recorder, path: Any, mode: Mode) -> None:
    """A file is read ("r"), written anew ("w") or updated ("rw"). An open handle stands for its
    file.
    """
    if is_handle(path):
        path = named_handle(path)
        if only_reads(path):
            mode = "r"
        path = getattr(path, "name", None)
    if type(path) is int:
        _record_descriptor(recorder, path, mode)
        return
    try:
        text = text_of(path)
    except TypeError:
        if asks_notebook(path):
            # any file may be meant
            (recorder.read if mode == "r" else recorder.mutate)("file", WHOLE)
        return
    if "\n" in text or text.startswith("<"):
        return
    statement = recorder.current
    again = (mode, text, None if isabs(text) else getcwd())
    if statement is not None and "links" not in recorder.written:
        recorded = statement.state(Recorded)
        if again in recorded:
            return
        recorded.add(again)
    if "://" in text:
        if mode == "r":
            recorder.read("network", WHOLE)
        else:
            recorder.mutate("network", WHOLE)
        return
    if mode == "r" and _PATTERN.search(text):
        # `read_csv("data/*.csv")`: any file may match
        recorder.read("file", WHOLE)
    if not isabs(text):
        recorder.read("cwd", WHOLE)
    as_given, text = absolute(text), real(text)
    if mode == "w" and isdir(text):
        # a copy into a folder: the call finds the name
        recorder.mutate("file", WHOLE)
        return
    if text != as_given:
        _record_links(recorder, as_given, mode)
    _record_folders(recorder, text, mode)
    if mode != "r":
        recorder.known_files.files.add(text)
        recorder.kept_files.note(text)
        if mode == "rw" or not exists(text):
            # (or removed)
            recorder.write("file", _existence(text))
        if "umask" in recorder.written:
            recorder.read("umask", WHOLE)
    if "links" in recorder.written:
        _record_inode(recorder, text, mode)
    if mode != "w":
        recorder.watched_files.read(text)
    if mode == "r":
        recorder.read("file", text)
    elif mode == "w":
        recorder.write("file", text)
    else:
        recorder.mutate("file", text)


def _record_folders(recorder: Recorder, path: str, mode: Mode) -> None:
    """Record the folders of a path. The notebook may have made them, and code that makes a folder
    makes the folders around it as well.
    """
    parent = dirname(path)
    if mode != "r" and not _is_old(recorder, parent):
        # any code may have made the folder, such as a command
        recorder.read("file", parent)
    while len(parent) > 1:
        if parent in recorder.known_files.files:
            recorder.read("file", parent)
        if mode != "r":
            recorder.known_files.folders.add(parent)
            if not exists(parent):
                recorder.known_files.files.add(parent)
                recorder.kept_files.note(parent)
                recorder.write("file", parent)
                recorder.write("file", _existence(parent))
        parent = dirname(parent)


def made_folder(recorder: Recorder, path: str) -> None:
    """A folder has come under this path."""
    for known in (recorder.known_files.files, recorder.known_files.folders):
        known.add(path)
    recorder.write("file", path)
    recorder.write("file", _existence(path))


def _is_old(recorder: Recorder, folder: str) -> bool:
    """Whether a folder is older than the notebook's run, and untouched since."""
    if folder in recorder.known_files.old_folders:
        return True
    try:
        found = stat(folder)
    except OSError:
        return False
    old = max(found.st_mtime, found.st_ctime) < recorder.known_files.started - _CLOCKS
    if old:
        recorder.known_files.old_folders.add(folder)
    return old


def read_existence(recorder: Recorder, path: str) -> None:
    """Record a test for a file, without a read of its content."""
    path = real(path)
    recorder.read("file", _existence(path))
    recorder.watched_files.read(path)


_EXISTENCE = "whether there is "


def _existence(path: str) -> str:
    return _EXISTENCE + path


def path_of(field: Field) -> str:
    """The path for a field of "file"."""
    return field[len(_EXISTENCE) :] if field.startswith(_EXISTENCE) else field


def _record_links(recorder: Recorder, path: str, mode: Mode) -> None:
    """Record the symbolic links on a path, as entries of their folders: the notebook may have made
    these, and removes them by this path.
    """
    at = path
    while len(at) > 1:
        entry = join(real(dirname(at)), basename(at))
        if entry in recorder.known_files.files:
            recorder.read("file", entry)
        if mode != "r" and at == path:
            recorder.known_files.files.add(entry)
            recorder.mutate("file", entry)
        at = dirname(at)


def _record_inode(recorder: Recorder, path: str, mode: Mode) -> None:
    """Record the inode of a file, once the notebook has made hard links: the file may have other
    paths.
    """
    try:
        found = stat(path)
    except OSError:
        return
    inode = "inode %d:%d" % (found.st_dev, found.st_ino)
    recorder.read("links", WHOLE)
    if mode == "r":
        recorder.read("file", inode)
    else:
        recorder.mutate("file", inode)


def _record_descriptor(recorder: Recorder, descriptor: int, mode: Mode) -> None:
    """Record an open file known only by its number: the file that the system names, if any; else
    any file, once the notebook has made descriptors itself.
    """
    made = "descriptors" in recorder.written
    if made:
        recorder.mutate("descriptors", WHOLE)
    path = _path_of_descriptor(descriptor)
    if path is not None:
        record_file(recorder, path, mode)
    elif made:
        (recorder.read if mode == "r" else recorder.mutate)("file", WHOLE)


def _path_of_descriptor(descriptor: int) -> str | None:
    """Where an open file is (on Linux); None for a pipe, a removed file and the like."""
    try:
        path = os.readlink("/proc/self/fd/%d" % descriptor)
        now = stat(path)
        return path if S_ISREG(now.st_mode) and _is_same(now, os.fstat(descriptor)) else None
    except OSError:
        return None


def _is_same(one: os.stat_result, other: os.stat_result) -> bool:
    return (one.st_dev, one.st_ino) == (other.st_dev, other.st_ino)


def record_mapped(recorder: Recorder, token: Token, mode: Mode, kind: Kind) -> None:
    """Record a read or change of a memory map: of its file, or of any file once the mapped one has
    been moved or removed.
    """
    statement = recorder.current
    again = (mode, token, None)
    if statement is not None:
        recorded = statement.state(Recorded)
        if again in recorded:
            return
        recorded.add(again)
    file = MAPPED_FILES.by_token[token]
    if not file.is_in_place():
        (recorder.read if mode == "r" else recorder.mutate)("file", WHOLE, kind)
        return
    if mode != "r":
        recorder.kept_files.note_mapped(file.path, kind == "observed")
    record_file(recorder, file.path, mode)


def note_paths(recorder: Recorder, values: Iterable[object], are_named: bool = True) -> None:
    """Note possible changes of unknown files: under these paths, or inside of these folders.
    `are_named`: the code names them as changed (`KeptFiles.note`).
    """
    for value in values:
        try:
            text = text_of(value)
        except TypeError:
            continue
        if 0 < len(text) < _LONGEST and not any(mark in text for mark in "\n\0"):
            recorder.kept_files.note_below(real(text), are_named)
