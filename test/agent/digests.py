"""Whether digests tell values apart. One case as JSON on the command line; the answer as JSON,
or `skipped`.

`make` defines what `value` and `other` need, which are expressions of different values: `same` and
`differs` say what their digests do.
"""

import importlib
import json
import os
import sys

sys.path.insert(
    0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "instrument")
)
from agent.values.digest import digest


def main(case):
    try:
        importlib.import_module(case.get("library", "sys"))
    except ImportError:
        return {"skipped": case["library"]}
    scope = {"__name__": "__main__"}
    exec(case["make"], scope)
    first, again, other = (digest(eval(case[key], scope)) for key in ("value", "value", "other"))
    return {"same": first == again, "differs": first != other}


print(json.dumps(main(json.loads(sys.argv[1]))))
