"""Settings of libraries, and of IPython (see `settings`): options, how values are shown, magics and
extensions.

What a library has of its own accord when it is loaded or first draws (a backend, printers of
figures) counts as always there; who takes that into account is `values/kept_world`.
"""

from __future__ import annotations

import sys
import types
from typing import TYPE_CHECKING

from ..objects.figures import PYPLOT
from .last_reading import LastReading
from .options import (
    BACKEND,
    FIGURE_FORMATS,
    FUTURE,
    INTERPRETER,
    MAGICS,
    TRANSFORMERS,
    by_ipython,
    is_of_figures,
)
from .settings import ABSENT, CHANGEABLE, Family, attributes, plain

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from .settings import Accessors, Getter, Values

# -- pandas, numpy, scikit-learn, matplotlib
# -------------------------------------------------------------------


def _pandas_options(m: types.ModuleType) -> Values:
    return dict(_PANDAS.of(m._global_config))


def _folders(options: dict[str, Any]) -> list[dict[str, Any]]:
    found = [options]
    for value in options.values():
        if type(value) is dict:
            found += _folders(value)
    return found


def _flat(options: dict[str, Any]) -> Values:
    found = {}
    _flatten(options, "", found)
    return found


def _flatten(options: dict[str, Any], prefix: str, found: dict[str, Any]) -> None:
    for key, value in options.items():
        if type(value) is dict:
            _flatten(value, f"{prefix}{key}.", found)
        else:
            found[prefix + key] = plain(value)


_PANDAS = LastReading(_folders, _flat)


def _folder(m: types.ModuleType, name: str) -> tuple[dict[str, Any], str]:
    *folders, key = name.split(".")
    found = m._global_config
    for folder in folders:
        found = found[folder]
    return found, key


def _put_pandas_option(m: types.ModuleType, name: str, value: object) -> None:
    if value is ABSENT:
        return
    folder, key = _folder(m, name)
    folder[key] = plain(value)
    option = m._registered_options[name]
    if option.cb is not None:
        option.cb(name)


def _numpy_options(m: types.ModuleType) -> Values:
    found = {
        **m.get_printoptions(),
        "errors": m.geterr(),
        "call": m.geterrcall(),
        "buffer": m.getbufsize(),
    }
    polynomials = sys.modules.get("numpy.polynomial._polybase")
    if polynomials is not None:
        found["polynomials"] = polynomials.ABCPolyBase._use_unicode
    return found


def _put_numpy_option(m: types.ModuleType, key: object, value: Any) -> None:
    if value is ABSENT:
        return
    if key == "errors":
        m.seterr(**value)
    elif key == "call":
        m.seterrcall(value)
    elif key == "buffer":
        m.setbufsize(value)
    elif key == "polynomials":
        m.polynomial.set_default_printstyle("unicode" if value else "ascii")
    else:
        m.set_printoptions(
            **{
                key: value,
                **({"legacy": m.get_printoptions().get("legacy")} if key != "legacy" else {}),
            }
        )


def _rc(m: types.ModuleType) -> Values:
    # without matplotlib's own access, which converts and warns
    found = {
        key: value.copy() if type(value) in CHANGEABLE else value
        for key, value in dict.items(m.rcParams)
    }
    units = sys.modules.get("matplotlib.units")
    if units is not None:
        found["units"] = dict(units.registry)
    return found


def _put_rc(m: Any, key: Any, value: object) -> None:
    if value is ABSENT:
        return
    if key == "units":
        m.units.registry.clear()
        m.units.registry.update(value)
        return
    pyplot = sys.modules.get("matplotlib.pyplot")
    if key == "backend" and pyplot is not None and type(value) is str:
        pyplot.switch_backend(value)
    else:
        dict.__setitem__(m.rcParams, key, plain(value))


def _configured(
    get: Getter, put: Callable[[Any, Values], object]
) -> tuple[Getter, Callable[[Any, Any, Any], object]]:
    """A family's functions for a library with one function that gives its options and one that sets
    some.
    """
    return (lambda m: dict(get(m)), lambda m, key, value: value is ABSENT or put(m, {key: value}))


