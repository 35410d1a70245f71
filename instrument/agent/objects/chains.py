"""Classes of which every use is one chain of reads and writes: their objects are windows on a file
or database.
"""

from __future__ import annotations

import re
import sys

from .attributes import home
from .kept_in_c import KEPT_IN_C

PIXELS = "PIL.pixels"
"""The world object that stands for all images whose pixels have been handed out by `Image.load`:
what that gives does not say whose they are.
"""
CHAINS = {
    "sqlite3": "sqlite3",
    "h5py": "h5py",
    "pandas.io.pytables": "pandas.io.pytables",
    "mmap": "file",
    "PIL.Image": PIXELS,
    "lxml.etree": "lxml.etree",
    "duckdb": "duckdb",
}
"""Modules of which every use is one chain, and the world object they stand for: a memory map of which
nobody knows the file may show any.
"""
CHAINED = {
    "sqlite3": "sqlite3",
    "mmap": "mmap",
    "lxml.etree": "lxml.etree",
    "lxml.html": "lxml.etree",
    **{"h5py._hl." + part: "h5py" for part in ("files", "group", "dataset", "attrs")},
}
_OF_DUCKDB = ("DuckDBPyConnection", "DuckDBPyRelation")
_VALUES = (tuple, str, int, frozenset)
_PARSING = re.compile("Parse|Registry|Log|TempStore|Context")


def belongs_to_parser(kind: type) -> bool:
    """Whether a class is a parser of lxml's or part of one, which shows no tree."""
    return home(kind) in ("lxml.etree", "lxml.html") and _PARSING.search(kind.__name__) is not None


def chain_of(kind: type) -> str | None:
    """For classes whose objects are windows on a file or database, in every use: the module that
    stands for all of them.
    """
    name = kind.__name__
    if name == "HDFStore":
        return "pandas.io.pytables" if home(kind).startswith("pandas") else None
    if name in _OF_DUCKDB and home(kind) in ("_duckdb", "duckdb.duckdb"):
        # cursors share their connection's database
        return "duckdb"
    if name == "PixelAccess" and home(kind) == "builtins":
        return "PIL.Image"
    if home(kind).startswith("sqlalchemy.") and "sqlite3" in sys.modules:
        # (of metaclasses, the classes are no windows)
        stays = issubclass(kind, (*_VALUES, type)) or KEPT_IN_C.is_fixed(kind)
        return None if stays else "sqlite3"
    return (
        None
        if belongs_to_parser(kind) and not name.endswith("Registry")
        else CHAINED.get(home(kind))
    )
