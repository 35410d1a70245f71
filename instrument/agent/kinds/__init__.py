"""Kinds: a file for each family of objects, which answers all questions about them: the owner of the
storage, fields, parts, the state and its changes, a copy, a digest.

The machinery asks `KINDS.of(cls)`, and knows no library.
"""

import importlib

from .registry import KINDS

_FAMILIES = (
    "arrays",
    "blocks",
    "classes",
    "compiled",
    "containers",
    "contexts",
    "elements",
    "figures",
    "functions",
    "groups",
    "indexers",
    "kernel",
    "lent",
    "memos",
    "suspended",
    "symbolic",
    "tables",
    "tensors",
    "views",
    "windows",
)
for _name in _FAMILIES:
    KINDS.declare(importlib.import_module("." + _name, __name__).FAMILY)
