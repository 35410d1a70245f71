"""A group of values as JSON, arrays in the format of numpy, and frames as Arrow: reading runs no code of
the author, so files of anybody may be read. Names of one object stay that.

The first line says the format. The second one is JSON: "values" by name, "nodes" for all objects but
constants, and the sizes of the "parts", which follow.
"""

from __future__ import annotations

import datetime
import importlib
import io
import json
from typing import TYPE_CHECKING

from ..objects.libraries import LIBRARIES
from .array_views import memory_of, shown_part, window
from .plain_tables import NotPlain, table_bytes, table_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

FIRST_LINE = b"sluice plain 1\n"
_CONSTANTS = frozenset({int, float, str, bool, type(None)})
_NODE = "node"
_SEQUENCES: dict[type, str] = {list: "list", tuple: "tuple", set: "set", frozenset: "frozenset"}
_TIMES: dict[type, str] = {
    datetime.datetime: "datetime",
    datetime.date: "date",
    datetime.time: "time",
}
_MOST = 1_000_000
"""Nodes, which take longer than in a pickle."""


def plain_parts(values: dict[str, Any]) -> list[bytes]:
    """The content of a file, in parts. Raises NotPlain; other faults also say that a pickle is needed."""
    LIBRARIES.fresh()
    writer = _Writer()
    items = {name: writer.item(value) for name, value in values.items()}
    if writer.tables and writer.tables + writer.arrays > 1:
        # (they may share memory)
        raise NotPlain("a frame beside others")
    sizes = [len(part) for part in writer.parts]
    head = json.dumps(
        {"values": items, "nodes": writer.nodes, "parts": sizes}, ensure_ascii=False
    ).encode("utf-8", "surrogatepass")
    return [FIRST_LINE, head, b"\n", *writer.parts]


def read_plain(content: bytes) -> dict[str, Any]:
    """The values in the content of a file. Whatever the file has, no code of its author runs."""
    start = len(FIRST_LINE)
    end = content.index(b"\n", start)
    head = json.loads(content[start:end].decode("utf-8", "surrogatepass"))
    reader = _Reader(head["nodes"], head["parts"], memoryview(content)[end + 1 :])
    return {str(name): reader.value(item) for name, item in head["values"].items()}


class _Writer:
    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.parts: list[bytes] = []
        self.numbers: dict[int, int] = {}
        self.kept: list[Any] = []
        self.tables = 0
        self.arrays = 0

    def item(self, value: Any) -> Any:
        """A constant as such, or the number of a node."""
        if type(value) in _CONSTANTS:
            return value
        number = self.numbers.get(id(value))
        if number is None:
            number = self.numbers[id(value)] = len(self.nodes)
            if number >= _MOST:
                raise NotPlain("too many objects")
            self.nodes.append(None)
            # (an id counts while its object lives)
            self.kept.append(value)
            self.nodes[number] = self.node(value)
        return {_NODE: number}

    def items(self, values: Any) -> list[Any]:
        found = list(values)
        return found if _CONSTANTS.issuperset(map(type, found)) else [self.item(v) for v in found]

    def node(self, value: Any) -> list[Any]:
        kind = type(value)
        if kind in _SEQUENCES:
            return [_SEQUENCES[kind], self.items(value)]
        if kind is dict:
            return ["dict", self.items(value.keys()), self.items(value.values())]
        if kind is bytes or kind is bytearray:
            return [kind.__name__, self.part(bytes(value))]
        if kind is complex:
            return ["complex", value.real, value.imag]
        if kind is range:
            return ["range", value.start, value.stop, value.step]
        if kind is datetime.timedelta:
            return ["timedelta", value.days, value.seconds, value.microseconds]
        if kind in _TIMES and getattr(value, "tzinfo", None) is None:
            return [_TIMES[kind], value.isoformat()]
        if kind is LIBRARIES.ndarray:
            return self.array(value)
        if LIBRARIES.generic is not None and issubclass(kind, LIBRARIES.generic):
            return ["scalar", self.npy(LIBRARIES.fresh().ndarray((), value.dtype, value.tobytes()))]
        if kind is LIBRARIES.frame:
            self.tables += 1
            return ["frame", self.part(table_bytes(value))]
        if kind is LIBRARIES.series:
            self.tables += 1
            frame = value.to_frame("0")
            return ["series", self.part(table_bytes(frame)), self.item(value.name)]
        raise NotPlain(kind.__qualname__)

    def array(self, value: Any) -> list[Any]:
        self.arrays += 1
        if value.base is None:
            return ["array", self.npy(value)]
        base = memory_of(value)
        if base is None:
            raise NotPlain("memory of another library")
        dtype, shape, strides, offset, writeable = shown_part(value, base)
        if dtype.fields is not None or dtype.subdtype is not None:
            raise NotPlain("a view of records")
        return ["window", self.item(base), dtype.str, [*shape], [*strides], offset, writeable]

    def npy(self, array: Any) -> int:
        if array.dtype.hasobject:
            raise NotPlain("an array of objects")
        out = io.BytesIO()
        importlib.import_module("numpy").save(out, array, allow_pickle=False)
        return self.part(out.getvalue())

    def part(self, content: bytes) -> int:
        self.parts.append(content)
        return len(self.parts) - 1


