"""Reads the memory of objects as CPython lays it out. A caller first makes sure that the layout is
as expected. Python other than CPython on 64 bits, or without `ctypes`, has no memory to read.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ctypes import c_int, c_uint64, string_at
else:
    try:
        from ctypes import c_int, c_uint64, string_at
    except ImportError:
        c_int = c_uint64 = string_at = None

IS_READABLE = string_at is not None and sys.implementation.name == "cpython" and sys.maxsize > 2**32

HEAD = object.__basicsize__
"""Bytes that every object begins with."""


def int_at(address: int) -> int:
    """A C int."""
    return c_int.from_address(address).value


def number_at(address: int) -> int:
    """An unsigned number of 64 bits."""
    return c_uint64.from_address(address).value


def bytes_at(address: int, size: int) -> bytes:
    return string_at(address, size)
