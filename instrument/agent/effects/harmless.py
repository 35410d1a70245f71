"""Declared calls without need for a record, and calls that change only their arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

    from .library import Effect, Parameter, Place, Spec


def changes_arguments_only(spec: Spec, method: bool) -> bool:
    """Whether a call can only change the contents of its arguments (not a `method`'s receiver),
    itself or through calls of these.
    """
    return _changes_only(
        spec["effect"], ["param", spec["params"][0][0]] if method and spec["params"] else None
    )


def _changes_only(effect: Effect, own: Place | None) -> bool:
    if effect[0] in ("all", "if"):
        return all(
            _changes_only(part, own) for part in (effect[1:] if effect[0] == "all" else effect[2:])
        )
    if effect[0] in ("calls", "mutates", "writes"):
        return all(_within_argument(place, own) for place in effect[1:])
    if effect[0] == "reads":
        return not any(place[0] == "world" for place in effect[1:])
    return effect[0] in QUIET


def _within_argument(place: Place, own: Place | None) -> bool:
    while place[0] in ("length", "item", "others", "attr", "each", "keys", "leaves"):
        place = place[1]
    return place[0] == "param" and place != own


QUIET = frozenset({"pure", "iterates", "names"})
"""Actions without need for a record in uninstrumented versions."""


def is_quiet(spec: Spec, keywords: Collection[str] = ()) -> bool:
    """Whether a call under this declaration needs no record in an uninstrumented version, where all
    reads are covered.

    Older iterators count as advanced from the moment tracing switched off. `keywords`: the names in
    the call; a callback parameter for keywords only counts only then.
    """
    return _needs_no_record(spec["effect"], spec["params"], keywords)


def _needs_no_record(effect: Effect, params: list[Parameter], keywords: Collection[str]) -> bool:
    what = effect[0]
    if what == "all":
        return all(_needs_no_record(part, params, keywords) for part in effect[1:])
    if what == "if":
        return all(_needs_no_record(part, params, keywords) for part in effect[2:])
    if what == "reads":
        return not any(place[0] == "world" for place in effect[1:])
    if what == "calls":
        by_keyword = {param[0] for param in params if param[1] == "kw"}
        return all(
            place[0] == "param" and place[1] in by_keyword and place[1] not in keywords
            for place in effect[1:]
        )
    return what in QUIET
