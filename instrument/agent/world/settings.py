"""Settings: state of the process and of Python's own modules that is a value, so that it can be
taken and put back.

A `Family` is what one world location stands for (`environ`, `warnings` …), as a dictionary from
keys to values that are compared and kept. Those of libraries are in `library_settings`. It does not
know which cell has set what.
"""

from __future__ import annotations

import itertools
import sys
from typing import TYPE_CHECKING

from .log_files import open_again

if TYPE_CHECKING:
    import types
    from collections.abc import Callable
    from typing import Any, TypeAlias

    from ..objects.libraries import Tensor
    from ..objects.locations import Token

    Values: TypeAlias = dict[Any, Any]
    """The values of a family, by key."""
    Getter: TypeAlias = Callable[[Any], Values]
    """Reads the values of a family from its module."""
    Accessors: TypeAlias = dict[str, tuple[Callable[[Any], Any], Callable[[Any, Any], object]]]
    """By key, the functions that read a value from a module and that set it."""

ABSENT = object()
"""In place of a value: there is none under this key."""


class Family:
    """One world location. `read(module)` gives its values by key; `put(module, key, value)` sets
    one, or takes it away (ABSENT). `module` has to be loaded; an unfinished or foreign one raises,
    and is taken as not there.
    """

    def __init__(
        self, location: Token, module: str, read: Getter, put: Callable[[Any, Any, Any], object]
    ) -> None:
        self.location = location
        self.module = module
        self._read = read
        self._put = put

    def read(self) -> Values:
        module = sys.modules.get(self.module)
        if module is None:
            return {}
        try:
            return self._read(module)
        except Exception:
            return {}

    def put(self, key: Any, value: Any) -> None:
        self._put(sys.modules[self.module], key, value)


def attributes(location: Token, module: str, getters: Accessors) -> Family:
    """A family of functions that get and set one value each: `getters` has `(get, set)` by key, as
    functions of the module.
    """

    def read(m: Any) -> Values:
        return {key: get(m) for key, (get, _) in getters.items()}

    def put(m: Any, key: Any, value: Any) -> None:
        if value is not ABSENT:
            getters[key][1](m, value)

    return Family(location, module, read, put)


CHANGEABLE = frozenset({list, dict, set})


def plain(value: Any) -> Any:
    """A copy of a list, dictionary or set, which code may change in place; any other value itself."""
    return value.copy() if type(value) in CHANGEABLE else value


def same(a: object, b: object) -> bool:
    """Whether two values of a setting are the same, whatever their classes think of comparing."""
    if a is b:
        return True
    try:
        return type(a) is type(b) and bool(a == b)
    except Exception:
        return False


# -- the environment, the working directory, sys
# ------------------------------------------------------------


def _read_environ(m: Any) -> Values:
    return dict(m.environ._data)


def _put_environ(m: Any, key: Any, value: object) -> None:
    name = m.fsdecode(key)
    if value is ABSENT:
        m.environ.pop(name, None)
    else:
        m.environ[name] = m.fsdecode(value)
    if name == "TZ" and "time" in sys.modules:
        sys.modules["time"].tzset()


def _umask(m: types.ModuleType) -> int:
    mask = m.umask(0o077)
    m.umask(mask)
    return mask


def _read_path(m: types.ModuleType) -> Values:
    return {"": (m.path, tuple(m.path))}


def _put_path(m: Any, key: object, value: Any) -> None:
    path, entries = value
    path[:] = entries
    m.path = path


def _stack_size(m: types.ModuleType) -> int:
    # (asking is setting)
    module = m.modules["_thread"]
    size = module.stack_size()
    module.stack_size(size)
    return size


_SYS = {
    "recursion limit": (lambda m: m.getrecursionlimit(), lambda m, v: m.setrecursionlimit(v)),
    "switch interval": (lambda m: m.getswitchinterval(), lambda m, v: m.setswitchinterval(v)),
    "stack size": (_stack_size, lambda m, v: m.modules["_thread"].stack_size(v)),
    "profile": (lambda m: m.getprofile(), lambda m, v: m.setprofile(v)),
    "digits": (
        lambda m: getattr(m, "get_int_max_str_digits", int)(),
        lambda m, v: v and m.set_int_max_str_digits(v),
    ),
}
_TRACING = {
    "frames": (
        lambda m: m.is_tracing() and m.get_traceback_limit(),
        lambda m, v: m.start(v) if v else m.stop(),
    )
}
_FAULTS = {"enabled": (lambda m: m.is_enabled(), lambda m, v: m.enable() if v else m.disable())}
_GC = {
    "enabled": (lambda m: m.isenabled(), lambda m, v: m.enable() if v else m.disable()),
    "threshold": (lambda m: m.get_threshold(), lambda m, v: m.set_threshold(*v)),
}
_LOCALE = {"": (lambda m: m.setlocale(m.LC_ALL), lambda m, v: m.setlocale(m.LC_ALL, v))}
_ZONE = {"zone": (lambda m: m.tzname, lambda m, v: m.tzset())}
_SOCKET = {
    "timeout": (lambda m: m.getdefaulttimeout(), lambda m, v: m.setdefaulttimeout(v)),
    "opener": (
        lambda m: getattr(sys.modules.get("urllib.request"), "_opener", None),
        lambda m, v: setattr(sys.modules["urllib.request"], "_opener", v),
    ),
}
_CALENDAR = {"first weekday": (lambda m: m.firstweekday(), lambda m, v: m.setfirstweekday(v))}