class _Reader:
    """Reads what anybody may have written: each node by a fixed list of kinds."""

    def __init__(self, nodes: list[Any], sizes: list[int], content: memoryview) -> None:
        self.nodes = nodes
        self.made: dict[int, Any] = {}
        self.started: set[int] = set()
        self.parts: list[memoryview] = []
        at = 0
        for size in sizes:
            if type(size) is not int or not 0 <= size <= len(content) - at:
                raise ValueError("a part is not there")
            self.parts.append(content[at : at + size])
            at += size

    def value(self, item: Any) -> Any:
        return self.object(item[_NODE]) if type(item) is dict else item

    def values(self, items: list[Any]) -> list[Any]:
        return [self.object(item[_NODE]) if type(item) is dict else item for item in items]

    def object(self, number: int) -> Any:
        if number in self.made:
            return self.made[number]
        if number in self.started:
            raise ValueError("a constant object that holds itself")
        self.started.add(number)
        kind, *given = self.nodes[number]
        found: Any
        # (a list may contain itself: it is made before its items are read)
        if kind == "list":
            found = self.made[number] = []
            found += self.values(given[0])
        elif kind == "set":
            found = self.made[number] = set()
            found.update(self.values(given[0]))
        elif kind == "dict":
            found = self.made[number] = {}
            found.update(zip(self.values(given[0]), self.values(given[1]), strict=True))
        else:
            found = self.made[number] = _MAKERS[kind](self, *given)
        return found

    def npy(self, part: int) -> Any:
        numpy = importlib.import_module("numpy")
        return numpy.lib.format.read_array(io.BytesIO(self.parts[part]), allow_pickle=False)

    def window(
        self, item: Any, dtype: str, shape: list[int], strides: list[int], *others: Any
    ) -> Any:
        base = self.value(item)
        # (the array may have loaded numpy)
        LIBRARIES.fresh()
        kind = importlib.import_module("numpy").dtype(str(dtype))
        if type(base) is not LIBRARIES.ndarray or base.dtype.hasobject or kind.hasobject:
            raise ValueError("a view of objects")
        offset, writeable = others
        return window(base, kind, tuple(shape), tuple(strides), offset, writeable is True)

    def series(self, part: int, name: Any) -> Any:
        found = table_of(self.parts[part]).iloc[:, 0]
        found.name = self.value(name)
        return found


_MAKERS: dict[str, Callable[..., Any]] = {
    "tuple": lambda reader, items: tuple(reader.values(items)),
    "frozenset": lambda reader, items: frozenset(reader.values(items)),
    "bytes": lambda reader, part: bytes(reader.parts[part]),
    "bytearray": lambda reader, part: bytearray(reader.parts[part]),
    "complex": lambda _, real, imag: complex(float(real), float(imag)),
    "range": lambda _, start, stop, step: range(start, stop, step),
    "timedelta": lambda _, days, seconds, micro: datetime.timedelta(days, seconds, micro),
    "datetime": lambda _, text: datetime.datetime.fromisoformat(text),
    "date": lambda _, text: datetime.date.fromisoformat(text),
    "time": lambda _, text: datetime.time.fromisoformat(text),
    "array": lambda reader, part: reader.npy(part),
    "window": lambda reader, *given: reader.window(*given),
    "scalar": lambda reader, part: reader.npy(part)[()],
    "frame": lambda reader, part: table_of(reader.parts[part]),
    "series": lambda reader, *given: reader.series(*given),
}
