"""Tables as the agent gives them to pages. One case as JSON on the command line; the answer as
JSON, or `skipped`.

`make` makes the value `t`; `sort` is `[column, descending]` or missing. The value is compared with
what it was before, unless `compared` is false.
"""

import importlib
import json
import os
import pickle
import sys

sys.path.insert(
    0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "instrument")
)
from agent.values import tables


def main(case):
    try:
        importlib.import_module(case["library"])
    except ImportError:
        return {"skipped": case["library"]}
    scope = {}
    exec(case["make"], scope)
    before = pickle.dumps(scope["t"]) if case.get("compared", True) else b""
    sort = case.get("sort")
    part = {"rows": case.get("rows", [0, 50]), "columns": case.get("columns", [0, 50])}
    order = sort and {"column": sort[0], "descending": sort[1]}
    page = tables.page(scope, json.dumps({"name": "t", "version": 1, "sort": order, **part}))
    columns = [
        tables.column(scope, json.dumps({"name": "t", "column": at}))
        for at in range(page["shape"][1])
    ]
    return {
        "page": page,
        "columns": columns,
        "same": before == b"" or before == pickle.dumps(scope["t"]),
    }


print(json.dumps(main(json.loads(sys.argv[1]))))
