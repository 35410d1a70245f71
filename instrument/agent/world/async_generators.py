"""Asynchronous generators left by a loop before their end: the event loop closes them later,
outside of any statement.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from ..objects.callables import has_handlers

if TYPE_CHECKING:
    import types
    from collections.abc import Iterable
    from typing import Any


def closed_later(iterated: Iterable[Any]) -> bool:
    """Whether code of an asynchronous generator will run by itself: of a dropped generator, or of
    one still held by `iterated`.
    """
    asyncio = sys.modules.get("asyncio")
    loop = None if asyncio is None else asyncio._get_running_loop()
    if loop is None:
        return False
    begun = getattr(loop, "_asyncgens", None)
    if begun and any(
        obj in begun and has_more(obj) for obj in iterated if hasattr(type(obj), "ag_frame")
    ):
        return True
    return any(
        _closes(part)
        for handle in list(getattr(loop, "_ready", ()))
        for part in getattr(handle, "_args", None) or ()
    )


def has_more(generator: types.AsyncGeneratorType) -> bool:
    """Whether code remains to run when the generator is closed."""
    return generator.ag_frame is not None and has_handlers(generator.ag_code)


def _closes(part: object) -> bool:
    # the object does not name its generator
    return type(part).__name__ == "async_generator_athrow"
