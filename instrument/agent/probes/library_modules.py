"""Loads modules of libraries that list subclasses with probes in place of these calls
(`rewriting/listings`), so that a list has the classes of a run from the top.

Python's own loader returns its code as ever. The bytes that the loader reads, cached bytecode
included, tell whether a module names the method: all other modules cost one search.
"""

from __future__ import annotations

import ast
import importlib.machinery
from typing import TYPE_CHECKING, Any

from ..rewriting.listings import ListingsRewriter
from ..world.module_code import GET_CODE, quietly

if TYPE_CHECKING:
    import types
    from collections.abc import Callable

    from ..values.plain_code import PlainCode

_READ = importlib.machinery.SourceFileLoader.get_data
_NAME = b"__subclasses__"
_WRAPPERS = """
def get_code(self, fullname):
    return given(self, original(self, fullname))

def get_data(self, path):
    return noted(self, read(self, path))
"""


class _Loader(importlib.machinery.SourceFileLoader):
    """Notes whether the bytes of a module name the method. `plain` has the code without probes."""

    plain: Any = None
    lists_subclasses = False


def _noted(loader: _Loader, data: bytes) -> bytes:
    loader.lists_subclasses |= _NAME in data
    return data


def _given(loader: _Loader, code: types.CodeType | None) -> types.CodeType | None:
    if code is None or not loader.lists_subclasses:
        return code
    probed = quietly(lambda: _with_probes(loader))
    return probed if probed is not None and loader.plain.pair(probed, code) else code


def _with_probes(loader: _Loader) -> types.CodeType:
    tree = ast.parse(_READ(loader, loader.path), loader.path)
    return compile(ListingsRewriter().visit(tree), loader.path, "exec", dont_inherit=True)


_SCOPE: dict[str, Any] = {"given": _given, "noted": _noted, "original": GET_CODE, "read": _READ}
# under the name of the import system, whose frames Python takes out of tracebacks
exec(compile(_WRAPPERS, "<frozen importlib._bootstrap_external>", "exec"), _SCOPE)
_Loader.get_data = _SCOPE["get_data"]


def library_code(loader: Any, plain: PlainCode) -> Callable[[str], types.CodeType | None]:
    """The method `get_code` of the loader of a library's module. `plain` has the code without
    probes, for readers of code.
    """
    noting = _Loader(loader.name, loader.path)
    noting.plain = plain
    return _SCOPE["get_code"].__get__(noting)
