"""Files and folders that the notebook has used: only changes of these matter."""

from __future__ import annotations

import time


class KnownFiles:
    """`files` and `folders` by path; `old_folders`: folders that were there before the kernel,
    which `started` then; `databases`: paths of databases, in the order in which they were opened.
    """

    def __init__(self) -> None:
        self.files: set[str] = set()
        self.folders: set[str] = set()
        self.old_folders: set[str] = set()
        self.databases: dict[str, None] = {}
        self.started = time.time()
