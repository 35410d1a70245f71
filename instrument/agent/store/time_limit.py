"""A limit for code of libraries that may never end: an alarm of the system interrupts it.

Only the main thread has alarms, and Windows has none: there, and where the notebook has set an alarm
itself, nothing is interrupted.
"""

from __future__ import annotations

import contextlib
import signal
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

_AGAIN = 0.5
"""Seconds between two alarms: code may catch the first one."""


class Late(BaseException):
    """The time is over. (No `except Exception` of a library is to catch this.)"""


@contextlib.contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raises Late in the code inside, some seconds after its begin."""
    if (
        not hasattr(signal, "setitimer")
        or threading.current_thread() is not threading.main_thread()
        or signal.getitimer(signal.ITIMER_REAL)[0] > 0
    ):
        yield
        return
    is_inside = True

    def rang(number: int, frame: Any) -> None:
        if is_inside:
            raise Late

    before = signal.signal(signal.SIGALRM, rang)
    try:
        signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.001), _AGAIN)
        yield
    finally:
        is_inside = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL if before is None else before)
