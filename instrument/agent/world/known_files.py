"""Files and folders used by the notebook: only changes of these matter."""

from __future__ import annotations

import time


class KnownFiles:
    """`files` and `folders` by path; `old_folders`: folders older than the kernel, which began at
    `started`; `databases`: paths of databases, in the order of their opening.
    """

    def __init__(self) -> None:
        self.files: set[str] = set()
        self.folders: set[str] = set()
        self.old_folders: set[str] = set()
        self.databases: dict[str, None] = {}
        self.started = time.time()
