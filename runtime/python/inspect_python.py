"""Says what this interpreter is, in one line: path, version, whether it can make environments,
whether it has ipykernel, the version of its Jupyter server, or nothing, and its implementation.

A file, since `python -c` imports what is in the current folder. `find_spec` does not import: asking
costs 30 ms instead of half a second.
"""

import sys
from importlib.util import find_spec

can_make = find_spec("venv") and find_spec("ensurepip")
server = ""
if find_spec("jupyter_server"):
    from importlib.metadata import version

    server = version("jupyter_server")
facts = [
    sys.executable,
    ".".join(map(str, sys.version_info[:3])),
    str(bool(can_make)),
    str(bool(find_spec("ipykernel"))),
    server,
    "free-threaded" if "t" in getattr(sys, "abiflags", "") else sys.implementation.name,
]
print("|".join(facts))
