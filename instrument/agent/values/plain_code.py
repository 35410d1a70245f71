"""The code of a cell or module without probes, for readers of code: picklers (`pickling`),
compilers, comparisons of functions.

Nothing is compiled before a request. The plain twin of a code object has the same name, arguments
and line, and, among several alike (lambdas on one line), the same columns.

Imprecise: on Python 3.10, which has no columns in code, several lambdas on one line keep their
probes if they look alike.
"""

from __future__ import annotations
import __future__

import ast
import functools
import types
import weakref
from typing import TYPE_CHECKING

from ..rewriting.probe_names import CELLS, STAND_IN

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

_FUTURE = functools.reduce(
    int.__or__, (getattr(__future__, name).compiler_flag for name in __future__.all_feature_names)
)
_KINDS = 0x2AC
"""The flags of code for its call: kinds of arguments, and whether it is a generator or coroutine.
"""


class PlainCode:
    """Finds the plain twin of probed code. `sources`: by identity of each living probed code
    object, its source. (Code objects with equal text are equal.) `nested`: the last rewritten tree
    of a cell within a cell (`%%capture`). `timed`: frames of magics that compile rewritten code
    (`%%time`), with the tree. `latest`: the last request.
    """

    def __init__(self) -> None:
        self.sources = {}
        self.nested = None
        self.timed = []
        self.latest = None

    def remember(self, code: types.CodeType, tree: ast.Module) -> None:
        """Note the untouched tree of a cell, whose statement compiled to `code`, for as long as a
        function in it lives.
        """
        source = None
        # each may outlive the code around it: a method its class body, a closure its maker
        for inner in _inner_code(code):
            if source is None:
                source = self.source_of(tree)
            key = id(inner)
            self.sources[key] = (source, weakref.ref(inner, functools.partial(self._forget, key)))

    def source_of(self, tree: ast.Module) -> _Source:
        """One for all statements of a cell."""
        if self.latest is None or self.latest.tree is not tree:
            self.latest = _Source(tree)
        return self.latest

    def remember_nested(self, tree: ast.Module, asker: types.FrameType) -> None:
        """Code within a statement has been rewritten for `asker`, a frame of IPython's."""
        self.nested = tree
        self.timed.append((asker, tree))

    def settle(self) -> None:
        """Note code compiled by magics so far."""
        timed, self.timed = self.timed, []
        for frame, tree in timed:
            compiled = [value for value in frame.f_locals.values() if type(value) is types.CodeType]
            for code in compiled:
                self.remember(code, tree)
            if not compiled:
                self.timed.append((frame, tree))

    def let_go(self) -> None:
        """Drop the magics of a finished statement."""
        if self.timed:
            self.settle()
        self.timed, self.nested = [], None

    def pair(self, probed: types.CodeType, plain: types.CodeType) -> bool:
        """Note the code of a module with and without probes. Returns whether the two are alike: if
        not, the pair must not be used.
        """
        ours, theirs = list(_inner_code(probed)), list(_inner_code(plain))
        pairs = list(zip(ours, theirs))
        if len(ours) != len(theirs) or any(
            _identity(one) != _identity(other) for one, other in pairs
        ):
            return False
        for one, other in pairs:
            key = id(one)
            self.sources[key] = (other, weakref.ref(one, functools.partial(self._forget, key)))
        return True

    def is_probed(self, code: object) -> bool:
        """Whether the code belongs to a module loaded with probes."""
        return id(code) in self.sources and type(self.sources[id(code)][0]) is types.CodeType

    def _forget(self, key: int, ref: weakref.ref[Any]) -> None:
        if key in self.sources and self.sources[key][1] is ref:
            del self.sources[key]

    def plain(self, code: types.CodeType) -> types.CodeType:
        """The code object of the cell without probes, or the same one."""
        if type(code) is not types.CodeType:
            return code
        if self.timed and id(code) not in self.sources:
            self.settle()
        found = self.sources.get(id(code))
        if found is None:
            return code
        source = found[0]
        return source if type(source) is types.CodeType else source.twin(code)

    def probed(self, code: types.CodeType) -> types.CodeType | None:
        """The living code with probes whose plain twin equals this code; None if there is none."""
        for _, ref in list(self.sources.values()):
            one = ref()
            if (
                one is not None
                and one.co_filename == code.co_filename
                and _identity(one) == _identity(code)
                and len(one.co_freevars) == len(code.co_freevars)
                and self.plain(one) == code
            ):
                return one
        return None


class _Source:
    """The tree of a cell, and its code without probes once somebody has asked."""

    def __init__(self, tree: ast.Module) -> None:
        self.tree = tree
        self.known: dict[tuple[object, ...], list[types.CodeType]] | None = None

    def twin(self, code: types.CodeType) -> types.CodeType:
        """The code without probes; the same code if several candidates remain."""
        if self.known is None:
            flags = (code.co_flags & _FUTURE) | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
            self.known = {}
            for inner in _inner_code(
                compile(self.tree, code.co_filename, "exec", flags, dont_inherit=True)
            ):
                self.known.setdefault(_identity(inner), []).append(inner)
        free = tuple(name for name in code.co_freevars if not name.startswith(STAND_IN))
        alike = [
            inner for inner in self.known.get(_identity(code), ()) if inner.co_freevars == free
        ]
        if any(inner != alike[0] for inner in alike):
            place = _place(code)
            alike = [inner for inner in alike if place is not None and _place(inner) == place]
        return alike[0] if alike and all(inner == alike[0] for inner in alike) else code


def _identity(code: types.CodeType) -> tuple[str, int, int, int, int]:
    return (
        code.co_name,
        code.co_firstlineno,
        code.co_argcount,
        code.co_kwonlyargcount,
        code.co_flags & _KINDS,
    )


def _place(code: types.CodeType) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Where the text of a code object's body begins and ends; None where Python does not know
    columns.
    """
    positions = getattr(code, "co_positions", None)
    if positions is None:
        return None
    places = [place for place in positions() if None not in place and (place[2] or place[3])]
    if not places:
        return None
    return min((line, column) for line, _, column, _ in places), max(
        (line, column) for _, line, _, column in places
    )


def _inner_code(code: types.CodeType) -> Iterator[types.CodeType]:
    """The code objects inside a code object, at any depth, without functions made by probes."""
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType) and constant.co_varnames != (CELLS,):
            yield constant
            yield from _inner_code(constant)
