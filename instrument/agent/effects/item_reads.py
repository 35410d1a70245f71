"""Items that a declared call reads or changes: the fields of `df["a"]`, `d.get("k")`,
`globals().pop("x")`.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from ..kinds.columns import COLUMNS, attributes_of, item_fields
from ..kinds.registry import kind_of
from ..kinds.tables import other_fields
from ..objects.locations import WHOLE, attribute_field
from .arguments import keys

if TYPE_CHECKING:
    from typing import Any

    from ..objects.locations import Field
    from ..reach.deep_reads import Reach
    from ..record.recorder import Recorder
    from .arguments import Bound
    from .library import Place


class ItemReads:
    """The part of `ApplyEffects` for the items named by an action."""

    recorder: Recorder
    reach: Reach

    def _read_items(self, place: Place, value: Any, bound: Bound) -> None:
        """Read the further parts of an item place of an object with columns: all contents where the
        columns are unknown, and the attributes, because several columns make another object of the
        class.
        """
        if not COLUMNS.is_declared(type(value)):
            return
        items = COLUMNS.items(value)
        for key in keys(place[2], value, bound):
            fields, new = ([WHOLE], False) if items is None else item_fields(items, key)
            token = self.recorder.tokens.peek(items)
            if token in self.recorder.written:
                # somebody stores into the mapping itself
                for field in fields:
                    self.recorder.read(token, field)
            if new or WHOLE in fields or place[0] != "item":
                self.reach.deep_read(value)
            elif type(key) is list:
                for name, held in attributes_of(value).items():
                    if held is not items:
                        self.recorder.read(self.recorder.tokens.of(value), attribute_field(name))
                        self.reach.deep_read(held)

    def _fields_at(self, place: Place, value: Any, bound: Bound) -> list[Field]:
        """The fields of `value` for an item place."""
        fields = [
            field
            for key in keys(place[2], value, bound)
            for field in self._item_fields(value, key)[0]
        ]
        return fields if place[0] == "item" else other_fields(value, fields)

    def _item_fields(self, value: Any, key: Any) -> tuple[list[Field], bool]:
        """The fields of `value[key]`, and whether the item is new."""
        if value is self.recorder.namespace:
            # `globals().get("x")` is about x
            return [key if type(key) is str else WHOLE], False
        if self.recorder.tokens.is_alias(value) and type(key) is str:
            # `vars(o).pop("x")` is about o.x
            return [attribute_field(key)], key not in value
        if value is sys.modules:
            self.recorder.imports.read_items((key,))
        return kind_of(value).item_fields(value, key)
