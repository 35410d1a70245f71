"""Whether digests tell values apart. One case as JSON on the command line; the answer as JSON,
or `skipped`.

`make` defines what `value` and `other` need, which are expressions of different values: `same` and
`differs` say what their digests do; `confused` lists the exact digests that are equal for both.
"""

import importlib
import json
import os
import sys

sys.path.insert(
    0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "instrument")
)
from agent.kinds.kind import Inexact
from agent.store.portable_digest import portable_digest
from agent.values.digest import digest
from agent.values.exact_digest import exact_digest

SECONDS = 60


def exact(value):
    return exact_digest(value, lambda code: code)


def portable(value):
    try:
        return portable_digest(value, SECONDS)
    except Inexact:
        return None


def main(case):
    try:
        importlib.import_module(case.get("library", "sys"))
    except ImportError:
        return {"skipped": case["library"]}
    scope = {"__name__": "__main__"}
    exec(case["make"], scope)
    value, again, other = (eval(case[key], scope) for key in ("value", "value", "other"))
    return {
        "same": digest(value) == digest(again),
        "differs": digest(value) != digest(other),
        "confused": [
            each.__name__
            for each in (exact, portable)
            if each(value) is not None and each(value) == each(other)
        ],
    }


if __name__ == "__main__":
    print(json.dumps(main(json.loads(sys.argv[1]))))
