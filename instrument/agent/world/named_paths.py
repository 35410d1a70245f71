"""Files, folders and patterns that a text names between quotes, as SQL does: `SELECT * FROM 'data/*.csv'`.

Unsound: paths that are put together in such a text.
"""

import os
import re

from ..objects.locations import WHOLE
from .files import record_file
from .paths import absolute, exists, isdir, real, text_of

_QUOTED = re.compile(r"""(?<!\bto )'((?:[^']|'')*)'|"([^"]*)\"""", re.IGNORECASE)
_LONGEST = 1_000
_TEXT = 100_000
"""Characters of a text that are looked at."""


def may_be_path(text, recorder):
    """Whether a text looks like a path, or is a name that the notebook has used for a file or folder."""
    if not 0 < len(text) <= _LONGEST or "\n" in text or "\0" in text or "://" in text:
        return False
    if "." in text or os.sep in text:
        return True
    known = absolute(text)
    return known in recorder.files or known in recorder.folders


def read_named_paths(recorder, value):
    """Read the files that a text names, or that it is the path of, with all in a folder; also those in a list of them."""
    if type(value) in (list, tuple):
        for part in value:
            read_named_paths(recorder, part)
        return
    try:
        text = "" if type(value) is bytes else text_of(value)
    except TypeError:
        return
    quoted = [one or other for one, other in _QUOTED.findall(text[:_TEXT])]
    for path in quoted or [text]:
        if may_be_path(path, recorder) and ("*" in path or exists(path) or real(path) in recorder.files):
            record_file(recorder, path, "r")
            if real(path) in recorder.folders and isdir(path):
                # all that is in a folder that the notebook has written into
                recorder.read("file", WHOLE)
