"""matplotlib: a figure stands for all artists in it, and for the norms, locators and colour maps that
these use.
"""

from __future__ import annotations

import functools
import sys
import weakref
from itertools import chain, compress
from typing import TYPE_CHECKING

from ..objects.attributes import home
from ..objects.libraries import LIBRARIES
from .kind import Family, Kind
from .registry import kind_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from typing import Any

    from ..objects.libraries import Array, Artist, Figure
    from ..objects.locations import Namespace

_HOLDERS = ("axis", "ax", "_axes", "figure")
_SEQUENCES = frozenset({list, tuple})
_taken: dict[int, tuple[weakref.ref[Any], weakref.ref[Figure]]] = {}
"""By the id of a part that was taken from an artist and does not say whose it is: the part and its
figure, held weakly.
"""


class Artists(Kind):
    """Artists, which show their figure."""

    def owner(self, obj: Any) -> Any:
        return figure_of(obj)

    def parts(self, obj: Any, namespace: Namespace) -> Collection[Any]:
        # the figure stands for all artists in it
        return held_beside(obj)


class FigureParts(Kind):
    """Parts of a figure that are no artists: norms, locators, colour bars."""

    def owner(self, obj: Any) -> Any:
        figure = figure_behind(obj)
        return obj if figure is None else figure


_PARTS = FigureParts()
FAMILY = Family(
    named={("matplotlib.artist", "Artist"): Artists()},
    modules={
        "matplotlib.axes._base": _PARTS,
        "matplotlib.cbook": _PARTS,
        "matplotlib.colorbar": _PARTS,
        "matplotlib.colorizer": _PARTS,
        "matplotlib.colors": _PARTS,
        "matplotlib.gridspec": _PARTS,
        "matplotlib.ticker": _PARTS,
        "matplotlib.transforms": _PARTS,
    },
)


def is_artist(obj: object) -> bool:
    """Whether an object is an artist."""
    return isinstance(kind_of(obj), Artists)


def figure_of(artist: Artist) -> Figure | Artist:
    """The figure that an artist is in; the artist itself while it is in none."""
    figure = getattr(artist, "figure", None)
    return figure if figure is not None else artist


def figure_behind(part: object) -> Figure | None:
    """The figure to which a norm, a locator, a colour bar or the like belongs; None while it
    belongs to none.
    """
    known = _taken.get(id(part))
    if known is not None:
        return known[1]()
    own = getattr(part, "__dict__", {})
    for name in _HOLDERS:
        holder = own.get(name)
        if is_artist(holder):
            return figure_of(holder)
    # a changed norm calls the artists in its colours
    for listeners in getattr(own.get("callbacks"), "callbacks", {}).values():
        for listener in listeners.values():
            holder = getattr(listener(), "__self__", None)
            if is_artist(holder):
                return figure_of(holder)
            if _is_part(holder) and holder is not part:
                figure = figure_behind(holder)
                if figure is not None:
                    return figure
    return None


def part_taken(holder: Artist, name: str) -> None:
    """Remember that the part of an artist under this attribute belongs to the artist's figure: the
    notebook may take the part from the artist now.
    """
    own = vars(holder)
    part = own.get(name, own.get("_" + name))
    if _is_part(part) and id(part) not in _taken:
        _taken[id(part)] = (
            weakref.ref(part, functools.partial(_forget, id(part))),
            weakref.ref(figure_of(holder)),
        )


def _forget(key: int, _: object) -> None:
    _taken.pop(key, None)


def held_beside(artist: Artist) -> list[Any]:
    """The objects of an artist for which its figure does not stand: the colour map, and arrays that
    other objects may hold too.
    """
    # uninstrumented versions load this attribute without a probe
    part_taken(artist, "callbacks")
    own = vars(artist)
    colors = getattr(own.get("_colorizer"), "cmap", own.get("cmap"))
    return [colors, *_arrays_of((artist, *_drawn_in(own)))]


def _drawn_in(own: dict[str, Any]) -> Iterator[Artist]:
    """The artists in a figure or axes, and the locators of its ticks; `own`: its attributes."""
    axes = own.get("_localaxes")
    for part in axes if type(axes) is list else ():
        yield from _drawn_in(vars(part))
    yield from own.get("_children", ())
    for name in ("xaxis", "yaxis"):
        if name in own:
            yield own[name].major.locator


def _arrays_of(artists: Iterable[Artist]) -> list[Array]:
    """The arrays that artists show and did not copy: sizes, vertices of paths. Figures have
    thousands of artists with sixty attributes each.
    """
    array = LIBRARIES.ndarray
    shown = frozenset({array, sys.modules["matplotlib.path"].Path})
    values = list(chain.from_iterable(map(dict.values, map(vars, artists))))
    found = list(_of_kinds(values, shown))
    for sequence in _of_kinds(values, _SEQUENCES):
        found += _of_kinds(sequence, shown)
    return [part if type(part) is array else part._vertices for part in found]


def _of_kinds(values: Collection[object], kinds: frozenset[type]) -> Iterator[Any]:
    return compress(values, map(kinds.__contains__, map(type, values)))


def _is_part(obj: object) -> bool:
    return home(type(obj)) in FAMILY.modules
