"""The code of the user's modules that is about to be loaded: its files and code objects.
`module_bodies` finds the names in it.

Unsound: modules are missed that only an import finder of the notebook finds.
"""

from __future__ import annotations

import importlib.machinery
import io
import sys
import types
from typing import TYPE_CHECKING

from ..objects.attributes import home
from .local_modules import is_local
from .module_bodies import Body
from .paths import exists

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence
    from importlib.machinery import ModuleSpec
    from typing import Any

    from ..objects.locations import Namespace

_MANY = 1000
"""The most bodies to follow from one import."""
_LOADERS = ("_frozen_importlib_external", "zipimport")
"""Modules of loaders that may be asked for code: a loader of the notebook's would notice."""
GET_CODE = importlib.machinery.SourceFileLoader.get_code
SOURCE_TO_CODE = importlib.machinery.SourceFileLoader.source_to_code
"""As they are without probes."""
_STRICT = [("error", None, Warning, None, 0)]
LOOKED_AT: dict[str, tuple[bytes, types.CodeType]] = {}
"""By path, the text of modules compiled for a look, with the code."""
_SHOWING = frozenset({"print", "display", "stdout", "stderr", "warn"})
_SILENT = [("ignore", None, Warning, None, 0)]


def body_of(name: str) -> Body | None:
    """The body of a loaded module; None without its code."""
    spec: Any = getattr(sys.modules.get(name), "__spec__", None)
    code = code_of(getattr(spec, "loader", None), name)
    return None if code is None else Body(name, code, spec.parent)


def shows(name: str) -> bool:
    """Whether code at the top of a loaded user's module prints or displays something, by its names."""
    spec = getattr(sys.modules.get(name), "__spec__", None)
    code = code_of(getattr(spec, "loader", None), name)
    return code is not None and not _SHOWING.isdisjoint(code.co_names)


class Loading:
    """The code run by a load of these modules. `bodies`: a `Body` for each user's module not loaded
    yet. `files`: their files. `found`: their names, also without code. `loaded`: modules already
    loaded. `sought`: all modules in the search. `called`: their functions that are called
    afterwards.
    """

    def __init__(self, names: Iterable[str], called: Collection[str] = ()) -> None:
        self.called = called
        self.bodies: list[Body] = []
        self.files: list[str] = []
        self.found: set[str] = set()
        self.loaded: set[str] = set()
        self.sought: set[str] = set()
        self.places: dict[str, list[str]] = {}
        self.follow(names)

    def follow(self, names: Iterable[str]) -> None:
        """Modules of these names are imported."""
        pending = list(names)
        while pending and len(self.bodies) < _MANY:
            parts = pending.pop().split(".")
            for end in range(1, len(parts) + 1):
                name = ".".join(parts[:end])
                if name in sys.modules:
                    self.loaded.add(name)
                elif name not in self.sought:
                    self.sought.add(name)
                    body = self._find(name)
                    pending += body.imports if body is not None else ()

    def run_spec(self, spec: ModuleSpec) -> None:
        """Add the module of this spec, loaded or not."""
        self.found.add(spec.name)
        self._load(spec.origin, Body(spec.name, code_of(spec.loader, spec.name), spec.parent or ""))

    def run_again(self, name: str, main: bool = False) -> None:
        """Add a run of the module of this name, loaded or not, after a new search. `main`: it runs
        as a script.
        """
        if name and name not in self.sought:
            self.sought.add(name)
            body = self._find(name)
            self.follow(body.imports if body is not None else ())
        if main:
            for body in [body for body in self.bodies if body.name == name]:
                self._load(None, Body(name, body.code, body.package, True))

    def run_script(self, path: str, main: bool) -> None:
        """The script of this path is run."""
        self._load(path, Body("__main__" if main else "", script_code(path), "", main))

    def run(self, code: types.CodeType, scopes: Sequence[Namespace]) -> None:
        """Code runs in these dictionaries of names."""
        self._load(None, Body("", code, "", True, scopes))

    def _load(self, file: str | None, body: Body) -> None:
        if type(file) is str and exists(file):
            self.files.append(file)
        if body.code is not None:
            self.bodies.append(body)
            self.follow(body.imports)

    def _find(self, name: str) -> Body | None:
        package, _, _ = name.rpartition(".")
        path = None
        if package:
            path = self.places.get(package, getattr(sys.modules.get(package), "__path__", None))
            if path is None:
                return None
        try:
            spec = importlib.machinery.PathFinder.find_spec(name, path)
        except (ImportError, ValueError, TypeError, AttributeError):
            return None
        if spec is None:
            return None
        places = [*(spec.submodule_search_locations or ())]
        if not any(
            type(place) is str and exists(place) and is_local(place)
            for place in (spec.origin, *places)
        ) and not _in_archive(spec):
            return None
        self.found.add(name)
        if spec.submodule_search_locations is not None:
            self.places[name] = places
            package = name
        files = (spec.origin, getattr(spec.loader, "archive", None))
        self.files += [file for file in files if type(file) is str and exists(file)]
        body = Body(name, code_of(spec.loader, name), package, called=self.called)
        if body.code is not None:
            self.bodies.append(body)
        return body


def _in_archive(spec: ModuleSpec) -> bool:
    archive = getattr(spec.loader, "archive", None)
    return type(archive) is str and is_local(archive)


def code_of(loader: Any, name: str) -> types.CodeType | None:
    """The code of a module, compiled if need be, without a trace of the compilation. None for
    modules without code, or with errors.
    """
    if type(loader) is importlib.machinery.SourceFileLoader:
        # (Python shows the warnings of its own compilation)
        code = quietly(lambda: GET_CODE(_Look(loader.name, loader.path), name), _STRICT)
        return code or quietly(lambda: GET_CODE(loader, name))
    get_code = getattr(type(loader), "get_code", None)
    if home(type(loader)) not in _LOADERS or get_code is None:
        return None
    return quietly(lambda: get_code(loader, name))


class _Look(importlib.machinery.SourceFileLoader):
    def source_to_code(self, data: Any, path: Any, *, _optimize: int = -1) -> types.CodeType:
        code = super().source_to_code(data, path, _optimize=_optimize)
        LOOKED_AT[path] = (data, code)
        return code


def script_code(path: str) -> types.CodeType | None:
    """The same of a script."""

    def compiled() -> types.CodeType:
        with io.open_code(path) as file:
            return compile(file.read(), path, "exec", dont_inherit=True)

    return quietly(compiled)


def quietly(compiled: Callable[[], Any], quiet: list[Any] = _SILENT) -> Any:
    """The result of `compiled()`, without warnings or files of bytecode; None for a failure.
    `quiet`: the filters of warnings meanwhile.
    """
    # (`catch_warnings` would make Python repeat warnings already shown)
    live_sys: Any = sys.modules["sys"]
    live_warnings: Any = sys.modules["warnings"]
    filters, keeps = live_warnings.filters, live_sys.dont_write_bytecode
    try:
        live_warnings.filters, live_sys.dont_write_bytecode = quiet, True
        return compiled()
    except Exception:
        return None
    finally:
        live_warnings.filters, live_sys.dont_write_bytecode = filters, keeps