def _read_signals(m: Any) -> Values:
    # of the interrupt, the kernel changes it around each cell
    return {
        number: m.getsignal(number)
        for number in (m.SIGALRM, m.SIGUSR1, m.SIGUSR2, m.SIGTERM, m.SIGHUP, m.SIGPIPE)
    }


def _put_signal(m: Any, key: object, value: object) -> None:
    if value is not None and value is not ABSENT:
        m.signal(key, value)


# -- warnings, logging, decimal, csv, random
# ------------------------------------------------------------------


def _read_warnings(m: Any) -> Values:
    shows = (m.showwarning, m.formatwarning, getattr(m, "_showwarnmsg_impl", None))
    return {"filters": tuple(m.filters), "default": m.defaultaction, "shows": shows}


def _put_warnings(m: Any, key: str, value: Any) -> None:
    if key == "filters":
        m.filters[:] = value
        m._filters_mutated() if hasattr(m, "_filters_mutated") else m._filters_mutated_lock_held()
    elif key == "default":
        m._setdefaultaction(value) if hasattr(m, "_setdefaultaction") else setattr(
            m, "defaultaction", value
        )
    else:
        m.showwarning, m.formatwarning = value[:2]
        if value[2] is not None:
            m._showwarnmsg_impl = value[2]


def is_known_logger(obj: Any) -> bool:
    """Whether an object is a logger that can be found by its name, whose settings are seen with
    those of all others.
    """
    logging = sys.modules.get("logging")
    if logging is None or not issubclass(type(obj), logging.Logger):
        return False
    return obj is logging.root or logging.Logger.manager.loggerDict.get(obj.name) is obj


def _read_logging(m: Any) -> Values:
    found: Values = {
        "disabled": m.root.manager.disable,
        "names": (dict(m._levelToName), dict(m._nameToLevel)),
        "warnings": m._warnings_showwarning,
    }
    for logger in [m.root, *m.Logger.manager.loggerDict.values()]:
        own = vars(logger)
        if "level" in own:
            state = (
                own["level"],
                own["disabled"],
                own["propagate"],
                tuple(map(_handler, own["handlers"])),
                tuple(own["filters"]),
            )
            if state != _NEW_LOGGER:
                found["logger", own["name"]] = state
    return found


_NEW_LOGGER = (0, False, True, (), ())


def _handler(handler: Any) -> tuple[Any, ...]:
    own = vars(handler)
    return (
        handler,
        own.get("level"),
        own.get("formatter"),
        tuple(own.get("filters", ())),
        own.get("_closed", False),
    )


def _put_logging(m: Any, key: Any, value: Any) -> None:
    if key == "disabled":
        m.disable(value)
    elif key == "warnings":
        m._warnings_showwarning = value
    elif key == "names":
        for table, entries in zip((m._levelToName, m._nameToLevel), value):
            table.clear()
            table.update(entries)
    else:
        logger = m.root if key[1] == "root" else m.getLogger(key[1])
        level, logger.disabled, logger.propagate, handlers, filters = (
            _NEW_LOGGER if value is ABSENT else value
        )
        logger.handlers[:] = [handler for handler, *_ in handlers]
        for handler, of, formatter, filtered, closed in handlers:
            handler.level, handler.formatter, handler.filters[:] = of, formatter, filtered
            if not closed and vars(handler).get("_closed", False):
                open_again(handler) if isinstance(handler, m.FileHandler) else setattr(
                    handler, "_closed", False
                )
        logger.filters[:] = filters
        # (which forgets what is enabled)
        logger.setLevel(level)


_CONTEXT = ("prec", "rounding", "Emin", "Emax", "capitals", "clamp")


def _read_decimal(m: Any) -> Values:
    found = {}
    for name, context in (("current", m.getcontext()), ("new", m.DefaultContext)):
        found[name] = (*(getattr(context, key) for key in _CONTEXT), dict(context.traps))
    # (which also code without probes raises)
    found["flags"] = dict(m.getcontext().flags)
    return found


def _put_decimal(m: Any, key: Any, value: Any) -> None:
    context = m.DefaultContext if key == "new" else m.getcontext()
    if key == "flags":
        for signal, raised in value.items():
            context.flags[signal] = raised
        return
    for name, part in zip(_CONTEXT, value):
        setattr(context, name, part)
    for signal, trapped in value[-1].items():
        context.traps[signal] = trapped


def _read_csv(m: Any) -> Values:
    return {
        "limit": m.field_size_limit(),
        **{("dialect", name): m.get_dialect(name) for name in m.list_dialects()},
    }


