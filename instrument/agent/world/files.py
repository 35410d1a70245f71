"""Files and addresses as locations: what reading or writing a path touches."""

import re

from ..objects.kinds import is_handle
from ..objects.locations import WHOLE
from .paths import dirname, isabs, real, stat, text_of

_PATTERN = re.compile(r"[*?\[]")


def record_file(recorder, path, mode):
    """A file is read ("r"), written anew ("w") or updated ("rw"). An open handle stands for its file."""
    if is_handle(path):
        path = getattr(path, "name", None)
    if type(path) is int:
        _record_descriptor(recorder, mode)
        return
    try:
        text = text_of(path)
    except TypeError:
        return
    if "\n" in text or text.startswith("<"):
        return
    if "://" in text:
        if mode == "r":
            recorder.read("network", WHOLE)
        else:
            recorder.mutate("network", WHOLE)
        return
    if mode == "r" and _PATTERN.search(text):
        # `read_csv("data/*.csv")`: any file may match
        recorder.read("file", WHOLE)
    if not isabs(text):
        recorder.read("cwd", WHOLE)
    text = real(text)
    parent = dirname(text)
    while len(parent) > 1:
        # a folder that the notebook made
        if parent in recorder.files:
            recorder.read("file", parent)
        parent = dirname(parent)
    if mode != "r":
        recorder.files.add(text)
        if "umask" in recorder.written:
            recorder.read("umask", WHOLE)
    if "links" in recorder.written:
        _record_inode(recorder, text, mode)
    if mode == "r":
        recorder.read("file", text)
    elif mode == "w":
        recorder.write("file", text)
    else:
        recorder.mutate("file", text)


def _record_inode(recorder, path, mode):
    """The file itself, once the notebook has made hard links: it may have other paths."""
    try:
        found = stat(path)
    except OSError:
        return
    inode = "inode %d:%d" % (found.st_dev, found.st_ino)
    if mode == "r":
        recorder.read("file", inode)
    else:
        recorder.mutate("file", inode)


def _record_descriptor(recorder, mode):
    """An open file that is known by its number only: any file, once the notebook has made descriptors itself."""
    if "descriptors" in recorder.written:
        recorder.mutate("descriptors", WHOLE)
        if mode == "r":
            recorder.read("file", WHOLE)
        else:
            recorder.mutate("file", WHOLE)
