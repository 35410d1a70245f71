"""Options of libraries as values, which are read and put back: the functions of their entries in
the table of the world.
"""

from __future__ import annotations

import sys
import types
from typing import TYPE_CHECKING

from .entry import ABSENT, CHANGEABLE, plain
from .last_reading import LastReading

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .entry import Getter, Values


def pandas_options(m: types.ModuleType) -> Values:
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


def put_pandas_option(m: types.ModuleType, name: str, value: object) -> None:
    if value is ABSENT:
        return
    folder, key = _folder(m, name)
    folder[key] = plain(value)
    option = m._registered_options[name]
    if option.cb is not None:
        option.cb(name)


def numpy_options(m: types.ModuleType) -> Values:
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


def put_numpy_option(m: types.ModuleType, key: object, value: Any) -> None:
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


def rc(m: types.ModuleType) -> Values:
    # without matplotlib's own access, which converts and warns
    found = {
        key: value.copy() if type(value) in CHANGEABLE else value
        for key, value in dict.items(m.rcParams)
    }
    units = sys.modules.get("matplotlib.units")
    if units is not None:
        found["units"] = dict(units.registry)
    return found


def put_rc(m: Any, key: Any, value: object) -> None:
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
    """The functions of an entry, for a library with one function that returns its options and one
    that sets some.
    """
    return (lambda m: dict(get(m)), lambda m, key, value: value is ABSENT or put(m, {key: value}))


TORCH = {
    "dtype": (lambda m: m.get_default_dtype(), lambda m, v: m.set_default_dtype(v)),
    "grad": (lambda m: m.is_grad_enabled(), lambda m, v: m.set_grad_enabled(v)),
    "deterministic": (
        lambda m: m.are_deterministic_algorithms_enabled(),
        lambda m, v: m.use_deterministic_algorithms(v),
    ),
    "threads": (lambda m: m.get_num_threads(), lambda m, v: m.set_num_threads(v)),
}

PYARROW = {
    "threads": (lambda m: m.cpu_count(), lambda m, v: m.set_cpu_count(v)),
    "reading": (lambda m: m.io_thread_count(), lambda m, v: m.set_io_thread_count(v)),
}


def polars_options(m: Any) -> Values:
    found = m.Config.state()
    for name, (get, *_) in getattr(m, "_POLARS_CFG_RUNTIME_VARS", {}).items():
        found["runtime", name] = get()
    return found


def put_polars_option(m: Any, key: Any, value: object) -> None:
    if type(key) is tuple:
        m._POLARS_CFG_RUNTIME_VARS[key[1]][1](value)
    elif key.startswith("set_"):
        getattr(m.Config, key)(value)
    elif value is None:
        sys.modules["os"].environ.pop(key, None)
    else:
        sys.modules["os"].environ[key] = value
    # polars caches the variables
    getattr(sys.modules.get("polars._plr"), "config_reload_env_vars", list)()


def _parallel(m: Any) -> Values:
    return getattr(m._backend, "config", m.default_parallel_config)


config = _configured(lambda m: m.get_config(), lambda m, option: m.set_config(**option))
jobs = _configured(
    _parallel, lambda m, option: setattr(m._backend, "config", {**_parallel(m), **option})
)
special = _configured(lambda m: m.geterr(), lambda m, option: m.seterr(**option))


def open_figures(m: types.ModuleType) -> Values:
    """The open figures of pyplot, by number: the last one is the current figure."""
    figures = tuple(m.Gcf.figs.items())
    return {"": figures} if figures else {}


def put_open_figures(m: Any, _: object, value: Any) -> None:
    m.Gcf.figs.clear()
    m.Gcf.figs.update(() if value is ABSENT else value)


def held_by_matplotlib(m: Any) -> tuple[object, ...]:
    """The options, and how axes show values of a class (`matplotlib.units`), which pandas changes
    as well.
    """
    units = getattr(m, "units", None)
    return (m.rcParams,) if units is None else (m.rcParams, units.registry)


def begin_duckdb(m: Any) -> None:
    """Give duckdb another default connection, with a database of its own in memory."""
    m.set_default_connection(m.connect(":memory:"))
