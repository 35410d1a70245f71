"""Locations that need no further record in a statement, because the statement has written all of
them.
"""

from __future__ import annotations


class Settled(set[object]):
    """Places of objects (`kinds/owners.storage_key`) that the statement has written as a whole,
    pairs of such a place and a key, and calls that change such an object.
    """
