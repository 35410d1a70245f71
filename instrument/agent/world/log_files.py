"""Handlers of `logging` that write to files: any code logs through them, so they stay as they are,
and go on with whatever is put under their path. It does not know which cell has made them.
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
"""Handlers that have no file, and go on at the end of it once there is one under their path."""


def open_logs(path: str) -> list[Any]:
    """The handlers that have the file under a path open."""
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
    """One that was closed is not closed any more."""
    handler._closed = False
    _WAITING.add(handler)


def go_on() -> None:
    """Those that wait go on at the end of their files, where there are any."""
    for handler in [each for each in _WAITING if os.path.exists(each.baseFilename)]:
        _WAITING.discard(handler)
        if handler.stream is None and not handler._closed:
            mode, handler.mode = handler.mode, "a"
            try:
                handler.stream = handler._open()
            except OSError:
                # it opens it when it next writes, as one does that was made so
                pass
            finally:
                handler.mode = mode
