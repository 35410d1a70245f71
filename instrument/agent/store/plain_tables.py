"""Frames and series as Arrow, which runs no code of its author. Only columns of plain kinds go this way;
whether a table comes back the same is seen by reading the bytes.
"""

from __future__ import annotations

import importlib
import json
import re
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

_SAFE = (14, 0, 1)
"""Older versions of pyarrow unpickle parts of what they read."""
_PLAIN = re.compile(
    r"null|bool|u?int(?:8|16|32|64)|halffloat|float|double|(?:large_)?(?:string|binary)|string_view"
    r"|date(?:32\[day\]|64\[ms\])|(?:timestamp|duration)\[\w+(?:, tz=[\w/+:-]+)?\]"
    r"|dictionary<values=(?:large_)?string, indices=int(?:8|16|32|64), ordered=[01]>"
)
"""Kinds of columns."""
_TYPES = re.compile(
    r"object|str|bool|category|u?int\d+|float\d+|U?Int\d+|Float\d+|boolean|string(?:\[\w+\])?"
    r"|(?:datetime64|timedelta64)\[\w+(?:, [\w/+:-]+)?\]"
)
"""The kinds of columns that pandas is told: it makes objects of any library by others."""
_LABELS = frozenset({"unicode", "string", "int64", "empty"})


class NotPlain(Exception):
    """A value needs a pickle."""


def table_bytes(frame: Any) -> bytes:
    """A frame of pandas, if it may come back the same. Raises NotPlain."""
    arrow = _arrow(sys.modules.get("pyarrow"))
    table = arrow.Table.from_pandas(frame)
    _must_be_plain(table.schema)
    sink = arrow.BufferOutputStream()
    with arrow.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    return sink.getvalue().to_pybytes()


def table_of(content: Any) -> Any:
    """The frame in bytes of anybody. Raises NotPlain."""
    arrow = _arrow(importlib.import_module("pyarrow"))
    reader = arrow.ipc.open_stream(content)
    _must_be_plain(reader.schema)
    table = reader.read_all()
    table.validate(full=True)
    return table.to_pandas()


def _arrow(module: Any) -> Any:
    numbers = re.findall(r"\d+", getattr(module, "__version__", ""))[:3]
    if tuple(map(int, numbers)) < _SAFE:
        raise NotPlain("no safe pyarrow")
    importlib.import_module("pyarrow.ipc")
    return module


def _must_be_plain(schema: Any) -> None:
    told = json.loads((schema.metadata or {}).get(b"pandas", b"{}"))
    kinds = [str(field.type) for field in schema]
    types = [str(column["numpy_type"]) for column in told["columns"]]
    labels = [str(column["pandas_type"]) for column in told["column_indexes"]]
    if not (
        all(map(_PLAIN.fullmatch, kinds))
        and all(map(_TYPES.fullmatch, types))
        and _LABELS.issuperset(labels)
        and set(schema.metadata) == {b"pandas"}
        and not any(field.metadata for field in schema)
    ):
        raise NotPlain("a column of another kind")
