"""Texts and displayed data that are too long to send: the beginning and the end, with a note about
the part between. This file sends nothing.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from .messages import Content

_PLAIN = "text/plain"
DATA = 10
"""Displayed data (pictures, tables as HTML) may be so many times as long as text."""

_PIECE = 1 << 20
_NOTE = 200
"""Characters of a note at most."""


def dumped(value: object) -> str:
    """The data as text, equal for equal data. No method of objects outside of JSON runs."""
    return json.dumps(value, sort_keys=True, default=lambda other: type(other).__name__)


def size_of(kind: str, content: Content) -> int:
    """The approximate number of characters for which a message of an output counts."""
    if kind == "stream":
        return len(content["text"])
    if kind == "error":
        return len(content["evalue"]) + sum(map(len, content["traceback"]))
    return sum(weight(form, value) for form, value in content.get("data", {}).items())


def weight(form: str, value: object) -> int:
    characters = length_of(value)
    return characters if form == _PLAIN else characters // DATA


def length_of(value: Any) -> int:
    return len(value) if isinstance(value, str) else len(dumped(value))


def shortened(content: Content, most: int) -> Content:
    """Displayed or raised content without parts beyond this number of characters; the same object
    if there are none.
    """
    if "traceback" in content:
        lines = content["traceback"]
        is_long = sum(map(len, lines)) > most
        return {
            **content,
            "ename": shortened_text(content["ename"], most),
            "evalue": shortened_text(content["evalue"], most),
            "traceback": [shortened_text(line, most // len(lines)) for line in lines]
            if is_long
            else lines,
        }
    data = content.get("data")
    if not data or all(weight(form, value) <= most for form, value in data.items()):
        return content
    kept = {
        form: value
        for form, value in data.items()
        if form != _PLAIN and weight(form, value) <= most
    }
    notes = [
        "%s of %s left out here; SHA-256 %s\n"
        % (form, megabytes(length_of(value)), digest_of(value))
        for form, value in data.items()
        if form != _PLAIN and form not in kept
    ]
    plain = data.get(_PLAIN)
    text = shortened_text(plain, most) if isinstance(plain, str) else ""
    return {**content, "data": {**kept, _PLAIN: "".join(notes) + text}}


def shortened_text(text: str, most: int) -> str:
    """The beginning and the end of a text beyond this number of characters."""
    if len(text) <= most:
        return text
    half = max(0, most - _NOTE) // 2
    note = "\n\n… %s left out here; the whole has %d characters, SHA-256 %s …\n\n" % (
        megabytes(len(text) - 2 * half),
        len(text),
        digest_of(text),
    )
    return text[:half] + note + text[len(text) - half :]


def digest_of(value: Any) -> str:
    found = hashlib.sha256()
    add_text(found, value if isinstance(value, str) else dumped(value))
    return found.hexdigest()[:32]


def add_text(digest: Any, text: str) -> None:
    """Adds a text to a digest in pieces: a copy of a long one in another encoding would take as
    much again.
    """
    for start in range(0, len(text), _PIECE):
        digest.update(text[start : start + _PIECE].encode("utf-8", "surrogatepass"))


def megabytes(characters: int) -> str:
    return "%.1f MB" % (characters / 1e6)
