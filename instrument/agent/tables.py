"""Tables that global names stand for (data frames, series, arrays), in pages, sorted, with summaries of columns.

Asked for between runs. It changes no table: what is asked is answered from slices and copies. Values become short texts.
"""

import json
import sys

CLIPPED = 200
"""Characters of a value that a page gets at most."""
LABEL = 80
BINS = 20
TOP = 5

_sorted = {"key": None, "order": None}
"""The order of rows that was asked for last, and for what."""


def is_table(value):
    return _adapter(value) is not None


def page(namespace, text):
    """Rows and columns of a table. `text`: JSON of `name`, `version` (of the notebook), `rows` and `columns` (from, to), `sort`."""
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
            {"label": text_of(table.label(column), LABEL), "dtype": str(table.dtype(column)), "numeric": table.is_numeric(column)}
            for column in range(left, right)
        ],
        "index": [[text_of(part, LABEL) for part in label] for label in table.labels(rows, range(count))],
        "cells": [[_cell(value) for value in row] for row in zip(*columns)] if columns else [[] for _ in range(last - first)],
        "rows": [first, last],
        "columns": [left, right],
    }


def column(namespace, text):
    """What a column holds: JSON of `name` and `column` in; counts, extremes and a histogram, or the commonest values, out."""
    wanted = json.loads(text)
    table = _table(namespace, wanted["name"])
    if table is None or not 0 <= wanted["column"] < table.shape[1]:
        return None
    return table.summary(wanted["column"])


def text_of(value, most=CLIPPED):
    try:
        if isinstance(value, tuple):
            text = " / ".join(text_of(part, most) for part in value)
        elif isinstance(value, str):
            text = str(value)
        elif type(value).__name__.startswith("float"):
            text = format(value, ".7g")
        else:
            text = str(value)
    except Exception as fault:
        return "<no text: %s>" % type(fault).__name__
    return text if len(text) <= most else text[: most - 1] + "…"


def _cell(value):
    return None if _is_missing(value) else text_of(value)


def _is_missing(value):
    if value is None or type(value).__name__ in ("NaTType", "NAType"):
        return True
    try:
        return isinstance(value, float) and value != value
    except Exception:
        return False


def _within(wanted, most):
    first = max(0, min(int(wanted[0]), most))
    return first, max(first, min(int(wanted[1]), most))


def _order(table, wanted):
    """Positions of the rows in the order of a column; missing values come last. Kept for the next page of it."""
    at, descending = wanted["sort"]["column"], wanted["sort"]["descending"]
    key = (wanted["name"], id(table.value), wanted["version"], at, descending)
    if _sorted["key"] != key:
        _sorted.update(key=key, order=table.order(at, descending))
    return _sorted["order"]


def _table(namespace, name):
    value = namespace.get(name)
    adapter = _adapter(value)
    return None if adapter is None else adapter(value)


def _adapter(value):
    """By the exact libraries that are loaded: nothing is imported for this."""
    for library, names, adapter in (
        ("pandas", ("DataFrame", "Series"), _Pandas),
        ("polars", ("DataFrame", "Series"), _Polars),
    ):
        module = sys.modules.get(library)
        classes = tuple(found for found in (getattr(module, name, None) for name in names) if isinstance(found, type))
        if classes and isinstance(value, classes):
            return adapter
    numpy = sys.modules.get("numpy")
    array = getattr(numpy, "ndarray", None)
    if isinstance(array, type) and isinstance(value, array) and value.ndim == 2 and not value.dtype.fields:
        return _Numpy
    return None


class _Pandas:
    def __init__(self, value):
        self.value = value
        self.frame = value if value.ndim == 2 else value.to_frame()
        self.shape = self.frame.shape
        self.index_names = ["" if name is None else text_of(name, LABEL) for name in self.frame.index.names]

    def label(self, column):
        label = self.frame.columns[column]
        # a series without a name
        return "" if self.value.ndim == 1 and self.value.name is None else label

    def dtype(self, column):
        return self.frame.dtypes.iloc[column]

    def is_numeric(self, column):
        return getattr(self.dtype(column), "kind", "O") in "iufc"

    def labels(self, rows, _):
        labels = self.frame.index[rows]
        return [label if isinstance(label, tuple) else (label,) for label in labels.tolist()]

    def values(self, rows, column):
        return self.frame.iloc[rows, column].tolist()

    def order(self, column, descending):
        values = self.frame.iloc[:, column].reset_index(drop=True)
        options = {"ascending": not descending, "kind": "stable", "na_position": "last"}
        try:
            values = values.sort_values(**options)
        except TypeError:
            # of several types, which have no order among them
            values = values.sort_values(key=lambda column: column.map(text_of, na_action="ignore"), **options)
        return values.index.to_numpy()

    def summary(self, column):
        values = self.frame.iloc[:, column]
        present = values.dropna()
        kind = getattr(values.dtype, "kind", "O")
        found = {"missing": int(len(values) - len(present)), "distinct": _attempt(lambda: int(present.nunique()))}
        if kind in "iuf":
            return {**found, **_numbers(present.to_numpy(dtype="float64"))}
        if kind in "Mm" and len(present):
            return {**found, "facts": [["min", text_of(present.min())], ["max", text_of(present.max())]]}
        counts = _attempt(lambda: present.value_counts().head(TOP))
        if counts is None:
            counts = present.map(str).value_counts().head(TOP)
        return {**found, "top": [[text_of(value, LABEL), int(count)] for value, count in counts.items()]}


