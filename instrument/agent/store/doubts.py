"""Uses without a record: bytes of the system's generator, and connections. They are counted from the
first question of a session with a store; without a store, no function is replaced.

Unsound: libraries of C that connect, or ask the system for random bytes, by themselves.
"""

from __future__ import annotations

import linecache
import os
import random
import re
import socket
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..record.recorder import Recorder

_ON_THE_WAY = frozenset({"os", "uuid", "random", "secrets", "tempfile", __name__})
"""Modules that ask for somebody else."""
_OF_KERNEL = frozenset(
    {"jupyter_client", "ipykernel", "zmq", "tornado", "asyncio", "comm", "joblib", "_sluice"}
)
"""Packages that number messages and the like."""
_SEEDED = re.compile(r"RandomState\(\s*(?!None\b|\))\S")
_LOADING = "importlib._bootstrap"
"""A library that is loaded seeds its own streams, whose draws the record has."""


class Doubts:
    """`count`: by kind, how often since the session began."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.count = {"chance": 0, "network": 0}
        names: list[tuple[Any, str, str]] = [
            (os, "urandom", "chance"),
            (random, "_urandom", "chance"),
            (socket, "getaddrinfo", "network"),
            (socket, "create_connection", "network"),
        ]
        for home, name, kind in names:
            setattr(home, name, self.counted(getattr(home, name), kind))

    def counted(self, real: Callable[..., Any], kind: str) -> Callable[..., Any]:
        def called(*args: Any, **kwargs: Any) -> Any:
            if self.recorder.current is not None and not _is_for_kernel():
                self.count[kind] += 1
            return real(*args, **kwargs)

        called.__name__, called.__qualname__, called.__module__ = (
            real.__name__,
            real.__qualname__,
            real.__module__,
        )
        called.__wrapped__ = real  # pyright: ignore[reportFunctionMemberAccess]
        return called


def _seeds_afterwards(frame: Any) -> bool:
    """Whether a line makes a stream of numpy with a seed: `RandomState` asks the system first, and
    then takes the seed.
    """
    line = linecache.getline(frame.f_code.co_filename, frame.f_lineno)
    return _SEEDED.search(line) is not None


def _is_for_kernel() -> bool:
    """Whether the kernel itself asks, or a library while loading, or a stream with a seed."""
    frame = sys._getframe(2)
    while frame is not None and frame.f_globals.get("__name__") in _ON_THE_WAY:
        frame = frame.f_back
    if frame is None or _seeds_afterwards(frame):
        return True
    if str(frame.f_globals.get("__name__")).partition(".")[0] in _OF_KERNEL:
        return True
    while frame is not None:
        if frame.f_globals.get("__name__") == _LOADING:
            return True
        frame = frame.f_back
    return False