_TORCH = {
    "dtype": (lambda m: m.get_default_dtype(), lambda m, v: m.set_default_dtype(v)),
    "grad": (lambda m: m.is_grad_enabled(), lambda m, v: m.set_grad_enabled(v)),
    "deterministic": (
        lambda m: m.are_deterministic_algorithms_enabled(),
        lambda m, v: m.use_deterministic_algorithms(v),
    ),
    "threads": (lambda m: m.get_num_threads(), lambda m, v: m.set_num_threads(v)),
}

_PYARROW = {
    "threads": (lambda m: m.cpu_count(), lambda m, v: m.set_cpu_count(v)),
    "reading": (lambda m: m.io_thread_count(), lambda m, v: m.set_io_thread_count(v)),
}


def _polars_options(m: Any) -> Values:
    found = m.Config.state()
    for name, (get, *_) in getattr(m, "_POLARS_CFG_RUNTIME_VARS", {}).items():
        found["runtime", name] = get()
    return found


def _put_polars_option(m: Any, key: Any, value: object) -> None:
    if type(key) is tuple:
        m._POLARS_CFG_RUNTIME_VARS[key[1]][1](value)
    elif key.startswith("set_"):
        getattr(m.Config, key)(value)
    elif value is None:
        sys.modules["os"].environ.pop(key, None)
    else:
        sys.modules["os"].environ[key] = value
    # polars keeps what it has read of them
    getattr(sys.modules.get("polars._plr"), "config_reload_env_vars", list)()


# -- IPython
# -------------------------------------------------------------------------------------------------

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


def _formats(shell: Any) -> Values:
    found: Values = {("shell", name): getattr(shell, name, None) for name in _SHELL}
    found["shell", "xmode"] = shell.InteractiveTB.mode
    found["shell", "auto_magic"] = shell.magics_manager.auto_magic
    # methods that somebody has replaced, and who is handed which errors
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
"""What `%config` has said of the inline backend, before it is loaded as well, is in this
section.
"""
_OF_FIGURES = ("rc", "figure_format", "figure_formats", "close_figures", "print_figure_kwargs")


def _figure_formats(shell: Any) -> Values:
    found = dict(_FIGURE_PRINTERS.of(shell.display_formatter.formatters))
    found["config"] = dict(dict.get(shell.config, _INLINE, {}))
    inline = _inline_backend(shell)
    if inline is not None:
        found.update((("figures", name), plain(getattr(inline, name))) for name in _OF_FIGURES)
    return found


def _printers(formatter: Any, table: str, of_figures: bool) -> dict[Any, Any]:
    """The entries of one of its tables that are for figures, or all others."""
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
    """The inline backend is loaded, as far as figures can tell: they are shown as its traits say by
    now. `begins`: these begin with what `%config` has said before.
    """
    inline, tools = _inline_backend(shell), sys.modules.get("IPython.core.pylabtools")
    if inline is None or tools is None:
        return
    if begins:
        traits = inline.traits()
        inline._trait_values.update((name, plain(traits[name].default())) for name in _OF_FIGURES)
        inline._load_config(shell.config)
    tools.select_figure_formats(shell, inline.figure_formats, **inline.print_figure_kwargs)


def _put_format(shell: Any, key: Any, value: Any) -> None:
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
        # past those who observe it: what they set has been kept as well
        shell.display_formatter.formatters[owner]._trait_values[name] = value


def _put_figure_format(shell: Any, key: Any, value: Any) -> None:
    if value is ABSENT:
        return
    if key == "config":
        dict.__setitem__(shell.config, _INLINE, type(shell.config)(value))
        return
    owner, name = key
    if owner == "figures":
        # past those who observe it, as below
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
"""The magics as they were last, by kind, with those of them that are not IPython's."""


def _magics(shell: Any) -> Values:
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


