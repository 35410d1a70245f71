"""The kinds of tables: for each library, how to read, order and summarize rows and columns, as
short texts and counts.

Nothing is imported here: the library of a table is imported already. Tables do not change.
"""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING

from .table_texts import (
    LABEL,
    TOP,
    as_csv,
    attempt,
    is_missing,
    label_of,
    number_facts,
    text_of,
    value_counts,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, TypeAlias

    from ..objects.libraries import Array, Frame
    from .table_texts import Summary

    Rows: TypeAlias = slice | Any
    """Positions of rows: a slice, or an array of numbers."""
    Adapter: TypeAlias = "type[_Pandas | _Numpy | _Polars]"
    """The class that reads the tables of one library."""


def adapter_of(value: Any) -> Adapter | None:
    """The reader for a table, by the exact classes of loaded libraries; nothing is imported."""
    for library, names, adapter in (
        ("pandas", ("DataFrame", "Series"), _Pandas),
        ("polars", ("DataFrame", "Series"), _Polars),
    ):
        module = sys.modules.get(library)
        classes = tuple(
            found
            for found in (getattr(module, name, None) for name in names)
            if isinstance(found, type)
        )
        # (`isinstance` would run code of proxies)
        if classes and issubclass(type(value), classes):
            return adapter
    numpy = sys.modules.get("numpy")
    array = getattr(numpy, "ndarray", None)
    if (
        isinstance(array, type)
        and issubclass(type(value), array)
        and value.ndim == 2
        and not value.dtype.fields
    ):
        return _Numpy
    return None


class _Pandas:
    def __init__(self, value: Frame) -> None:
        self.value = value
        self.frame = value if value.ndim == 2 else value.to_frame()
        self.shape = self.frame.shape
        self.index_names = [
            "" if name is None else label_of(name) for name in self.frame.index.names
        ]

    def label(self, column: int) -> object:
        label = self.frame.columns[column]
        # a series without a name
        return "" if self.value.ndim == 1 and self.value.name is None else label

    def dtype(self, column: int) -> object:
        return self.frame.dtypes.iloc[column]

    def is_numeric(self, column: int) -> bool:
        return getattr(self.dtype(column), "kind", "O") in "iufc"

    def labels(self, rows: Rows, _: object) -> list[tuple[Any, ...]]:
        labels = self.frame.index[rows]
        return [label if isinstance(label, tuple) else (label,) for label in labels.tolist()]

    def values(self, rows: Rows, column: int) -> list[Any]:
        return self.frame.iloc[rows, column].tolist()

    def order(self, column: int, descending: bool) -> Sequence[int]:
        values = self.frame.iloc[:, column].reset_index(drop=True)
        options = {"ascending": not descending, "kind": "stable", "na_position": "last"}
        try:
            values = values.sort_values(**options)
        except TypeError:
            # of several types, which have no order among them
            values = values.sort_values(
                key=lambda column: column.map(text_of, na_action="ignore"), **options
            )
        return values.index.to_numpy()

    def sort_code(self, name: str, column: int, descending: bool) -> str | None:
        """The code that sorts the table; None without a short form."""
        down = ", ascending=False" if descending else ""
        if type(self.value).__name__ == "Series":
            return f"{name}.sort_values({down[2:]})"
        return f"{name}.sort_values({self.label(column)!r}{down})"

    def summary(self, column: int) -> Summary:
        values = self.frame.iloc[:, column]
        present = values.dropna()
        kind = getattr(values.dtype, "kind", "O")
        found = {
            "missing": int(len(values) - len(present)),
            "distinct": attempt(lambda: int(present.nunique())),
        }
        if kind in "iuf":
            return {**found, **number_facts(present.to_numpy(dtype="float64"))}
        if kind in "Mm" and len(present):
            return {
                **found,
                "facts": [["min", text_of(present.min())], ["max", text_of(present.max())]],
            }
        counts = attempt(lambda: present.value_counts().head(TOP))
        if counts is None:
            counts = present.map(str).value_counts().head(TOP)
        return {
            **found,
            "top": [[text_of(value, LABEL), int(count)] for value, count in counts.items()],
        }

    def csv(self, rows: Rows) -> str:
        """The rows as CSV, with the labels of rows unless they are just numbers."""
        return self.frame.iloc[rows].to_csv(index=self._has_labels())

    def parquet(self, rows: Rows) -> bytes:
        return self.frame.iloc[rows].to_parquet(None, index=self._has_labels())

    def _has_labels(self) -> bool:
        """Whether the labels of rows are more than their numbers."""
        index = self.frame.index
        return type(index).__name__ != "RangeIndex" or index.name is not None


class _Numpy:
    index_names = [""]

    def __init__(self, value: Array) -> None:
        self.value = value
        self.shape = value.shape

    def label(self, column: int) -> object:
        return column

    def dtype(self, _: object) -> object:
        return self.value.dtype

    def is_numeric(self, _: object) -> bool:
        return self.value.dtype.kind in "iufc"

    def labels(self, rows: Any, all_rows: Sequence[int]) -> list[tuple[Any, ...]]:
        return [(row,) for row in (all_rows[rows] if isinstance(rows, slice) else rows.tolist())]

    def values(self, rows: Rows, column: int) -> list[Any]:
        return self.value[rows, column].tolist()

    def order(self, column: int, descending: bool) -> Sequence[int]:
        numpy = sys.modules["numpy"]
        values = numpy.asarray(self.value[:, column])
        if values.dtype.kind == "O":
            missing = [at for at, value in enumerate(values) if is_missing(value)]
            present = [at for at, value in enumerate(values) if not is_missing(value)]
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

    def sort_code(self, name: str, column: int, descending: bool) -> str | None:
        down = "[::-1]" if descending else ""
        return f"{name}[{name}[:, {column}].argsort(kind='stable'){down}]"

    def summary(self, column: int) -> Summary:
        numpy = sys.modules["numpy"]
        values = numpy.asarray(self.value[:, column])
        if values.dtype.kind in "iuf":
            numbers = values.astype("float64")
            present = numbers[~numpy.isnan(numbers)]
            found = {
                "missing": int(len(values) - len(present)),
                "distinct": int(len(numpy.unique(present))),
            }
            return {**found, **number_facts(present)}
        return value_counts(values.tolist())

    def csv(self, rows: Rows) -> str:
        return as_csv([range(self.shape[1]), *self.value[rows].tolist()])

    def parquet(self, rows: Rows) -> bytes:
        raise ValueError("an array has no names for columns; numpy.save in a cell saves it")


class _Polars:
    index_names = [""]

    def __init__(self, value: Any) -> None:
        self.value = value
        self.frame = value if hasattr(value, "columns") else value.to_frame()
        self.shape = self.frame.shape

    def label(self, column: int) -> object:
        return self.frame.columns[column]

    def dtype(self, column: int) -> Any:
        return self.frame.dtypes[column]

    def is_numeric(self, column: int) -> bool:
        return self.dtype(column).is_numeric()

    def labels(self, rows: Any, all_rows: Any) -> list[tuple[Any, ...]]:
        return [(row,) for row in (all_rows[rows] if isinstance(rows, slice) else rows)]

    def values(self, rows: Rows, column: int) -> list[Any]:
        series = self.frame.to_series(column)
        return (
            series.slice(rows.start, rows.stop - rows.start)
            if isinstance(rows, slice)
            else series[rows]
        ).to_list()

    def order(self, column: int, descending: bool) -> Sequence[int]:
        return self._series(column).arg_sort(descending=descending, nulls_last=True).to_list()

    def sort_code(self, name: str, column: int, descending: bool) -> str | None:
        down = ", descending=True" if descending else ""
        if type(self.value).__name__ == "Series":
            return f"{name}.sort({down[2:]})"
        return f"{name}.sort({self.label(column)!r}{down})"

    def summary(self, column: int) -> Summary:
        series = self._series(column)
        present = series.drop_nulls()
        found = {
            "missing": int(len(series) - len(present)),
            "distinct": attempt(lambda: int(present.n_unique())),
        }
        if self.is_numeric(column):
            return {
                **found,
                **number_facts(present.to_numpy() if "numpy" in sys.modules else present.to_list()),
            }
        counts = attempt(lambda: present.value_counts(sort=True).head(TOP).rows())
        if counts is None:
            return value_counts(series.to_list())
        return {**found, "top": [[text_of(value, LABEL), int(count)] for value, count in counts]}

    def csv(self, rows: Rows) -> str:
        return self.frame[rows].write_csv()

    def parquet(self, rows: Rows) -> bytes:
        content = io.BytesIO()
        self.frame[rows].write_parquet(content)
        return content.getvalue()

    def _series(self, column: int) -> Any:
        series = self.frame.to_series(column)
        # NaN is missing, as in pandas
        return series.fill_nan(None) if str(series.dtype).startswith("Float") else series
