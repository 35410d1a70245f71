"""Paths and the file system as they are, even if a notebook has replaced functions of `os` or
`os.path`. These call one another (`realpath` calls `os.getcwd`), so the copies here call copies.
Nothing is recorded here.
"""

from __future__ import annotations

import os
import types
from stat import S_ISDIR, S_ISREG
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

OWN = "<sluice"
"""How the file names of the agent's own code begin."""


def _copied(module: types.ModuleType, others: dict[str, types.ModuleType]) -> Any:
    """A module whose functions see each other and `others` as they are now."""
    copy = types.ModuleType(module.__name__)
    names = vars(copy)
    names.update(vars(module), **others)
    for name, value in vars(module).items():
        if type(value) is types.FunctionType and value.__globals__ is vars(module):
            function = types.FunctionType(
                value.__code__, names, name, value.__defaults__, value.__closure__
            )
            function.__kwdefaults__ = value.__kwdefaults__
            names[name] = function
    return copy


_os = _copied(os, {})
_path = _copied(os.path, {"os": _os})
getcwd, stat = _os.getcwd, _os.stat
basename, dirname, expanduser, isabs, join, splitext = (
    _path.basename,
    _path.dirname,
    _path.expanduser,
    _path.isabs,
    _path.join,
    _path.splitext,
)


def is_of_agent(function: Any) -> bool:
    """Whether a function is one of the agent's own."""
    return function.__code__.co_filename.startswith(OWN)


def text_of(path: Any) -> str:
    """A path as a string. Raises TypeError for other values, and for paths whose text needs
    notebook code, which would run once more.
    """
    if type(path) is str:
        return path
    if asks_notebook(path):
        raise TypeError
    return _os.fsdecode(_os.fspath(path))


def asks_notebook(path: Any) -> bool:
    """Whether a class of the notebook's says which path an object is."""
    return any(
        "__fspath__" in cls.__dict__ and cls.__module__ == "__main__" for cls in type(path).__mro__
    )


def absolute(path: str) -> str:
    """The path from the root, without `.` and `..`."""
    return _path.normpath(_path.join(getcwd(), path))


def real(path: str) -> str:
    """The path from the root, without symbolic links."""
    return _path.realpath(path)


def exists(path: str) -> bool:
    """Whether there is something of this name."""
    return _mode(path) is not None


def isfile(path: str) -> bool:
    """Whether a path is a file, or a link to a file."""
    mode = _mode(path)
    return mode is not None and S_ISREG(mode)


def isdir(path: str) -> bool:
    """Whether a path is a folder, or a link to a folder."""
    mode = _mode(path)
    return mode is not None and S_ISDIR(mode)


def _mode(path: str) -> int | None:
    try:
        return stat(path).st_mode
    except (OSError, ValueError):
        return None
