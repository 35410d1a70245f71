"""Kinds: a file for each family of objects, which answers all questions about them: the owner of the
storage, fields, parts, the state and its changes, a copy, a digest.

The machinery asks `KINDS.of(cls)`, and knows no library.
"""

from . import (
    arrays,
    blocks,
    classes,
    compiled,
    containers,
    contexts,
    elements,
    figures,
    functions,
    groups,
    indexers,
    kernel,
    lent,
    suspended,
    symbolic,
    tables,
    tensors,
    views,
    windows,
)
from .registry import KINDS

for family in (
    arrays,
    blocks,
    classes,
    compiled,
    containers,
    contexts,
    elements,
    figures,
    functions,
    groups,
    indexers,
    kernel,
    lent,
    suspended,
    symbolic,
    tables,
    tensors,
    views,
    windows,
):
    KINDS.declare(family.FAMILY)
