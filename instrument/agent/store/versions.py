"""The versions of Python, the platform and the installed packages, also for a process of its own."""

from __future__ import annotations

import json
import os
import platform
import re
import sys
from typing import Any

_DISTRIBUTION = re.compile(r"(.+)-([^-]+)\.(?:dist|egg)-info")


def versions() -> dict[str, Any]:
    return {
        "version": sys.version,
        "system": " ".join([platform.system(), platform.machine(), *platform.libc_ver()]),
        "packages": packages(),
    }


def packages() -> dict[str, str]:
    """The installed packages with their versions."""
    found: dict[str, str] = {}
    for folder in sys.path:
        try:
            names = os.listdir(folder) if folder else []
        except OSError:
            continue
        for name in sorted(names):
            match = _DISTRIBUTION.fullmatch(name)
            if match is not None:
                found.setdefault(match[1].lower().replace("-", "_"), match[2])
    return found


if __name__ == "__main__":
    del sys.path[0]
    print(json.dumps({**versions(), "python": sys.executable, "path": sys.path}))
