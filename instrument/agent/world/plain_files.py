"""Opens files for the agent's own reads: the file under a name may have become another one. Nothing
is read here.
"""

from __future__ import annotations

import os
from stat import S_ISREG
from typing import TYPE_CHECKING

from .paths import stat

if TYPE_CHECKING:
    from typing import IO

_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_BINARY", 0)
)


def open_plain(path: str) -> IO[bytes]:
    """Open a file for bytes. Raises OSError unless the file is plain: a pipe would wait for ever, a
    device may have no end.
    """
    if not S_ISREG(stat(path).st_mode):
        raise OSError("not a plain file: %s" % path)
    # the file may be another one by now: then open does not wait
    file = os.fdopen(os.open(path, _FLAGS), "rb")
    if S_ISREG(os.fstat(file.fileno()).st_mode):
        return file
    file.close()
    raise OSError("not a plain file: %s" % path)
