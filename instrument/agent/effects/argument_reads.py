"""Reads of arguments: all objects within reach, unless the parameter's note says less."""

from __future__ import annotations

import collections
import types
from typing import TYPE_CHECKING

from ..kinds.owners import alias_root
from ..kinds.tables import is_table
from ..objects.attributes import static
from ..objects.chains import chain_of
from ..objects.locations import STRUCTURE, are_values, is_value
from ..record.sizes import size_field
from .arguments import elements

if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any

    from ..reach.deep_reads import Reach
    from ..record.recorder import Recorder
    from .arguments import Bound
    from .library import Parameter

_KEYS = (dict.__iter__, collections.OrderedDict.__iter__)


class ArgumentReads:
    """The part of `ApplyEffects` for reads of arguments."""

    recorder: Recorder
    reach: Reach

    if TYPE_CHECKING:

        def iterated(self: object, obj: Any) -> None: ...

    def _read_arguments(
        self,
        params: list[Parameter],
        bound: Bound,
        restricted: Collection[str | None],
        iterated: Collection[str],
    ) -> None:
        for name, kind, note, *_ in params:
            if (
                note == "held"
                or name not in bound
                or (note is None and name in restricted)
                or name in iterated
            ):
                continue
            value = bound[name]
            if kind == "var" or kind == "varkw":
                parts = elements(value)
                if are_values(parts):
                    continue
            else:
                parts = (value,)
            for part in parts:
                if is_value(part):
                    continue
                if note == "shallow":
                    self.iterated(part)
                    self.reach.shallow_read(part)
                elif note == "length":
                    self._read_length(part)
                else:
                    self.reach.deep_read(part)
        self.reach.deep_read(*bound.get("*", ()))

    def _read_length(self, obj: object) -> None:
        recorder = self.recorder
        kind = type(obj)
        recorder.lookups.read_hook(kind, "__len__", "__length_hint__")
        recorder.read(recorder.tokens.of(alias_root(obj)), size_field(recorder, obj))
        measure = static(kind, "__len__")
        of_library = (
            type(measure) is types.FunctionType and measure.__globals__ is not recorder.namespace
        )
        if chain_of(kind) is not None or (of_library and not is_table(obj)):
            # `__len__` may count any object in reach
            self.reach.deep_read(obj)

    def _take_keys(self, params: list[Parameter], bound: Bound, iterated: Collection[str]) -> None:
        """Read only the keys of `iterated` dicts with the note "shallow"."""
        for name, _, note, *_ in params:
            if note == "shallow" and name in iterated and self._gives_keys(bound.get(name)):
                self.recorder.read(self.recorder.tokens.of(bound[name]), STRUCTURE)
                bound[name] = tuple(bound[name])

    def _gives_keys(self, value: Any) -> bool:
        """Whether iterating over `value` takes its keys and nothing else. New attributes of an
        object are no change of its key set.
        """
        if (
            not issubclass(type(value), dict)
            or type(value).__iter__ not in _KEYS
            or value is self.recorder.namespace
        ):
            return False
        return not self.recorder.tokens.is_alias(value)

    def _read_elsewhere(self, params: list[Parameter], bound: Bound) -> None:
        """Read the names in the arguments' code now: it runs on where no probe counts, in another
        process or later.
        """
        given = [bound[name] for name, _, note, *_ in params if note != "held" and name in bound]
        self.reach.deep_read(*given, *bound.get("*", ()), follow_globals=True)
