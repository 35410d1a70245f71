"""Files, folders and patterns named in a text: between quotes, as in SQL (`SELECT * FROM
'data/*.csv'`), or as words of a command.

Unsound: paths are missed that a text builds from parts, that a program other than a script reads,
and of modules that scripts import from other folders.
"""

from __future__ import annotations

import os
import re
import types
from typing import TYPE_CHECKING

from ..objects.attributes import home, own_dict
from ..objects.locations import WHOLE
from .files import record_file
from .paths import absolute, dirname, exists, isdir, isfile, join, real, text_of
from .plain_files import open_plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from ..record.recorder import Recorder

_QUOTED = re.compile(r"""(?<!\bto )'((?:[^']|'')*)'|"([^"]*)\"""", re.IGNORECASE)
_ANY_QUOTED = re.compile(r"""'((?:[^']|'')*)'|"([^"]*)\"""")
_LONGEST = 1_000
_TEXT = 100_000
"""The most characters of a text to search."""
_WORD = re.compile(r"""[^\s'"<>|;&(){}\[\]=,`]+""")
_WORDS = 500
"""The most words or arguments of a command to search."""
_IMPORTED = re.compile(r"^\s*(?:from|import)\s+([\w.]+)", re.MULTILINE)
_SCRIPTS = (".py", ".sh", ".R", ".r", ".jl", ".pl", ".rb", ".js", ".sql")


def may_be_path(text: str, recorder: Recorder) -> bool:
    """Whether a text looks like a path, or is a path in use by the notebook."""
    if not 0 < len(text) <= _LONGEST or "\n" in text or "\0" in text or "://" in text:
        return False
    if "." in text or os.sep in text:
        return True
    known = absolute(text)
    return known in recorder.known_files.files or known in recorder.known_files.folders


def is_path_type(kind: type) -> bool:
    """Whether this is the type of a path. (`issubclass` on a notebook class would run its code.)"""
    return kind is str or home(kind).startswith("pathlib")


def read_named_paths(recorder: Recorder, value: Any) -> None:
    """Read the files that a text names, or whose path it is, with all files in a folder; also for
    lists of texts.
    """
    if type(value) in (list, tuple):
        for part in value:
            read_named_paths(recorder, part)
        return
    try:
        text = "" if type(value) is bytes else text_of(value)
    except TypeError:
        return
    quoted = [one or other for one, other in _QUOTED.findall(text[:_TEXT])]
    for path in quoted or [text]:
        if may_be_path(path, recorder) and (
            "*" in path or exists(path) or real(path) in recorder.known_files.files
        ):
            record_file(recorder, path, "r")
            if real(path) in recorder.known_files.folders and isdir(path):
                # all files in a folder with files written by the notebook
                recorder.read("file", WHOLE)


def quoted_paths(text: str) -> list[str]:
    """The quoted texts with a folder before a name, also of files written by SQL."""
    quoted = (one or other for one, other in _ANY_QUOTED.findall(text[:_TEXT]))
    return [
        path
        for path in quoted
        if os.sep in path and len(path) <= _LONGEST and "\0" not in path and "://" not in path
    ]


def watch_named_files(recorder: Recorder, values: Iterable[Any]) -> None:
    """Watch files that another process may read because of its arguments: files named by a value or
    a word of a command, files in quotes in a script, modules beside the script, and files named by
    a function.
    """
    watched = recorder.watched_files
    pending = list(values)[:_WORDS]
    scripts = set()
    for value in pending:
        kind = type(value)
        if kind in (list, tuple, set, dict) and len(pending) < _WORDS:
            parts = list(value.values() if kind is dict else value)[:_WORDS]
            pending += [*parts, *_modules_run(parts)]
        elif kind is types.FunctionType:
            pending.append(value.__code__)
        elif home(kind).startswith("multiprocessing"):
            # (the task and arguments of a process)
            pending += (own_dict(value) or {}).values()
        elif kind is types.CodeType:
            pending += [
                const for const in value.co_consts if type(const) in (str, tuple, types.CodeType)
            ]
        else:
            for path in _paths_in(value):
                if path not in scripts and path.endswith(_SCRIPTS):
                    scripts.add(path)
                    pending += _named_in_script(path)
                watched.read(path) if isfile(path) else watched.read_folder(path, "")


def _paths_in(value: Any) -> Iterator[str]:
    """The files and folders that a value names, also those of patterns."""
    try:
        text = "" if type(value) is bytes else text_of(value)
    except TypeError:
        return
    words = _WORD.findall(text[:_TEXT])[:_WORDS]
    for word in {text, *words, *_modules_run(words)}:
        if not 0 < len(word) <= _LONGEST or "\n" in word or "\0" in word or "://" in word:
            continue
        if "*" in word or "?" in word:
            word = dirname(word) or "."
        path = real(os.path.expanduser(word))
        if isfile(path) or (isdir(path) and path != os.sep):
            yield path


def _modules_run(words: list[Any]) -> list[str]:
    """The files of the modules that a command runs (`python -m NAME`)."""
    names = [
        name.replace(".", os.sep)
        for option, name in zip(words, words[1:], strict=False)
        if type(option) is type(name) is str and option == "-m"
    ]
    return [name + ending for name in names for ending in (".py", os.sep + "__main__.py")]


def _named_in_script(path: str) -> list[str]:
    try:
        with open_plain(path) as script:
            text = script.read(_TEXT).decode("utf8", "replace")
    except OSError:
        return []
    modules = (
        [join(dirname(path), name.replace(".", os.sep)) for name in _IMPORTED.findall(text)]
        if path.endswith(".py")
        else []
    )
    quoted = [one or other for one, other in _QUOTED.findall(text)]
    return [
        name
        for name in (*quoted, *(module + ".py" for module in modules), *modules)
        if len(name) <= _LONGEST
    ][:_WORDS]
