"""A file with all output of a request, however long. The first output makes the file."""

from __future__ import annotations

import errno
import os
import stat
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .messages import Content


class WholeFile:
    """Printed text, and the text of displayed and raised objects."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.file = None
        self.failure = None

    def write(self, kind: str, content: Content) -> None:
        if self.failure is not None:
            return
        try:
            if self.file is None:
                self.file = open(
                    self.path, "w", encoding="utf-8", errors="surrogatepass", opener=_open_itself
                )
            self.file.write(content["text"] if kind == "stream" else text_of(content) + "\n")
        except OSError as failure:
            self.failure = failure.strerror or str(failure)

    def flush(self) -> None:
        try:
            if self.file is not None and self.failure is None:
                self.file.flush()
        except OSError as failure:
            self.failure = failure.strerror or str(failure)

    def place(self) -> str:
        """The position of the file, in words."""
        if self.failure is not None:
            return "It could not be written to %s: %s." % (self.path, self.failure)
        return "All of it is in %s." % self.path


def _open_itself(path: str, flags: int) -> int:
    """Opens the file itself, not the target of a link or a pipe without a reader, because the
    folder may come from a stranger.
    """
    file = os.open(path, flags | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0), 0o666)
    if stat.S_ISREG(os.fstat(file).st_mode):
        return file
    os.close(file)
    raise OSError(errno.EINVAL, "it is not a plain file")


def text_of(content: Content) -> str:
    if "traceback" in content:
        return "\n".join(content["traceback"])
    return str(content["data"].get("text/plain", ", ".join(content["data"])))
