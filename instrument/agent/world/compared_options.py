"""Finds options set without a declared call: their present values, and their first values.
`options.py` compares these after every statement.
"""

from __future__ import annotations

import locale
import sys
import warnings
from typing import TYPE_CHECKING

from ..objects.attributes import home
from .entry import plain
from .shell import current_shell, trait

if TYPE_CHECKING:
    import types
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

CHOSEN = ("backend", "backend_fallback", "interactive")
"""The options of matplotlib that the first drawing chooses."""


def error_handling() -> tuple[dict[str, str], object, int | None]:
    """How numpy handles floating-point errors, as options of numpy: the reaction by kind, the error
    callback, and the size of buffers.
    """
    numpy = sys.modules.get("numpy")
    if numpy is None:
        return {}, None, None
    # (numpy 2 makes another object whenever one of these is set)
    holder = getattr(sys.modules.get("numpy._core.umath"), "_extobj_contextvar", None)
    state = None if holder is None else holder.get()
    if state is None or state is not _HANDLED.get("state"):
        _HANDLED.update(state=state, says=(numpy.geterr(), numpy.geterrcall(), numpy.getbufsize()))
    return _HANDLED["says"]


_HANDLED = {}
"""numpy's last error-handling object (`state`), and the settings read from this object (`says`)."""


def kept_beside(matplotlib: types.ModuleType) -> tuple[object, ...]:
    """The chosen backend (as the class of its canvas, because pyplot makes the backend anew), the
    hook of interactive mode, the named colours, and the converters of axes by class.
    """
    pyplot = sys.modules.get("matplotlib.pyplot")
    units = getattr(matplotlib, "units", None)
    return (
        getattr(getattr(pyplot, "_backend_mod", None), "FigureCanvas", None),
        getattr(pyplot, "_REPL_DISPLAYHOOK", None),
        dict(matplotlib.colors._colors_full_map),
        None if units is None else dict(units.registry),
    )


def by_ipython(magic: Any) -> bool:
    """Whether a magic is one of IPython's own."""
    if type(magic).__name__ in ("Alias", "MagicAlias"):
        return False
    if home(type(magic)).startswith("IPython."):
        # (a look-up of an attribute would load a lazy module)
        return True
    owner = getattr(magic, "__self__", magic)
    if type(owner).__name__ in ("Alias", "MagicAlias"):
        return False
    homes = (home(type(owner)), getattr(owner, "__module__", None) or "")
    return any(name.startswith("IPython.") for name in homes)


def copied(options: dict[Any, Any]) -> dict[Any, Any]:
    return {
        key: copied(value) if type(value) is dict else plain(value)
        for key, value in dict.items(options)
    }


def numpy_options(_: object) -> dict[str, Any]:
    """How numpy prints arrays."""
    # (a function of the same name hides the module from its package)
    return sys.modules["numpy._core.printoptions"].format_options.get()


def numpy_defaults(_: object) -> dict[str, Any]:
    return sys.modules["numpy._core.printoptions"].default_format_options_dict


def pandas_defaults(config: types.ModuleType) -> dict[str, Any]:
    found = {}
    for path, option in config._registered_options.items():
        *folders, key = path.split(".")
        at = found
        for folder in folders:
            at = at.setdefault(folder, {})
        at[key] = option.defval
    return found


