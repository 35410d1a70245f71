"""The rows of a table that filters and a search select, and code for the same rows.

A test of a column is one expression of the table's library: its value decides, and its text is the
code. A library without such an expression compares the texts on the page, and has no code.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NamedTuple

from .table_texts import is_missing, text_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
MOST_SEARCHED = 20_000_000
"""The most cells of a table in a search."""


class WrongFilter(Exception):
    """A filter cannot be applied; the message says why."""


class Kept(NamedTuple):
    """The selected rows."""

    positions: Any
    """In the order of the table."""
    code: str | None
    """The code of the filtered table; None without a short form."""


def kept_rows(table: Any, wanted: Mapping[str, Any]) -> Kept | None:
    """The kept rows; None: all are. `filters`: with `column`, `test` and `value`; `search`: words
    in any column.
    """
    filters, words = wanted.get("filters") or [], wanted.get("search") or ""
    if not filters and not words:
        return None
    name = wanted["name"]
    library = type(table).__name__
    masks, codes = [], []
    for each in filters:
        column = each["column"]
        if not 0 <= column < table.shape[1]:
            raise WrongFilter("there is no such column now")
        template = _template(library, table, column, each["test"], each["value"])
        masks.append(_mask(table, column, template, each))
        place = _column_code(library, table, name, column)
        codes.append(template and place and template.format(c=place))
    if words:
        if table.shape[0] * table.shape[1] > MOST_SEARCHED:
            raise WrongFilter("the table is too large for a search in all columns; filter one")
        template = _search_template(library, table, words)
        masks.append(_searched(table, template, words))
        codes.append(template and template.format(t=name))
    kept = [at for at, flags in enumerate(zip(*masks)) if all(flags)]
    return Kept(array_of(kept), _code(library, name, codes))


def array_of(positions: list[int]) -> Any:
    """Positions as tables take them."""
    numpy = sys.modules.get("numpy")
    return positions if numpy is None else numpy.array(positions, dtype="int64")


def _code(library: str, name: str, codes: Sequence[str | None]) -> str | None:
    if not all(codes):
        return None
    tests = codes[0] if len(codes) == 1 else " & ".join("(%s)" % code for code in codes)
    return f"{name}.filter({tests})" if library == "_Polars" else f"{name}[{tests}]"


def _column_code(library: str, table: Any, name: str, column: int) -> str | None:
    """The code of a column; None if its label has no code, or several columns have it."""
    if library == "_Numpy":
        return f"{name}[:, {column}]"
    if type(table.value).__name__ == "Series":
        return name if library == "_Pandas" else None
    labels = list(table.frame.columns)
    label = labels[column]
    plain = isinstance(label, (str, int, bool, tuple)) and labels.count(label) == 1
    return f"{name}[{label!r}]" if plain else None


def _template(library: str, table: Any, column: int, test: str, value: str) -> str | None:
    """The expression of a test, with `{c}` for the column; None: the texts decide."""
    if test in ("missing", "present"):
        return _missing_template(library, table, column, test)
    if test == "contains":
        if library == "_Pandas":
            text = "{c}" if _is_text(table.frame.iloc[:, column]) else "{c}.astype('string')"
            return text + f".str.contains({_quoted(value)}, case=False, regex=False, na=False)"
        if library == "_Polars":
            text = "{c}.cast(str).str.to_lowercase()"
            return f"{text}.str.contains({_quoted(value.lower())}, literal=True)"
        return None
    if test not in COMPARISONS:
        raise WrongFilter("there is no test %s" % test)
    return "{c} %s %s" % (test, _literal(table, column, value))


def _missing_template(library: str, table: Any, column: int, test: str) -> str | None:
    if library == "_Pandas":
        return "{c}.isna()" if test == "missing" else "{c}.notna()"
    if library == "_Polars":
        is_float = str(table.dtype(column)).startswith("Float")
        if test == "missing":
            return "{c}.is_null() | {c}.is_nan()" if is_float else "{c}.is_null()"
        return "{c}.is_not_null() & {c}.is_not_nan()" if is_float else "{c}.is_not_null()"
    return None


def _search_template(library: str, table: Any, words: str) -> str | None:
    """The expression of a search, with `{t}` for the table."""
    if library != "_Pandas":
        return None
    contains = f".str.contains({_quoted(words)}, case=False, regex=False, na=False)"
    if table.value.ndim == 1:
        return "{t}.astype('string')" + contains
    return "{t}.apply(lambda column: column.astype('string')" + contains + ").any(axis=1)"


def _mask(table: Any, column: int, template: str | None, each: Mapping[str, Any]) -> list[bool]:
    if template is None:
        test, words = each["test"], each["value"].lower()
        values = table.values(slice(0, table.shape[0]), column)
        if test == "contains":
            return [not is_missing(value) and words in text_of(value).lower() for value in values]
        return [is_missing(value) is (test == "missing") for value in values]
    return _evaluate(template.format(c="column"), {"column": _values(table, column)})


def _searched(table: Any, template: str | None, words: str) -> list[bool]:
    if template is not None:
        return _evaluate(template.format(t="table"), {"table": table.value})
    each = {"test": "contains", "value": words}
    count, width = table.shape
    columns = [_mask(table, column, None, each) for column in range(width)]
    return [any(flags) for flags in zip(*columns)] if columns else [False] * count


def _values(table: Any, column: int) -> Any:
    library = type(table).__name__
    if library == "_Pandas":
        return table.frame.iloc[:, column]
    return table.frame.to_series(column) if library == "_Polars" else table.value[:, column]


def _evaluate(expression: str, scope: dict[str, Any]) -> list[bool]:
    """The value of an expression made here; missing values are false."""
    try:
        flags = eval(expression, scope)
    except Exception as fault:
        # such as an order among texts and numbers
        raise WrongFilter(text_of(fault).split("\n")[0]) from None
    values = flags.to_list() if hasattr(flags, "to_list") else flags.tolist()
    return [value is True for value in values]


def _is_text(values: Any) -> bool:
    pandas = sys.modules["pandas"]
    return pandas.api.types.infer_dtype(values, skipna=True) == "string"


def _literal(table: Any, column: int, value: str) -> str:
    """The code of a value, by the kind of its column."""
    dtype = str(table.dtype(column)).lower()
    if dtype.startswith("bool"):
        return str(value.strip().lower() in ("true", "yes", "1"))
    if not table.is_numeric(column):
        return _quoted(value)
    for kind in (int, float):
        try:
            return repr(kind(value.strip()))
        except ValueError:
            pass
    raise WrongFilter("%s is no number" % (value.strip() or "nothing"))


def _quoted(value: str) -> str:
    """The code of a text, which may stand in a template."""
    return repr(value).replace("{", "{{").replace("}", "}}")
