"""Local modules: from files that belong neither to Python nor to an installed library. Also the
module of a value.
"""

from __future__ import annotations

import importlib.machinery
import os
import sys
import sysconfig
import types
from typing import TYPE_CHECKING

from ..objects.attributes import home
from .paths import absolute, isfile

if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec
    from typing import Any

_LIBRARIES = tuple(
    {
        os.path.join(sysconfig.get_path(kind), "")
        for kind in ("stdlib", "platstdlib", "purelib", "platlib")
    }
)
_INSTALLED = tuple(os.sep + part + os.sep for part in ("site-packages", "dist-packages"))


def is_local(path: str) -> bool:
    """Whether a file is the user's, and not part of Python or of an installed library."""
    if ".." not in path and _is_installed(path):
        # (as nearly all are, and they are many)
        return False
    return not _is_installed(absolute(path))


def _is_installed(path: str) -> bool:
    return path.startswith(_LIBRARIES) or any([part in path for part in _INSTALLED])


def local_file(module: object) -> str | None:
    """The file of a module of the user's; None for others."""
    file = getattr(getattr(module, "__spec__", None), "origin", None) or getattr(
        module, "__file__", None
    )
    return file if type(file) is str and is_local(file) and isfile(file) else None


def is_loaded_library(name: str) -> bool:
    """Whether a module is loaded, and not the user's. False for a failed import, and for a module
    that has removed or replaced itself: nothing then tells whose it was.
    """
    spec = getattr(sys.modules.get(name), "__spec__", None)
    origin = getattr(spec, "origin", None)
    return spec is not None and not (type(origin) is str and is_local(origin))


def named_module(value: Any) -> str:
    """The name of a module, or of the module of a value."""
    if issubclass(type(value), types.ModuleType):
        return value.__name__
    if type(value) is types.FunctionType:
        return value.__module__
    return home(value if issubclass(type(value), type) else type(value))


def home_of(value: object) -> str | None:
    """The name of a module, or of an object's defining module."""
    home = getattr(
        value, "__name__" if issubclass(type(value), types.ModuleType) else "__module__", None
    )
    return home if type(home) is str else None


def is_of_user(name: str) -> bool:
    """Whether a module not loaded yet is the user's."""
    package = name.partition(".")[0]
    file = getattr(find_module(package), "origin", None) if package not in sys.modules else None
    return type(file) is str and is_local(file)


def find_module(name: str, folders: list[str] | None = None) -> ModuleSpec | None:
    """Where a module would be loaded from: a part of a package from one of its folders."""
    try:
        return importlib.machinery.PathFinder.find_spec(name, folders)
    except (ImportError, ValueError, TypeError, AttributeError):
        return None
