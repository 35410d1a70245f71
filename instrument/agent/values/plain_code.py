"""The code that a cell or module would have without probes, for whoever looks at code: picklers
(`pickling`), compilers, comparisons of functions.

Nothing is compiled before something asks. Which code of a cell without probes belongs to one with
probes is told by its name, arguments, line and, where several are alike (lambdas on one line), by
the place of its text.

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
"""The flags of code that say how it is called: by which arguments, and whether it is a generator or
coroutine.
"""


class PlainCode:
    """Finds the plain twin of probed code. `sources`: for each probed code object that lives, by
    its id, what it was compiled from. By identity, for code objects are equal when their text is.
    `nested`: the tree of the cell within a cell (`%%capture`) that has been rewritten last;
    `timed`: frames of magics that compile what was rewritten for them (`%%time`), with the tree.
    `latest`: what was asked for last.
    """

    def __init__(self) -> None:
        self.sources = {}
        self.nested = None
        self.timed = []
        self.latest = None

    def remember(self, code: types.CodeType, tree: ast.Module) -> None:
        """The untouched tree of a cell, of which a statement compiled to `code`; for as long as a
        function in it lives.
        """
        source = None
        # each may outlive the one around it: a method its class body, a closure its maker
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
        """Remember what magics have compiled by now."""
        timed, self.timed = self.timed, []
        for frame, tree in timed:
            compiled = [value for value in frame.f_locals.values() if type(value) is types.CodeType]
            for code in compiled:
                self.remember(code, tree)
            if not compiled:
                self.timed.append((frame, tree))

    def let_go(self) -> None:
        """A statement has ended, and with it the magics that it ran."""
        if self.timed:
            self.settle()
        self.timed, self.nested = [], None

    def pair(self, probed: types.CodeType, plain: types.CodeType) -> bool:
        """The code of a module with and without probes. Gives whether they are alike: else it must
        not be used.
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
        """Whether this is code of a module that was loaded with probes."""
        return id(code) in self.sources and type(self.sources[id(code)][0]) is types.CodeType

    def _forget(self, key: int, ref: weakref.ref[Any]) -> None:
        if key in self.sources and self.sources[key][1] is ref:
            del self.sources[key]

    def plain(self, code: types.CodeType) -> types.CodeType:
        """The code object that the cell would have without probes, or the same one."""
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
        """The code without probes; the same code where several could be it."""
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
    """The code objects in a code object, at any depth, but for those of functions that only probes
    have.
    """
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType) and constant.co_varnames != (CELLS,):
            yield constant
            yield from _inner_code(constant)
