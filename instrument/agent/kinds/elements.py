"""xml.etree: elements, which make the dictionary of their attributes at the first look-up."""

from __future__ import annotations

from .kind import Family, Kind


class Elements(Kind):
    """Elements of a tree."""

    hands_out = True


FAMILY = Family(modules={"xml.etree.ElementTree": Elements()})
