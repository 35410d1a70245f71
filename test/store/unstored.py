"""Why values are not stored. One case as JSON on the command line; the reason as JSON.

`make` is the body of `__reduce__` of a value in a module; `into` is a file that takes the bytes.
"""

import json
import os
import sys
import tempfile
import textwrap
import types

sys.path.insert(
    0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "instrument")
)
from agent.store import value_files

MOST = 1_000_000_000
SECONDS = 0.2


def main(case):
    module = sys.modules["sample"] = types.ModuleType("sample")
    body = textwrap.indent(case["make"], "        ")
    exec("class Sample:\n    def __reduce__(self):\n" + body, vars(module))
    if "into" in case:
        opened = os.open
        value_files.os = types.SimpleNamespace(
            **{**vars(os), "open": lambda path, flags, mode=0: opened(case["into"], os.O_WRONLY)}
        )
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "values")
        try:
            value_files.write_values(
                {"x": module.Sample()}, path, MOST, SECONDS, [], (), "/nowhere"
            )
        except value_files.Unstored as reason:
            return {"reason": str(reason)}
    return {"reason": None}


print(json.dumps(main(json.loads(sys.argv[1]))))
