"""State of the process and of Python's own modules as values, which are read and put back: the
functions of its entries in the table of the world.
"""

from __future__ import annotations

import itertools
import sys
from typing import TYPE_CHECKING

from .entry import ABSENT
from .log_files import open_again

if TYPE_CHECKING:
    import types
    from collections.abc import Callable
    from typing import Any

    from .entry import Accessors, Values


# -- the environment, the working directory, sys
# ------------------------------------------------------------


def read_environ(m: Any) -> Values:
    return dict(m.environ._data)


def put_environ(m: Any, key: Any, value: object) -> None:
    name = m.fsdecode(key)
    if value is ABSENT:
        m.environ.pop(name, None)
    else:
        m.environ[name] = m.fsdecode(value)
    if name == "TZ" and "time" in sys.modules:
        sys.modules["time"].tzset()


def umask(m: types.ModuleType) -> int:
    mask = m.umask(0o077)
    m.umask(mask)
    return mask


def read_path(m: types.ModuleType) -> Values:
    return {"": (m.path, tuple(m.path))}


def put_path(m: Any, key: object, value: Any) -> None:
    path, entries = value
    path[:] = entries
    m.path = path


def _stack_size(m: types.ModuleType) -> int:
    # (asking is setting)
    module = m.modules["_thread"]
    size = module.stack_size()
    module.stack_size(size)
    return size


SYS = {
    "recursion limit": (lambda m: m.getrecursionlimit(), lambda m, v: m.setrecursionlimit(v)),
    "switch interval": (lambda m: m.getswitchinterval(), lambda m, v: m.setswitchinterval(v)),
    "stack size": (_stack_size, lambda m, v: m.modules["_thread"].stack_size(v)),
    "profile": (lambda m: m.getprofile(), lambda m, v: m.setprofile(v)),
    "digits": (
        lambda m: getattr(m, "get_int_max_str_digits", int)(),
        lambda m, v: v and m.set_int_max_str_digits(v),
    ),
}
TRACING = {
    "frames": (
        lambda m: m.is_tracing() and m.get_traceback_limit(),
        lambda m, v: m.start(v) if v else m.stop(),
    )
}
FAULTS = {"enabled": (lambda m: m.is_enabled(), lambda m, v: m.enable() if v else m.disable())}
GC = {
    "enabled": (lambda m: m.isenabled(), lambda m, v: m.enable() if v else m.disable()),
    "threshold": (lambda m: m.get_threshold(), lambda m, v: m.set_threshold(*v)),
}
LOCALE = {"": (lambda m: m.setlocale(m.LC_ALL), lambda m, v: m.setlocale(m.LC_ALL, v))}
ZONE = {"zone": (lambda m: m.tzname, lambda m, v: m.tzset())}
SOCKET = {
    "timeout": (lambda m: m.getdefaulttimeout(), lambda m, v: m.setdefaulttimeout(v)),
    "opener": (
        lambda m: getattr(sys.modules.get("urllib.request"), "_opener", None),
        lambda m, v: setattr(sys.modules["urllib.request"], "_opener", v),
    ),
}
CALENDAR = {"first weekday": (lambda m: m.firstweekday(), lambda m, v: m.setfirstweekday(v))}


def read_signals(m: Any) -> Values:
    # the kernel changes the interrupt's around each cell; of these, Windows has only SIGTERM
    names = ("SIGALRM", "SIGUSR1", "SIGUSR2", "SIGTERM", "SIGHUP", "SIGPIPE")
    return {getattr(m, name): m.getsignal(getattr(m, name)) for name in names if hasattr(m, name)}


def put_signal(m: Any, key: object, value: object) -> None:
    if value is not None and value is not ABSENT:
        m.signal(key, value)


# -- warnings, logging, decimal, csv, random
# ------------------------------------------------------------------


def read_warnings(m: Any) -> Values:
    shows = (m.showwarning, m.formatwarning, getattr(m, "_showwarnmsg_impl", None))
    return {"filters": tuple(m.filters), "default": m.defaultaction, "shows": shows}


def put_warnings(m: Any, key: str, value: Any) -> None:
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
    """Whether an object is a logger with a name in `logging`: its settings are compared with all
    others.
    """
    logging = sys.modules.get("logging")
    if logging is None or not issubclass(type(obj), logging.Logger):
        return False
    return obj is logging.root or logging.Logger.manager.loggerDict.get(obj.name) is obj


def read_logging(m: Any) -> Values:
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


def held_by_logging(m: Any) -> tuple[object, ...]:
    """The objects with the settings of logging."""
    return (
        *(m.root, m._levelToName, m._nameToLevel, m.root.manager.loggerDict),
        *(m._handlers, m._handlers.data, m._handlerList),
    )


def _handler(handler: Any) -> tuple[Any, ...]:
    own = vars(handler)
    return (
        handler,
        own.get("level"),
        own.get("formatter"),
        tuple(own.get("filters", ())),
        own.get("_closed", False),
    )


def put_logging(m: Any, key: Any, value: Any) -> None:
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
        # (`setLevel` clears the cache of enabled levels)
        logger.setLevel(level)


_CONTEXT = ("prec", "rounding", "Emin", "Emax", "capitals", "clamp")


def read_decimal(m: Any) -> Values:
    found = {}
    for name, context in (("current", m.getcontext()), ("new", m.DefaultContext)):
        found[name] = (*(getattr(context, key) for key in _CONTEXT), dict(context.traps))
    # (which also code without probes raises)
    found["flags"] = dict(m.getcontext().flags)
    return found


def put_decimal(m: Any, key: Any, value: Any) -> None:
    context = m.DefaultContext if key == "new" else m.getcontext()
    if key == "flags":
        for signal, raised in value.items():
            context.flags[signal] = raised
        return
    for name, part in zip(_CONTEXT, value):
        setattr(context, name, part)
    for signal, trapped in value[-1].items():
        context.traps[signal] = trapped


def read_csv(m: Any) -> Values:
    return {
        "limit": m.field_size_limit(),
        **{("dialect", name): m.get_dialect(name) for name in m.list_dialects()},
    }


def put_csv(m: Any, key: Any, value: Any) -> None:
    if key == "limit":
        m.field_size_limit(value)
    elif value is ABSENT:
        m.unregister_dialect(key[1])
    else:
        m.register_dialect(key[1], value)


def read_reducers(m: Any) -> Values:
    # (by class, to tell apart a library's entries for its own classes)
    return dict(m.dispatch_table)


def put_reducers(m: Any, key: Any, value: object) -> None:
    if value is ABSENT:
        m.dispatch_table.pop(key, None)
    else:
        m.dispatch_table[key] = value


def read_sqlite(m: Any) -> Values:
    return {"adapters": dict(m.adapters), "converters": dict(m.converters)}


def put_sqlite(m: Any, key: Any, value: Any) -> None:
    table = getattr(m, key)
    table.clear()
    table.update(value)


def numbers(holder: Callable[[Any], Any], name: str) -> Accessors:
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


CWD = {"": (lambda m: m.getcwd(), lambda m, v: m.chdir(v))}
UMASK = {"": (umask, lambda m, v: m.umask(v))}
GC_CALLBACKS = {
    "": (lambda m: tuple(m.callbacks), lambda m, v: m.callbacks.__setitem__(slice(None), v))
}