def by_drawing(before: Mapping[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """The options in `now` without the choices of the first drawing of a figure: the backend,
    interactive mode, and IPython's display of figures as PNG.
    """
    found = {**now, **{key: before[key] for key in CHOSEN if key in before}}
    if "image/png" in now and not any(before.values()):
        found["image/png"] = {}
    return found


def formats(_: object) -> dict[Any, Any]:
    shell = current_shell()
    interactivity = trait(shell, "ast_node_interactivity")
    formatters = trait(trait(shell, "display_formatter"), "formatters")
    held = [formatter._trait_values for formatter in formatters.values()]
    # (each table appears at its first use)
    tables = [
        interactivity,
        [(values.get("deferred_printers"), values.get("type_printers")) for values in held],
    ]
    if _SEEN.get("tables") != tables:
        now = {
            mime: (trait(formatter, "deferred_printers"), trait(formatter, "type_printers"))
            for mime, formatter in formatters.items()
        }
        printers = {mime: _printers(*pair) for mime, pair in now.items()}
        others = {mime: pair[0] for mime, pair in printers.items()}
        others["shown"] = {"interactivity": interactivity}
        figures = {mime: pair[1] for mime, pair in printers.items()}
        _SEEN.update(
            tables=[
                interactivity,
                [(deferred.copy(), by_type.copy()) for deferred, by_type in now.values()],
            ],
            others=others,
            figures=figures,
        )
    return _SEEN["others"]


def figure_formats(_: object) -> dict[Any, Any]:
    # (right after `_formats` has looked at all)
    return _SEEN["figures"]


def is_of_figures(kind: Any) -> bool:
    """Whether a printer is for figures. `kind`: its type, or the module and name of the type."""
    if type(kind) is tuple:
        return kind[0] == "matplotlib.figure"
    return issubclass(type(kind), type) and home(kind) == "matplotlib.figure"


_SEEN = {}
"""The mode in which IPython displays results, and its formatters' `tables`, at the last look, with
their printers of figures, and `others`.
"""


def _printers(
    deferred: Mapping[Any, Any], by_type: Mapping[type, Any]
) -> tuple[dict[Any, Any], dict[Any, Any]]:
    """Printers by the module and name of their type, and printers of figures. IPython replaces the
    name by the type at the first use.
    """
    found = {
        kind if type(kind) is tuple else (kind.__module__, kind.__name__): printer
        for kind, printer in {**deferred, **by_type}.items()
    }
    figures = {kind: printer for kind, printer in found.items() if is_of_figures(kind)}
    return {kind: printer for kind, printer in found.items() if kind not in figures}, figures


def _raises(entry: tuple[Any, ...]) -> bool:
    """Whether a filter makes warnings errors; IPython has one for its own."""
    return entry[0] == "error" and not entry[2].__module__.startswith("IPython.")


class Last:
    """The result of `find` for some data, computed again only when the data are other objects."""

    def __init__(self, find: Callable[[Any], Any]) -> None:
        self.find = find
        self.seen: tuple[Any, Any] | None = None

    def of(self, data: Any) -> Any:
        if self.seen is None or self.seen[0] != data:
            self.seen = (copied(data) if type(data) is dict else list(data), self.find(data))
        return self.seen[1]


def _raising(filters: Sequence[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """The filters of warnings, if one of them raises."""
    return list(filters) if any(map(_raises, filters)) else []


_RAISING = Last(_raising)


def interpreter(_: object) -> dict[str, Any]:
    return _INTERPRETER.of(
        {
            "recursion": sys.getrecursionlimit(),
            "digits": getattr(sys, "get_int_max_str_digits", int)(),
            "zone": sys.modules["time"].tzname,
            "locale": locale.setlocale(locale.LC_ALL),
            "warnings": _RAISING.of(warnings.filters),
            "numpy": error_handling()[0],
            "attrs": getattr(sys.modules.get("attr._config"), "_run_validators", True),
            "special": getattr(sys.modules.get("scipy.special"), "geterr", dict)(),
            "pandas": _pandas_modes(),
        }
    )


def _find_interpreter(found: dict[str, Any]) -> dict[str, Any]:
    # scipy raises of its own accord where memory lacks
    special = {
        kind
        for kind, action in found["special"].items()
        if action != "ignore" and (kind, action) != ("memory", "raise")
    }
    return {
        **found,
        "special": special,
        "numpy": {
            kind for kind, action in found["numpy"].items() if action not in ("warn", "ignore")
        },
    }


_INTERPRETER = Last(_find_interpreter)


def _pandas_modes() -> dict[str, Any]:
    """Changed options of pandas outside of its display: strings as objects, copies on write."""
    options = getattr(sys.modules.get("pandas._config.config"), "_global_config", {})
    return _PANDAS_MODES.of({group: options[group] for group in _MODES if group in options})


def _find_pandas_modes(options: Mapping[str, Any]) -> dict[str, Any]:
    registered = sys.modules["pandas._config.config"]._registered_options if options else {}
    found = {}
    for group, named in options.items():
        for name, value in named.items():
            option = registered.get(f"{group}.{name}")
            if (
                option is not None
                and value is not option.defval
                and value != option.defval
                and (name != "chained_assignment" or value == "raise")
            ):
                found[name] = value
    return found


_PANDAS_MODES = Last(_find_pandas_modes)
_MODES = ("compute", "future", "mode")
