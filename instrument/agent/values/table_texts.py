"""Short texts of values in tables, and facts and counts of columns."""

from __future__ import annotations

import csv
import io
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeAlias

    Summary: TypeAlias = dict[str, Any]
    """The summary of a column on a page: counts, extremes, a histogram or the commonest values."""

CLIPPED = 200
"""The most characters of a value on a page."""
LABEL = 80
LONG = 50
"""Items of a container whose text is not made."""
BINS = 20
TOP = 5


def text_of(value: object, most: int = CLIPPED) -> str:
    try:
        if isinstance(value, str):
            text = str(value)
        elif isinstance(value, (list, tuple, dict, set, frozenset)) and len(value) > LONG:
            text = "%s of %d" % (type(value).__name__, len(value))
        elif type(value).__name__.startswith("float"):
            text = format(value, ".7g")
        else:
            text = str(value)
    except Exception as fault:
        return "<no text: %s>" % type(fault).__name__
    return text if len(text) <= most else text[: most - 1] + "…"


def label_of(label: object) -> str:
    """A row's or a column's label, with all of its levels."""
    return (
        " / ".join(text_of(part, LABEL) for part in label)
        if isinstance(label, tuple)
        else text_of(label, LABEL)
    )


def is_missing(value: Any) -> bool:
    if value is None or type(value).__name__ in ("NaTType", "NAType"):
        return True
    try:
        return isinstance(value, float) and value != value
    except Exception:
        return False


def number_facts(values: Any) -> Summary:
    """Facts and a histogram of numbers (an array, or a list where there is no numpy)."""
    numpy = sys.modules.get("numpy")
    if numpy is None:
        finite = [value for value in values if value - value == 0]
        if not finite:
            return {"facts": []}
        mean = sum(finite) / len(finite)
        return {
            "facts": [
                ["min", text_of(min(finite))],
                ["mean", text_of(float(mean))],
                ["max", text_of(max(finite))],
            ]
        }
    values = numpy.asarray(values, dtype="float64")
    finite = values[numpy.isfinite(values)]
    if not len(finite):
        return {"facts": []}
    facts = [("min", finite.min()), ("mean", finite.mean()), ("max", finite.max())]
    # the range of a constant, or of extremes, cannot be divided
    counts = attempt(lambda: numpy.histogram(finite, bins=BINS)[0].tolist())
    return {"facts": [[name, text_of(float(value))] for name, value in facts], "histogram": counts}


def as_csv(rows: list[Any]) -> str:
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def value_counts(values: list[Any]) -> Summary:
    counts = {}
    for value in values:
        if not is_missing(value):
            text = text_of(value, LABEL)
            counts[text] = counts.get(text, 0) + 1
    top = sorted(counts.items(), key=lambda item: -item[1])[:TOP]
    return {
        "missing": sum(map(is_missing, values)),
        "distinct": len(counts),
        "top": [list(item) for item in top],
    }


def attempt(compute: Callable[[], Any]) -> Any:
    try:
        return compute()
    except Exception:
        return None