CALLBACKS = (MAGICS, "events")
"""The location and key of what IPython calls before and after cells."""


def _is_drawing(callback: object) -> bool:
    """Whether a callback is one that matplotlib runs after cells: it registers the callback with
    the first figure, and remembers that elsewhere.
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


def _put_transformers(shell: Any, value: Any) -> None:
    for held, parts in zip(_transformers(shell), value):
        held[:] = parts


def _put_magic(shell: Any, key: Any, value: Any) -> None:
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


def _visited(shell: Any) -> Accessors:
    """The folders that `%cd` has visited, and the folders to which `%popd` returns."""
    return {
        "": (
            lambda _: tuple(shell.user_ns["_dh"]),
            lambda _, value: shell.user_ns["_dh"].__setitem__(slice(None), value),
        ),
        "stack": (
            lambda _: tuple(shell.dir_stack),
            lambda _, value: shell.dir_stack.__setitem__(slice(None), value),
        ),
    }


def _parallel(m: Any) -> Values:
    return getattr(m._backend, "config", m.default_parallel_config)


_config = _configured(lambda m: m.get_config(), lambda m, option: m.set_config(**option))
_jobs = _configured(
    _parallel, lambda m, option: setattr(m._backend, "config", {**_parallel(m), **option})
)
_special = _configured(lambda m: m.geterr(), lambda m, option: m.seterr(**option))


def _open_figures(m: types.ModuleType) -> Values:
    """The figures that pyplot holds open, by number: the last one is the current figure."""
    figures = tuple(m.Gcf.figs.items())
    return {"": figures} if figures else {}


def _put_open_figures(m: Any, _: object, value: Any) -> None:
    m.Gcf.figs.clear()
    m.Gcf.figs.update(() if value is ABSENT else value)


def library_families(shell: Any) -> list[Family]:
    """The families of libraries and of a shell."""
    return [
        Family("pandas.options", "pandas._config.config", _pandas_options, _put_pandas_option),
        Family("numpy.options", "numpy", _numpy_options, _put_numpy_option),
        Family("sklearn.options", "sklearn", *_config),
        Family("xgboost.options", "xgboost.config", *_config),
        Family("joblib.options", "joblib.parallel", *_jobs),
        Family("matplotlib.options", "matplotlib", _rc, _put_rc),
        Family(PYPLOT, "matplotlib._pylab_helpers", _open_figures, _put_open_figures),
        Family("scipy.options", "scipy.special", *_special),
        attributes("torch.options", "torch", _TORCH),
        attributes("pyarrow.options", "pyarrow", _PYARROW),
        Family("polars.options", "polars.config", _polars_options, _put_polars_option),
        Family(
            "display",
            "IPython",
            lambda _: _formats(shell),
            lambda _, key, value: _put_format(shell, key, value),
        ),
        Family(
            FIGURE_FORMATS,
            "IPython",
            lambda _: _figure_formats(shell),
            lambda _, key, value: _put_figure_format(shell, key, value),
        ),
        Family(
            MAGICS,
            "IPython",
            lambda _: _magics(shell),
            lambda _, key, value: _put_magic(shell, key, value),
        ),
        attributes(
            TRANSFORMERS,
            "IPython",
            {
                "": (
                    lambda _: tuple(map(tuple, _transformers(shell))),
                    lambda _, value: _put_transformers(shell, value),
                )
            },
        ),
        attributes("folders", "IPython", _visited(shell)),
        attributes(
            FUTURE,
            "IPython",
            {
                "flags": (
                    lambda _: shell.compile.flags,
                    lambda _, value: setattr(shell.compile, "flags", value),
                )
            },
        ),
    ]


FOLLOWING = {
    INTERPRETER: (
        "sys.settings",
        "time zone",
        "locale",
        "warnings",
        "numpy.options",
        "scipy.options",
        "pandas.options",
    ),
    BACKEND: ("matplotlib.options",),
    "decimal.flags": ("decimal",),
}
"""World locations that are as these families are, whatever else is recorded of them."""
