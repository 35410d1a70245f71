"""Paths and the file system as they are, also after a notebook has replaced functions of `os` (`os.getcwd = lambda: …`): the
agent keeps those that were there first. It records nothing.
"""

from os import getcwd, stat
from os.path import expanduser, isabs, join
from os.path import realpath as _realpath
from stat import S_ISREG

__all__ = ["absolute", "exists", "expanduser", "getcwd", "isabs", "isfile", "real", "stat"]


def absolute(path):
    """The path from the root."""
    return path if isabs(path) else join(getcwd(), path)


def exists(path):
    """`os.path.exists`, which would ask whatever `os.stat` is now."""
    return _mode(path) is not None


def isfile(path):
    """Whether it is a file, or a link to one."""
    mode = _mode(path)
    return mode is not None and S_ISREG(mode)


def _mode(path):
    try:
        return stat(path).st_mode
    except (OSError, ValueError):
        return None


def real(path):
    """The path from the root, without symbolic links. `os.path.realpath` would ask whatever `os.getcwd` is now."""
    return _realpath(absolute(path))
