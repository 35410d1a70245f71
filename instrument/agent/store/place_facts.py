"""Facts by which another machine finds out whether its cells find the same: versions, and the
environment.
"""

from __future__ import annotations

import re
from typing import Any

from .surroundings import digest_of, environment
from .versions import versions

_OF_MACHINE = re.compile(
    r"PATH|HOME|USER|LOGNAME|USERNAME|SHELL|HOST\w*|MACHTYPE|OSTYPE|VIRTUAL_ENV\w*|CONDA\w*|PYTHONHOME"
    r"|TMPDIR|TEMP|TMP|PYENV\w*|NVM\w*|LS_\w+|LESS\w*"
)
"""Variables of the environment that differ on each machine. Runs that read the environment count by all
variables.
"""


def facts() -> dict[str, Any]:
    found = environment()
    general = {name: value for name, value in found.items() if not _OF_MACHINE.fullmatch(name)}
    return {**versions(), "environ": digest_of(found), "general": digest_of(general)}
