"""Handlers of logs: those of the notebook, and those behind a call that logs."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from ..objects.classes import is_notebook_class

if TYPE_CHECKING:
    from typing import Any

    from ..objects.locations import Namespace


def log_handlers(namespace: Namespace) -> list[Any]:
    """Handlers of the notebook's in loggers: any code may find a logger by its name."""
    logging = sys.modules.get("logging")
    if logging is None:
        return []
    loggers = [logging.root, *logging.Logger.manager.loggerDict.values()]
    held = [handler for logger in loggers for handler in getattr(logger, "handlers", ())]
    return [handler for handler in held if is_notebook_class(type(handler), namespace)]


LOGS = frozenset(
    {
        "debug",
        "info",
        "warning",
        "warn",
        "error",
        "critical",
        "exception",
        "log",
        "handle",
        "callHandlers",
    }
)


def logging_to(callee: Any) -> tuple[list[Any], list[Any]]:
    """The loggers and handlers behind a logging call (`callee` is a method of a logger, or a
    function of `logging`), and the streams and record lists that these change. The process's own
    streams hold no state.
    """
    through, kept = [], []
    if getattr(callee, "__name__", None) in LOGS:
        live = sys.modules["sys"]
        own = (live.stdout, live.stderr, live.__stdout__, live.__stderr__)
        logger = getattr(callee, "__self__", sys.modules["logging"].root)
        while issubclass(type(logger), sys.modules["logging"].LoggerAdapter):
            through.append(logger)
            logger = logger.logger
        while logger is not None:
            handlers = list(getattr(logger, "handlers", ()))
            for handler in handlers:
                # a `MemoryHandler` hands on its records
                target = getattr(handler, "target", None)
                handlers += [] if target is None or target in handlers else [target]
            through += [logger, *handlers]
            found = [
                getattr(handler, name, None)
                for handler in handlers
                for name in ("stream", "buffer", "queue")
            ]
            kept += [
                obj for obj in found if obj is not None and not any(obj is stream for stream in own)
            ]
            logger = (
                getattr(logger, "parent", None) if getattr(logger, "propagate", False) else None
            )
    return through, kept