def _put_csv(m: Any, key: Any, value: Any) -> None:
    if key == "limit":
        m.field_size_limit(value)
    elif value is ABSENT:
        m.unregister_dialect(key[1])
    else:
        m.register_dialect(key[1], value)


def _read_reducers(m: Any) -> Values:
    # (by the class, so that what a library adds for its own is told apart)
    return dict(m.dispatch_table)


def _put_reducers(m: Any, key: Any, value: object) -> None:
    if value is ABSENT:
        m.dispatch_table.pop(key, None)
    else:
        m.dispatch_table[key] = value


def _read_sqlite(m: Any) -> Values:
    return {"adapters": dict(m.adapters), "converters": dict(m.converters)}


def _put_sqlite(m: Any, key: Any, value: Any) -> None:
    table = getattr(m, key)
    table.clear()
    table.update(value)


def _put_numpy_stream(m: Any, key: object, value: Any) -> None:
    m._rand.set_state(value.value)


class _State:
    """A state with arrays in it, which is compared as bytes or as text."""

    def __init__(self, value: Any) -> None:
        self.value = value
        inner = value["state"]
        self.text = (
            (inner["key"].tobytes(), inner["pos"], value["has_gauss"], value["gauss"])
            if "key" in inner
            else repr(value)
        )

    def __eq__(self, other: object) -> bool:
        return type(other) is _State and self.text == other.text


def _torch_state(m: Any) -> Tensor:
    return m.default_generator.get_state()


class _Tensor:
    """The same of torch."""

    def __init__(self, value: Tensor) -> None:
        self.value = value
        self.text = value.numpy().tobytes()

    def __eq__(self, other: object) -> bool:
        return type(other) is _Tensor and self.text == other.text


def _numbers(holder: Callable[[Any], Any], name: str) -> Accessors:
    """A counter by which threads or processes are named: the next number."""
    return {
        "": (
            lambda m: int(repr(_count_of(getattr(holder(m), name)))[len("count(") : -1]),
            lambda m, v: setattr(
                holder(m), name, _like(getattr(holder(m), name), itertools.count(v))
            ),
        )
    }


def _count_of(counter: Any) -> Any:
    return getattr(counter, "__self__", counter)


def _like(counter: object, count: Any) -> object:
    return count if type(counter) is itertools.count else count.__next__


FAMILIES = [
    Family("environ", "os", _read_environ, _put_environ),
    attributes("cwd", "os", {"": (lambda m: m.getcwd(), lambda m, v: m.chdir(v))}),
    attributes("umask", "os", {"": (_umask, lambda m, v: m.umask(v))}),
    Family("sys.path", "sys", _read_path, _put_path),
    attributes("sys.settings", "sys", _SYS),
    attributes("tracemalloc.settings", "tracemalloc", _TRACING),
    attributes("faulthandler.settings", "faulthandler", _FAULTS),
    attributes("gc.settings", "gc", _GC),
    attributes(
        "gc.callbacks",
        "gc",
        {"": (lambda m: tuple(m.callbacks), lambda m, v: m.callbacks.__setitem__(slice(None), v))},
    ),
    attributes("locale", "locale", _LOCALE),
    attributes("time zone", "time", _ZONE),
    attributes("network.settings", "socket", _SOCKET),
    attributes("calendar", "calendar", _CALENDAR),
    Family("signal.handlers", "signal", _read_signals, _put_signal),
    Family("warnings", "warnings", _read_warnings, _put_warnings),
    Family("logging", "logging", _read_logging, _put_logging),
    Family("decimal", "decimal", _read_decimal, _put_decimal),
    Family("csv.settings", "_csv", _read_csv, _put_csv),
    Family("sqlite3.settings", "sqlite3", _read_sqlite, _put_sqlite),
    Family("copyreg", "copyreg", _read_reducers, _put_reducers),
    attributes("threads.names", "threading", _numbers(lambda m: m, "_counter")),
    attributes(
        "workers.names",
        "concurrent.futures.thread",
        _numbers(lambda m: m.ThreadPoolExecutor, "_counter"),
    ),
    attributes(
        "processes.names", "multiprocessing.process", _numbers(lambda m: m, "_process_counter")
    ),
    attributes("random", "random", {"": (lambda m: m.getstate(), lambda m, v: m.setstate(v))}),
    Family(
        "numpy.random",
        "numpy.random.mtrand",
        lambda m: {"": _State(m._rand.get_state(legacy=False))},
        _put_numpy_stream,
    ),
    Family(
        "torch.random",
        "torch",
        lambda m: {"": _Tensor(_torch_state(m))},
        lambda m, key, value: m.default_generator.set_state(value.value),
    ),
]
COMPARED = {
    family.location: family
    for family in FAMILIES
    if family.location in ("cwd", "environ", "decimal", "logging", "warnings")
}
"""Those that a declared call may set as they are (`os.chdir`, `logging.basicConfig` once more), or
that a context manager puts back: whether they have changed is seen at the end of the statement.
"""
