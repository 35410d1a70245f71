"""Exceptions that a signal has raised in the midst of things: an interrupt of the kernel, or a time
limit of the notebook's own.

Such an exception is the notebook's, also where it came up in our code, and goes on from there.

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
"""Where a statement was stopped, no script will."""

UNTRACED = "tracing was interrupted"
"""What a statement has changed is not known as a whole."""


def is_signalled(error: Any) -> bool:
    """Whether a signal has raised what came up in our code. Anything else that is an `Exception` is
    a fault of ours.
    """
    return not isinstance(error, Exception) or _is_of_handler(error)


def is_interrupt(error: Any) -> bool:
    """Whether a signal has raised an error in the notebook's code, at a time that nobody can
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
    """The code of a signal's handler; None where it has none."""
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
