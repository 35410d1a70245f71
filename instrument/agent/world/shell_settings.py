"""Settings of IPython as values: functions that read and restore these, for the table of the world.

Settings made by a library at its load or first drawing (a backend, printers of figures) count as
always there. `values/loaded_world` takes these into account.
"""

from __future__ import annotations

import sys
import types
from typing import TYPE_CHECKING

from .compared_options import by_ipython, is_of_figures
from .entry import ABSENT, plain
from .last_reading import LastReading

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from .entry import Values

_TABLES = ("type_printers", "deferred_printers", "singleton_printers")
_PLAIN = (
    "enabled",
    "float_format",
    "float_precision",
    "max_seq_length",
    "max_width",
    "newline",
    "pprint",
    "verbose",
)
_SHELL = (
    "ast_node_interactivity", "autocall", "automagic", "autoawait", "call_pdb", "colors", "xmode", "loop_runner", "quiet", "separate_in", "separate_out",
    "separate_out2", "show_rewritten_input", "system_raise_on_error", "wildcards_case_sensitive",
)  # fmt: skip


_CODE = frozenset({types.FunctionType, types.MethodType})


def formats(shell: Any) -> Values:
    found: Values = {("shell", name): getattr(shell, name, None) for name in _SHELL}
    found["shell", "xmode"] = shell.InteractiveTB.mode
    found["shell", "auto_magic"] = shell.magics_manager.auto_magic
    # replaced methods, and handlers of exceptions
    found["shell", "custom_exceptions"] = shell.custom_exceptions
    found.update(
        (("own", name), value) for name, value in vars(shell).items() if type(value) in _CODE
    )
    found.update(_FORMATTERS.of(shell.display_formatter.formatters))
    found["active"] = list(shell.display_formatter.active_types)
    found.update(_expression_formats())
    return found


def _read_formatters(formatters: Mapping[str, Any]) -> Values:
    found = {}
    for mime, formatter in formatters.items():
        found.update(((mime, table), _printers(formatter, table, False)) for table in _TABLES)
        found.update(
            ((mime, name), getattr(formatter, name)) for name in _PLAIN if hasattr(formatter, name)
        )
    return found


def _read_figure_printers(formatters: Mapping[str, Any]) -> Values:
    return {
        (mime, table): _printers(formatter, table, True)
        for mime, formatter in formatters.items()
        for table in _TABLES
    }


def _formatter_tables(formatters: dict[str, Any]) -> list[dict[Any, Any]]:
    traits = [formatter._trait_values for formatter in formatters.values()]
    return [formatters, *traits, *(held[name] for held in traits for name in _TABLES)]


_FORMATTERS = LastReading(_formatter_tables, _read_formatters)
_FIGURE_PRINTERS = LastReading(_formatter_tables, _read_figure_printers)


_INLINE = "InlineBackend"
"""The section of `%config` for the inline backend, present even before the backend is loaded."""
_OF_FIGURES = ("rc", "figure_format", "figure_formats", "close_figures", "print_figure_kwargs")


def figure_formats(shell: Any) -> Values:
    found = dict(_FIGURE_PRINTERS.of(shell.display_formatter.formatters))
    found["config"] = dict(dict.get(shell.config, _INLINE, {}))
    inline = _inline_backend(shell)
    if inline is not None:
        found.update((("figures", name), plain(getattr(inline, name))) for name in _OF_FIGURES)
    return found


def _printers(formatter: Any, table: str, of_figures: bool) -> dict[Any, Any]:
    """The entries of one of a formatter's tables for figures, or all others."""
    return {
        kind: printer
        for kind, printer in getattr(formatter, table).items()
        if is_of_figures(kind) is of_figures
    }


_EXPRESSIONS = ("_repr_latex_", "_repr_png_", "_repr_svg_")


def _expression_formats() -> Values:
    """How sympy's expressions look, which `init_printing` sets in a class of theirs and in a
    table.
    """
    helpers = sys.modules.get("sympy.core._print_helpers")
    printing = sys.modules.get("sympy.printing.printer")
    if helpers is None or printing is None:
        return {}
    own = vars(helpers.Printable)
    found = {("expressions", name): own.get(name, ABSENT) for name in _EXPRESSIONS}
    found["expressions", "all"] = dict(printing.Printer._global_settings)
    return found


def _put_expression_format(name: Any, value: object) -> None:
    if name == "all":
        table = sys.modules["sympy.printing.printer"].Printer._global_settings
        table.clear()
        table.update(value)
    else:
        setattr(sys.modules["sympy.core._print_helpers"].Printable, name, value)


def _inline_backend(shell: Any) -> Any:
    module = sys.modules.get("matplotlib_inline.config")
    return module.InlineBackend.instance(parent=shell) if module is not None else None


