"""Exceptions that a signal has raised in the middle of a statement: an interrupt of the kernel, or
a time limit of the notebook. Such an exception belongs to the notebook, also when it appeared in
the agent's code, and propagates from there.

Unsound: an interrupt is missed that library code catches, or that reaches an `except` which has
caught another error in the statement before.
"""

from __future__ import annotations

import _signal
import types
from typing import TYPE_CHECKING, Any

from ..objects.cpython import raises_at

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import CodeType, TracebackType

INTERRUPTED = "was interrupted"
"""A reason: a signal stopped the statement, and no script stops there."""

UNTRACED = "tracing was interrupted"
"""A reason: some changes of the statement are unknown."""


def is_signalled(error: Any) -> bool:
    """Whether a signal has raised an error that appeared in the code of the agent. Any other
    `Exception` there is a fault of the agent.
    """
    return not isinstance(error, Exception) or _is_of_handler(error)


def is_interrupt(error: Any) -> bool:
    """Whether a signal has raised an error in the notebook's code, at a time that no script can
    repeat.
    """
    if error is None:
        return False
    if _is_of_handler(error):
        return True
    if not isinstance(error, KeyboardInterrupt):
        return False
    last = None
    for tb in _entries(error):
        last = tb
    return last is None or not raises_at(last.tb_frame.f_code, last.tb_lasti)


def _is_of_handler(error: Any) -> bool:
    found = map(_signal.getsignal, _signal.valid_signals())
    handlers = {_code_of(handler) for handler in found if callable(handler)} - {None}
    return bool(handlers) and any(tb.tb_frame.f_code in handlers for tb in _entries(error))


def _code_of(handler: Any) -> CodeType | None:
    """The code of the handler of a signal; None: the handler has no code."""
    handler = getattr(handler, "func", handler)
    handler = getattr(handler, "__func__", handler)
    if not isinstance(handler, types.FunctionType):
        handler = getattr(type(handler), "__call__", None)
    return getattr(handler, "__code__", None)


def _entries(error: Any) -> Iterator[TracebackType]:
    tb = error.__traceback__
    while tb is not None:
        yield tb
        tb = tb.tb_next