class _Numpy:
    index_names = [""]

    def __init__(self, value):
        self.value = value
        self.shape = value.shape

    def label(self, column):
        return column

    def dtype(self, _):
        return self.value.dtype

    def is_numeric(self, _):
        return self.value.dtype.kind in "iufc"

    def labels(self, rows, all_rows):
        return [(row,) for row in (all_rows[rows] if isinstance(rows, slice) else rows.tolist())]

    def values(self, rows, column):
        return self.value[rows, column].tolist()

    def order(self, column, descending):
        numpy = sys.modules["numpy"]
        values = numpy.asarray(self.value[:, column])
        if values.dtype.kind == "O":
            missing = [at for at, value in enumerate(values) if _is_missing(value)]
            present = [at for at, value in enumerate(values) if not _is_missing(value)]
            present.sort(key=lambda at: text_of(values[at]), reverse=descending)
            return numpy.array(present + missing, dtype="int64")
        order = numpy.argsort(values, kind="stable")
        if not descending:
            return order
        # equal values keep their order, missing ones stay last
        missing = int(numpy.isnan(values).sum()) if values.dtype.kind in "fc" else 0
        present = order[: len(order) - missing]
        flipped = len(values) - 1 - numpy.argsort(values[::-1], kind="stable")[: len(present)]
        return numpy.concatenate([flipped[::-1], order[len(order) - missing :]])

    def summary(self, column):
        numpy = sys.modules["numpy"]
        values = numpy.asarray(self.value[:, column])
        if values.dtype.kind in "iuf":
            numbers = values.astype("float64")
            present = numbers[~numpy.isnan(numbers)]
            found = {"missing": int(len(values) - len(present)), "distinct": int(len(numpy.unique(present)))}
            return {**found, **_numbers(present)}
        return _counted(values.tolist())


class _Polars:
    index_names = [""]

    def __init__(self, value):
        self.value = value
        self.frame = value if hasattr(value, "columns") else value.to_frame()
        self.shape = self.frame.shape

    def label(self, column):
        return self.frame.columns[column]

    def dtype(self, column):
        return self.frame.dtypes[column]

    def is_numeric(self, column):
        return self.dtype(column).is_numeric()

    def labels(self, rows, all_rows):
        return [(row,) for row in (all_rows[rows] if isinstance(rows, slice) else rows)]

    def values(self, rows, column):
        series = self.frame.to_series(column)
        return (series.slice(rows.start, rows.stop - rows.start) if isinstance(rows, slice) else series[rows]).to_list()

    def order(self, column, descending):
        return self._series(column).arg_sort(descending=descending, nulls_last=True).to_list()

    def summary(self, column):
        series = self._series(column)
        present = series.drop_nulls()
        found = {"missing": int(len(series) - len(present)), "distinct": _attempt(lambda: int(present.n_unique()))}
        if self.is_numeric(column):
            return {**found, **_numbers(present.to_numpy() if "numpy" in sys.modules else present.to_list())}
        counts = _attempt(lambda: present.value_counts(sort=True).head(TOP).rows())
        if counts is None:
            return _counted(series.to_list())
        return {**found, "top": [[text_of(value, LABEL), int(count)] for value, count in counts]}

    def _series(self, column):
        series = self.frame.to_series(column)
        # what is no number is missing, as in pandas
        return series.fill_nan(None) if str(series.dtype).startswith("Float") else series


def _numbers(values):
    """Facts and a histogram of numbers (an array, or a list where there is no numpy)."""
    numpy = sys.modules.get("numpy")
    if numpy is None:
        finite = [value for value in values if value - value == 0]
        if not finite:
            return {"facts": []}
        mean = sum(finite) / len(finite)
        return {"facts": [["min", text_of(min(finite))], ["mean", text_of(float(mean))], ["max", text_of(max(finite))]]}
    values = numpy.asarray(values, dtype="float64")
    finite = values[numpy.isfinite(values)]
    if not len(finite):
        return {"facts": []}
    facts = [("min", finite.min()), ("mean", finite.mean()), ("max", finite.max())]
    # a range of a constant or of extremes has no width that could be divided
    counts = _attempt(lambda: numpy.histogram(finite, bins=BINS)[0].tolist())
    return {"facts": [[name, text_of(float(value))] for name, value in facts], "histogram": counts}


def _counted(values):
    counts = {}
    for value in values:
        if not _is_missing(value):
            text = text_of(value, LABEL)
            counts[text] = counts.get(text, 0) + 1
    top = sorted(counts.items(), key=lambda item: -item[1])[:TOP]
    return {"missing": sum(map(_is_missing, values)), "distinct": len(counts), "top": [list(item) for item in top]}


def _attempt(compute):
    try:
        return compute()
    except Exception:
        return None
