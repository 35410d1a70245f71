"""The variables of running functions."""

from __future__ import annotations

import inspect
import sys
from typing import TYPE_CHECKING

from .cpython import FRAMES_KEEP_VARIABLES, named

if TYPE_CHECKING:
    import types
    from collections.abc import Mapping
    from typing import Any


def local_values(frame: types.FrameType) -> Mapping[str, Any]:
    """The local variables of a frame, by name. Before Python 3.13 the frame keeps the dictionary
    that is made for this: what the variables stand for would live on in it until the function ends,
    and `ndarray.resize` would find itself referred to. So they are taken out of it, unless the
    notebook's code has it as well (`kept = locals()`): that is brought up to date here, as by
    another `locals()`.
    """
    found = frame.f_locals
    if not frame.f_code.co_flags & inspect.CO_OPTIMIZED:
        # the namespace of a module or class
        return found
    values = dict(found)
    # (after a trace function, Python takes the variables out of the dictionary again)
    if FRAMES_KEEP_VARIABLES and sys.getrefcount(found) <= _ALONE and sys.gettrace() is None:
        code = frame.f_code
        # (other names in the dictionary stay: `exec` puts them there)
        for name in (*code.co_varnames, *code.co_cellvars, *code.co_freevars):
            found.pop(name, None)
    return values


_ALONE = named()
