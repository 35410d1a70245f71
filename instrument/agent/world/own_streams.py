"""The kernel's own streams: text written to these is displayed, and is no location."""

from __future__ import annotations

import logging
import sys
from typing import TYPE_CHECKING, Any

from ..objects.locations import OUTPUT

if TYPE_CHECKING:
    from ..objects.tokens import Tokens


class OwnStreams:
    """`standard`: the kernel's `sys.stdout`; `by_id`: the streams of the process, the streams of
    the kernel's log, and all streams behind these.
    """

    def __init__(self, tokens: Tokens) -> None:
        self.standard = sys.stdout
        self.by_id = _own_streams()
        for stream in self.by_id.values():
            tokens.name_world(stream, OUTPUT)


def _own_streams() -> dict[int, Any]:
    found: dict[int, Any] = {}
    loggers = [logging.root, *logging.Logger.manager.loggerDict.values()]
    handlers = [handler for logger in loggers for handler in getattr(logger, "handlers", ())]
    pending: list[Any] = [
        sys.stdout,
        sys.stderr,
        sys.__stdout__,
        sys.__stderr__,
        *(getattr(handler, "stream", None) for handler in handlers),
    ]
    for stream in pending:
        if stream is not None and id(stream) not in found:
            found[id(stream)] = stream
            pending += [getattr(stream, name, None) for name in ("buffer", "raw")]
    return found