def choose_figure_formats(shell: Any, begins: bool) -> None:
    """Load the inline backend, as far as figures can tell: from now on its traits decide about
    their display. `begins`: the traits begin with the values of `%config`.
    """
    inline, tools = _inline_backend(shell), sys.modules.get("IPython.core.pylabtools")
    if inline is None or tools is None:
        return
    if begins:
        traits = inline.traits()
        inline._trait_values.update((name, plain(traits[name].default())) for name in _OF_FIGURES)
        inline._load_config(shell.config)
    tools.select_figure_formats(shell, inline.figure_formats, **inline.print_figure_kwargs)


def put_format(shell: Any, key: Any, value: Any) -> None:
    owner, name = key if type(key) is tuple else (key, None)
    if owner == "own":
        vars(shell).pop(name, None) if value is ABSENT else vars(shell).__setitem__(name, value)
    elif value is ABSENT:
        return
    elif owner == "expressions":
        _put_expression_format(name, value)
    elif owner == "active":
        shell.display_formatter.active_types = list(value)
    elif owner == "shell":
        if name == "xmode":
            shell.InteractiveTB.set_mode(mode=value)
        if name == "call_pdb":
            shell.call_pdb = value
        elif name == "auto_magic":
            # (which sets the shell's `automagic`)
            shell.magics_manager.auto_magic = value
        elif name == "custom_exceptions":
            shell.custom_exceptions = value
        else:
            shell._trait_values[name] = value
    elif name in _TABLES:
        _put_printers(shell, owner, name, value, False)
    else:
        # without calls of its observers: their settings are in the undo log as well
        shell.display_formatter.formatters[owner]._trait_values[name] = value


def put_figure_format(shell: Any, key: Any, value: Any) -> None:
    if value is ABSENT:
        return
    if key == "config":
        dict.__setitem__(shell.config, _INLINE, type(shell.config)(value))
        return
    owner, name = key
    if owner == "figures":
        # without calls of its observers, as above
        _inline_backend(shell)._trait_values[name] = plain(value)
    else:
        _put_printers(shell, owner, name, value, True)


def _put_printers(shell: Any, mime: str, table: str, value: Any, of_figures: bool) -> None:
    formatter = shell.display_formatter.formatters[mime]
    others = _printers(formatter, table, not of_figures)
    held = getattr(formatter, table)
    held.clear()
    held.update({**others, **value})


_MAGICS_BEFORE = {}
"""The last magics, by kind, with those outside of IPython."""


def magics(shell: Any) -> Values:
    found = {}
    for kind, named in shell.magics_manager.magics.items():
        if named != _MAGICS_BEFORE.get(kind, (None,))[0]:
            # IPython loads its own when they are first used
            _MAGICS_BEFORE[kind] = (
                named.copy(),
                {(kind, name): magic for name, magic in named.items() if not by_ipython(magic)},
            )
        found.update(_MAGICS_BEFORE[kind][1])
    found["extensions"] = set(shell.extension_manager.loaded)
    found["events"] = {
        event: [call for call in calls if not _is_drawing(call)]
        for event, calls in shell.events.callbacks.items()
    }
    return found


def _is_drawing(callback: object) -> bool:
    """Whether matplotlib has registered a callback to run after cells. The registration comes with
    the first figure, and matplotlib notes it elsewhere.
    """
    return (getattr(callback, "__module__", None) or "").partition(".")[0] in (
        "matplotlib",
        "matplotlib_inline",
    )


def _transformers(shell: Any) -> tuple[list[Any], ...]:
    manager = shell.input_transformer_manager
    return (
        manager.cleanup_transforms,
        manager.line_transforms,
        manager.token_transformers,
        shell.input_transformers_post,
        shell.ast_transformers,
    )


def transformers(shell: Any) -> Values:
    return {"": tuple(map(tuple, _transformers(shell)))}


def put_transformers(shell: Any, _: object, value: Any) -> None:
    for held, parts in zip(_transformers(shell), value):
        held[:] = parts


FLAGS = {
    "flags": (
        lambda shell: shell.compile.flags,
        lambda shell, value: setattr(shell.compile, "flags", value),
    )
}
"""How the shell compiles cells."""


def put_magic(shell: Any, key: Any, value: Any) -> None:
    if key == "extensions":
        shell.extension_manager.loaded.clear()
        shell.extension_manager.loaded.update(value)
    elif key == "events":
        for event, calls in value.items():
            there = shell.events.callbacks[event]
            there[:] = [*calls, *filter(_is_drawing, there)]
    else:
        kind, name = key
        named = shell.magics_manager.magics[kind]
        if value is ABSENT:
            named.pop(name, None)
        else:
            named[name] = value


def visited(shell: Any) -> Values:
    """The folders visited by `%cd`, and the folders for `%popd`."""
    return {"": tuple(shell.user_ns["_dh"]), "stack": tuple(shell.dir_stack)}


def put_visited(shell: Any, key: str, value: Any) -> None:
    held = shell.dir_stack if key else shell.user_ns["_dh"]
    held[:] = value
