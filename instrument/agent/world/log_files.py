"""Handlers of `logging` with files: any code logs through these, so the handlers stay, and go on
with the file restored under their path. Which cell made a handler is not known here.
"""

from __future__ import annotations

import os
import sys
import weakref
from typing import TYPE_CHECKING

from .paths import real

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

_WAITING = weakref.WeakSet()
"""Handlers without a file. They go on at its end once a file is under their path."""


def open_logs(path: str) -> list[Any]:
    """The handlers that have this file open."""
    logging: Any = sys.modules.get("logging")
    found = [ref() for ref in getattr(logging, "_handlerList", ())]
    return [
        each
        for each in found
        if isinstance(each, logging.FileHandler)
        and _is_open(each)
        and real(each.baseFilename) == path
    ]


def _is_open(handler: Any) -> bool:
    return getattr(getattr(handler, "stream", None), "closed", True) is False


def descriptors(handlers: Iterable[Any]) -> set[str]:
    """The descriptors of their files, as texts."""
    return {str(handler.stream.fileno()) for handler in handlers}


def let_go(handlers: Iterable[Any]) -> None:
    """They close their files, which are about to be others."""
    for handler in handlers:
        stream, handler.stream = handler.stream, None
        stream.close()
        _WAITING.add(handler)


def open_again(handler: Any) -> None:
    """Mark a closed handler as open."""
    handler._closed = False
    _WAITING.add(handler)


def go_on() -> None:
    """Let waiting handlers go on at the ends of their files, if these exist."""
    for handler in [each for each in _WAITING if os.path.exists(each.baseFilename)]:
        _WAITING.discard(handler)
        if handler.stream is None and not handler._closed:
            mode, handler.mode = handler.mode, "a"
            try:
                handler.stream = handler._open()
            except OSError:
                # the handler opens the file at its next write, as one with `delay` does
                pass
            finally:
                handler.mode = mode
