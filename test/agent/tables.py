"""Tables as the agent gives them to pages. One case as JSON on the command line; the answer as
JSON, or `skipped`.

`make` makes the value `t`; `sort` is `[column, descending]` or missing. The value is compared with
what it was before, unless `compared` is false.
"""

import base64
import importlib
import io
import json
import os
import pickle
import sys

sys.path.insert(
    0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "instrument")
)
from agent.values import tables


PLAIN = {"name": "t", "version": 1, "sort": None, "rows": [0, 50], "columns": [0, 50]}


def read_again(case, scope, wanted):
    """The cells of the table that its library reads from the saved Parquet, or why there is none."""
    written = tables.file(scope, json.dumps({**wanted, "form": "parquet"}))
    if "problem" in written:
        return written["problem"]
    content = io.BytesIO(base64.b64decode(written["content"]))
    table = importlib.import_module(case["library"]).read_parquet(content)
    return tables.page({"t": table}, json.dumps(PLAIN))["cells"]


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
    kept = {"filters": case.get("filters", []), "search": case.get("search", "")}
    wanted = {"name": "t", "version": 1, "sort": order, **kept, **part}
    page = tables.page(scope, json.dumps(wanted))
    if "problem" in page:
        return page
    # the code gives the rows of the page
    coded = case["code"] and eval(case["code"], scope) if "code" in case else None
    written = tables.file(scope, json.dumps({**wanted, "form": "csv"}))
    columns = [
        tables.column(scope, json.dumps({"name": "t", "column": at}))
        for at in range(page["shape"][1])
    ]
    return {
        "page": page,
        "columns": columns,
        "csv": written.get("content", ""),
        "parquet": read_again(case, scope, wanted) if "parquet" in case else None,
        "coded": None if coded is None else tables.page({"t": coded}, json.dumps(PLAIN))["cells"],
        "same": before == b"" or before == pickle.dumps(scope["t"]),
    }


print(json.dumps(main(json.loads(sys.argv[1]))))
