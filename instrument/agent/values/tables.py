"""Tables behind global names (data frames, series, arrays), in pages, sorted, with summaries of
columns.

Requests come between runs. Tables do not change: answers come from slices and copies. Values become
short texts.
"""

from __future__ import annotations

import json
from base64 import b64encode
from typing import TYPE_CHECKING

from .table_filters import WrongFilter, array_of, kept_rows
from .table_kinds import adapter_of
from .table_texts import LABEL, is_missing, label_of, text_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from ..objects.locations import Namespace
    from .table_kinds import Summary

_sorted: dict[str, Any] = {"key": None, "order": None}
"""The rows of the last request in their order, their code, and the request."""

MOST_WRITTEN = 5_000_000
"""The most cells of a table written to a file."""


def is_table(value: object) -> bool:
    return adapter_of(value) is not None


def page(namespace: Namespace, text: str) -> dict[str, Any] | None:
    """Rows and columns of a table. `text`: JSON of `name`, `version` (of the notebook), `rows` and
    `columns` (from, to), `sort`, `filters`, `search`.
    """
    wanted = json.loads(text)
    table = _table(namespace, wanted["name"])
    if table is None:
        return None
    all_rows, width = table.shape
    try:
        order, code = _order(table, wanted)
    except WrongFilter as wrong:
        return {"type": "problem", "problem": str(wrong)}
    count = all_rows if order is None else len(order)
    first, last = _within(wanted["rows"], count)
    left, right = _within(wanted["columns"], width)
    rows = slice(first, last) if order is None else order[first:last]
    columns = [table.values(rows, column) for column in range(left, right)]
    return {
        "type": "page",
        "kind": type(table.value).__name__,
        "shape": [count, width],
        "allRows": all_rows,
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
            [text_of(part, LABEL) for part in label]
            for label in table.labels(rows, range(all_rows))
        ],
        "cells": [[_cell(value) for value in row] for row in zip(*columns)]
        if columns
        else [[] for _ in range(last - first)],
        "rows": [first, last],
        "columns": [left, right],
        "code": code,
    }


def file(namespace: Namespace, text: str) -> dict[str, Any] | None:
    """All kept rows in their order as a file: JSON of `name`, `version`, `sort`, `filters`, `search`,
    and `form`, which is `csv` (the answer is its text) or `parquet` (in base64).
    """
    wanted = json.loads(text)
    table = _table(namespace, wanted["name"])
    if table is None:
        return None
    if table.shape[0] * table.shape[1] > MOST_WRITTEN:
        return {
            "type": "problem",
            "problem": "the table is too large to be saved here; to_%s in a cell saves it"
            % wanted["form"],
        }
    try:
        order, _ = _order(table, wanted)
        rows = slice(0, table.shape[0]) if order is None else order
        is_text = wanted["form"] == "csv"
        content = table.csv(rows) if is_text else b64encode(table.parquet(rows)).decode()
        return {"type": "file", "content": content}
    except WrongFilter as wrong:
        return {"type": "problem", "problem": str(wrong)}
    except ImportError:
        return {"type": "problem", "problem": "Parquet needs pyarrow in the notebook's Python"}
    except Exception as fault:
        # nested values of polars, values without a text, columns without names
        form = "CSV" if wanted["form"] == "csv" else "Parquet"
        return {"type": "problem", "problem": "it has no %s: %s" % (form, text_of(fault))}


def column(namespace: Namespace, text: str) -> Summary | None:
    """Summarize a column: JSON of `name` and `column` in; counts, extremes and a histogram, or the
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


def _order(table: Any, wanted: Mapping[str, Any]) -> tuple[Sequence[int] | None, str | None]:
    """Positions of the selected rows, in the order of a column if one is given (missing values come
    last), and the code of the same; None for all rows in their present order. The answer is cached
    for the next page.
    """
    sort = wanted["sort"]
    key = (
        wanted["name"],
        id(table.value),
        wanted["version"],
        json.dumps([sort, wanted.get("filters"), wanted.get("search")]),
    )
    if _sorted["key"] != key:
        _sorted.update(key=key, order=_compute_order(table, wanted, sort))
    return _sorted["order"]


def _compute_order(
    table: Any, wanted: Mapping[str, Any], sort: Mapping[str, Any] | None
) -> tuple[Sequence[int] | None, str | None]:
    kept = kept_rows(table, wanted)
    if sort is None:
        return (None, None) if kept is None else kept
    at, descending = sort["column"], sort["descending"]
    order = table.order(at, descending)
    if kept is None:
        return order, table.sort_code(wanted["name"], at, descending)
    places = {place: rank for rank, place in enumerate(order)}
    positions = sorted(kept.positions, key=places.__getitem__)
    # code that sorts an array names the array twice
    twice = kept.code is None or type(table.value).__name__ == "ndarray"
    code = None if twice else table.sort_code(kept.code, at, descending)
    return array_of(positions), code


def _table(namespace: Namespace, name: str) -> Any:
    value = namespace.get(name)
    adapter = adapter_of(value)
    return None if adapter is None else adapter(value)
