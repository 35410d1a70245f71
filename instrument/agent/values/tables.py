"""Tables that global names stand for (data frames, series, arrays), in pages, sorted, with
summaries of columns.

Asked for between runs. It changes no table: what is asked is answered from slices and copies.
Values become short texts.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from .table_kinds import LABEL, adapter_of, is_missing, label_of, text_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from ..objects.locations import Namespace
    from .table_kinds import Summary

_sorted: dict[str, Any] = {"key": None, "order": None}
"""The order of rows that was asked for last, and for what."""


def is_table(value: object) -> bool:
    return adapter_of(value) is not None


def page(namespace: Namespace, text: str) -> dict[str, Any] | None:
    """Rows and columns of a table. `text`: JSON of `name`, `version` (of the notebook), `rows` and
    `columns` (from, to), `sort`.
    """
    wanted = json.loads(text)
    table = _table(namespace, wanted["name"])
    if table is None:
        return None
    count, width = table.shape
    first, last = _within(wanted["rows"], count)
    left, right = _within(wanted["columns"], width)
    order = _order(table, wanted) if wanted["sort"] else None
    rows = slice(first, last) if order is None else order[first:last]
    columns = [table.values(rows, column) for column in range(left, right)]
    return {
        "kind": type(table.value).__name__,
        "shape": [count, width],
        "indexNames": table.index_names,
        "header": [
            {
                "label": label_of(table.label(column)),
                "dtype": str(table.dtype(column)),
                "numeric": table.is_numeric(column),
            }
            for column in range(left, right)
        ],
        "index": [
            [text_of(part, LABEL) for part in label] for label in table.labels(rows, range(count))
        ],
        "cells": [[_cell(value) for value in row] for row in zip(*columns)]
        if columns
        else [[] for _ in range(last - first)],
        "rows": [first, last],
        "columns": [left, right],
        "code": _sort_code(table, wanted) if wanted["sort"] else None,
    }


def _sort_code(table: Any, wanted: dict[str, Any]) -> str | None:
    sort = wanted["sort"]
    return table.sort_code(wanted["name"], sort["column"], sort["descending"])


def column(namespace: Namespace, text: str) -> Summary | None:
    """What a column holds: JSON of `name` and `column` in; counts, extremes and a histogram, or the
    commonest values, out.
    """
    wanted = json.loads(text)
    table = _table(namespace, wanted["name"])
    if table is None or not 0 <= wanted["column"] < table.shape[1]:
        return None
    return table.summary(wanted["column"])


def _cell(value: object) -> str | None:
    return None if is_missing(value) else text_of(value)


def _within(wanted: Sequence[int], most: int) -> tuple[int, int]:
    first = max(0, min(int(wanted[0]), most))
    return first, max(first, min(int(wanted[1]), most))


def _order(table: Any, wanted: Mapping[str, Any]) -> Sequence[int]:
    """Positions of the rows in the order of a column; missing values come last. Kept for the next
    page of it.
    """
    at, descending = wanted["sort"]["column"], wanted["sort"]["descending"]
    key = (wanted["name"], id(table.value), wanted["version"], at, descending)
    if _sorted["key"] != key:
        _sorted.update(key=key, order=table.order(at, descending))
    return _sorted["order"]


def _table(namespace: Namespace, name: str) -> Any:
    value = namespace.get(name)
    adapter = adapter_of(value)
    return None if adapter is None else adapter(value)
