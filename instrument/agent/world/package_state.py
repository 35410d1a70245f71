"""State of an undeclared installed library: in the globals of its modules, in its classes, and in
objects and closures there. Any of its functions may use all the state: a call reads its written
locations, and a comparison of all the state finds changes.

Imprecise: caches that a library keeps in dictionaries count as ordinary state. Unsound: changes
inside sympy count as caches, except random streams and arguments. In undeclared libraries the
comparison misses state beyond 4000 modules, classes and objects, or deeper than four steps; the
first attribute of a function or of an empty object; and the text of objects in containers.
"""

from __future__ import annotations

import sys
import types
from typing import TYPE_CHECKING

from ..objects.attributes import home, own_dict
from ..objects.hidden import HIDDEN
from ..objects.libraries import LIBRARIES
from .library_state import modules_of
from .package_search import CONTAINERS, PackageSearch

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from typing import Any

    from ..calls.compare import Watch
    from ..objects.locations import Namespace
    from ..record.recorder import Recorder

_LIMIT = 4_000
"""The most modules, classes and objects compared around a statement."""
_MOST = 40_000
"""The most objects searched for written locations."""
_OPERATORS = tuple(
    "__%s__" % name
    for name in (
        "enter exit lt le gt ge eq ne neg pos invert abs add sub mul matmul truediv floordiv mod pow lshift rshift and or xor "
        "radd rsub rmul rmatmul rtruediv rfloordiv rmod rpow rlshift rrshift rand ror rxor"
    ).split()
)
_TEXTS = (
    "__str__",
    "__repr__",
    "__format__",
    "_repr_html_",
    "_repr_latex_",
    "_repr_svg_",
    "_repr_png_",
    "_repr_mimebundle_",
    "_ipython_display_",
)
PLUMBING = frozenset(
    "IPython ipykernel zmq tornado traitlets jupyter_client ipywidgets comm asyncio threading concurrent multiprocessing importlib builtins".split()
)
"""Packages of the kernel itself, whose state changes without the notebook."""
CACHING = frozenset({"sympy"})
"""Libraries whose state is caches."""


def keeps_caches(module_globals: Namespace) -> bool:
    """Whether these are of a module of a library whose state is caches."""
    name = module_globals.get("__name__")
    return type(name) is str and name.partition(".")[0] in CACHING


class PackageState:
    """Finds and watches the state of libraries. `declared`: top-level packages with declarations.
    `large`: packages with too much state for a comparison, or with caches: the number of modules,
    and the objects found then, by identity.
    """

    def __init__(self, recorder: Recorder, declared: Collection[str]) -> None:
        self.recorder = recorder
        self.declared = declared
        self.kept: dict[str, tuple[Any, list[Any], list[Any]]] = {}
        self.running: dict[Any, str | None] = {}
        self.large: dict[str, tuple[Any, Any]] = {}

    def of(self, callee: Any) -> str | None:
        """The top-level package of an unknown callee; None for callees of the notebook, of a module
        beside it, or of a declared package.
        """
        function = getattr(callee, "__func__", callee)
        if type(function) is types.FunctionType:
            name = function.__globals__.get("__name__")
        else:
            name = home(callee if issubclass(type(callee), type) else type(callee))
        if type(name) is not str or name == "__main__" or name in self.recorder.imports.local:
            return None
        top = name.partition(".")[0]
        return None if top in self.declared or top in PLUMBING or top not in sys.modules else top

    def runs_operators(self, kind: type) -> str | None:
        """The package of a class of such a library whose code runs when its objects are operands;
        None for all others.
        """
        return self._running(kind, _OPERATORS)

    def runs_for_text(self, kind: type) -> str | None:
        """The same when its objects are turned into text, or shown."""
        return self._running(kind, _TEXTS)

    def _running(self, kind: type, names: Sequence[str]) -> str | None:
        key = (kind, names)
        if key not in self.running:
            package = self.of(kind)
            methods = (
                (vars(cls).get(name) for cls in kind.__mro__ for name in names)
                if package is not None
                else ()
            )
            runs = any(type(method) is types.FunctionType for method in methods)
            if home(kind) == "__main__":
                # a class of the notebook's, which is not to be kept
                return None
            self.running[key] = package if runs else None
        return self.running[key]

    def watch(self, package: str, watched: Watch, module_globals: Namespace | None = None) -> None:
        """Compare the state of a package before and after the statement in flight, and read its
        written locations. `module_globals`: those of the called function.
        """
        if package not in watched.visited:
            watched.visited[package] = True
            holders, objects = self._kept_by(package)
            for holder in holders:
                watched.attributes(holder)
            self._compare(watched, objects)
            watched.inner.update(map(id, holders))
            self.recorder.read_written((*holders, *objects))
            if self._is_read_only(package):
                self._read_large(package)
        if (
            self._is_read_only(package)
            and type(module_globals) is dict
            and id(module_globals) not in watched.visited
        ):
            watched.visited[id(module_globals)] = True
            self._compare(
                watched,
                _streams(module_globals)
                if package in CACHING
                else _shared(module_globals, package),
            )

    def _is_read_only(self, package: str) -> bool:
        """Whether the state of a package is only read, without a comparison: too large, or caches."""
        return package in self.large or package in CACHING

    def _compare(self, watched: Watch, objects: Iterable[object]) -> None:
        watched.own_state(objects)
        watched.inner.update(map(id, objects))

    def _kept_by(self, package: str) -> Sequence[Sequence[Any]]:
        """The modules and classes of a package, and all its other state; nothing if the state is
        only read.
        """
        if self._is_read_only(package):
            return ((), ())
        known = self.kept.get(package)
        # (a cell may put another module under the name)
        age = (len(sys.modules), id(sys.modules.get(package)), self.recorder.library.count)
        if known is None or known[0] != age:
            search = self._search(package, _LIMIT)
            if search.is_full():
                # and will not become smaller
                self.large[package] = (None, None)
                return ((), ())
            known = self.kept[package] = (age, search.holders, list(search.objects.values()))
        return known[1:]

    def _read_large(self, package: str) -> None:
        """Read the written locations of a package without a comparison as a whole. Changes of
        arguments are observed elsewhere.
        """
        tokens, written = self.recorder.tokens, self.recorder.written
        candidates = {key for key, entry in tokens.by_id.copy().items() if entry.token in written}
        if not candidates:
            # the search takes 0.1 s
            return
        age, objects = self.large.get(package, (None, None))
        now = len(modules_of(package))
        if age != now:
            search = self._search(package, _MOST)
            objects = {**search.objects, **{id(holder): holder for holder in search.holders}}
            self.large[package] = (now, objects)
        self.recorder.read_written([objects[key] for key in candidates & objects.keys()])

    def _search(self, package: str, limit: int) -> PackageSearch:
        LIBRARIES.fresh()
        HIDDEN.fresh()
        return PackageSearch(package, limit)


def _streams(module_globals: Namespace) -> list[Any]:
    """The random streams among the globals of a module."""
    random = sys.modules["random"].Random
    return [value for value in module_globals.values() if issubclass(type(value), random)]


def _shared(module_globals: Namespace, package: str) -> list[Any]:
    """The objects of a package's classes among the globals of one of its modules, with their
    containers.
    """
    shared = [
        value for value in module_globals.values() if home(type(value)).partition(".")[0] == package
    ]
    return [
        *shared,
        *(
            held
            for obj in shared
            for held in (own_dict(obj) or {}).values()
            if type(held) in CONTAINERS
        ),
    ]
