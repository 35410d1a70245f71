"""Changes by taking elements from an object: iterators advance, lazy iterators call functions,
generators run.
"""

from __future__ import annotations

import functools
import gc
import inspect
import sys
import types
from typing import TYPE_CHECKING

from ..kinds.kernel import EVENT_LOOPS
from ..objects.attributes import home, static
from ..objects.callables import BUILTINS
from ..objects.chains import chain_of
from ..objects.cpython import has_instruction, opcodes, taken
from ..objects.frames import local_values
from ..objects.iterators import is_array_iterator, is_iterator, referents
from ..objects.locations import WHOLE, are_values, is_value
from ..reach.many_objects import ITERATORS
from .changing import Changing
from .handed_over import LAZY
from .harmless import is_quiet
from .matching import Found

if TYPE_CHECKING:
    from typing import Any

    from ..reach.deep_reads import Reach
    from .matching import Effects

_LAZY_CALLABLES = (*BUILTINS, types.MethodType, functools.partial)
_UNPACKS = opcodes("UNPACK_")
_PLAIN = frozenset({list, tuple, dict, set, str, range})


def _held_by(joined: zip) -> tuple[list[Any], list[Any]]:
    """The sources of a `zip`: plain iterators, and other objects."""
    held = gc.get_referents(*gc.get_referents(joined))
    return [part for part in held if type(part) in ITERATORS], [
        part for part in held if type(part) not in ITERATORS
    ]


_MADE_BY_ZIP = taken(2)
"""References to an iterator of a `zip`: from the `zip`, and from a list here."""


class Drawing(Changing):
    """The part of `ApplyEffects` for iteration."""

    reach: Reach
    effects: Effects
    probed: set[str]
    """The file names under which code was compiled with probes."""

    if TYPE_CHECKING:

        def apply(
            self: object,
            found: Found,
            args: tuple[Any, ...],
            kwargs: dict[str, Any],
            deep: bool = True,
        ) -> None: ...

    def draw(self, obj: Any) -> None:
        """Record that elements are taken from `obj`: iterators advance, and lazy ones call their
        functions and draw from their sources.
        """
        if is_value(obj):
            return
        kind = type(obj)
        if (
            kind is types.GeneratorType
            and obj.gi_code.co_filename in self.probed
            and self._records_itself(obj)
        ):
            return
        if kind is zip and self._holds_values(obj):
            self.recorder.mutate(self.recorder.tokens.of(obj), WHOLE)
            return
        written_in_python = type(static(type(obj), "__next__")) is types.FunctionType
        following = self.effects.method(type(obj), "__next__") if written_in_python else None
        if following is not None and following["params"][0][2] == "held":
            # declared, so not by its reach
            self.apply(Found(following, obj), (), {})
            self.recorder.mutate(self.recorder.tokens.of(obj), WHOLE)
            return
        self.iterated(obj)
        reach = self.reach
        if is_iterator(type(obj)):
            reached = reach.reached([obj])
            for held in reached:
                self._calls_what_it_holds(held)
            self.recorder.mutate(self.recorder.tokens.of(obj), WHOLE)
            if chain_of(type(obj)) is not None:
                self.mutate(obj)
            if is_array_iterator(obj):
                # the loop writes through the iterator
                for operand in obj.operands:
                    self.mutate(operand)
        reach.deep_read(obj)

    @staticmethod
    def _holds_values(joined: zip) -> bool:
        """Whether the elements of a `zip` are values, and its iterators are the zip's own
        (`zip(*rows)`).
        """
        iterators, others = _held_by(joined)
        if not iterators or max(map(sys.getrefcount, iterators)) > _MADE_BY_ZIP:
            return False
        return are_values(others) and are_values(gc.get_referents(*iterators))

    def advance(self, iterator: object) -> None:
        """Code without probes may draw from an iterator, which then calls its functions."""
        for held in (iterator, *referents(iterator)):
            self._calls_what_it_holds(held)

    def _calls_what_it_holds(self, held: object) -> None:
        """Record an advance of an iterator's part: a callable is called, a lazy iterator calls its
        function.
        """
        if (
            type(held) in _LAZY_CALLABLES
            and home(type(getattr(held, "__self__", None))) not in EVENT_LOOPS
        ):
            self.handed.callback(held)
        if type(held) in LAZY:
            self.handed.lazily(held, self.reach)

    def _records_itself(self, generator: types.GeneratorType) -> bool:
        """Whether the probes of a notebook generator record an advance: the generator has not
        begun, or uninstrumented versions run, which count all older iterators as advanced. The
        source of a running loop has no probe.
        """
        recorder = self.recorder
        if recorder.current is not None and not recorder.current.on:
            return True
        frame = generator.gi_frame
        if frame is None or inspect.getgeneratorstate(generator) != inspect.GEN_CREATED:
            return False
        source = local_values(frame).get(".0")
        if source is not None:
            # a generator expression begins its iteration when it is made
            if type(source) not in ITERATORS:
                return False
            recorder.mutate(recorder.tokens.of(source), WHOLE)
            takes_apart = has_instruction(generator.gi_code, _UNPACKS)
            for container in gc.get_referents(source):
                if takes_apart:
                    # `(a for a, b in rows)`
                    self.reach.deep_read(container)
                else:
                    self.reach.shallow_read(container)
        recorder.mutate(recorder.tokens.of(generator), WHOLE)
        return True

    def iterated(self, obj: object) -> None:
        """Record the declared effects of beginning or continuing an iteration over a library's
        object.
        """
        kind = type(obj)
        if kind in _PLAIN:
            return
        for name in ("__iter__", "__next__"):
            spec = self.effects.method(kind, name)
            if spec is not None and not is_quiet(spec):
                self.apply(Found(spec, obj), (), {}, deep=False)
