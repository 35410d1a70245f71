"""Runs the cells given as JSON, from the top, and prints their outputs as JSON: text, and errors in
angle brackets. A cell that fails does not stop the others.
"""

import contextlib
import io
import json
import sys

scope = {"__name__": "__main__"}
outputs = []
for source in json.load(sys.stdin):
    told = io.StringIO()
    error = ""
    with contextlib.redirect_stdout(told):
        try:
            exec(compile(source, "<cell>", "exec"), scope)
        except Exception as failure:
            error = "<%s: %s>" % (type(failure).__name__, failure)
    outputs.append(told.getvalue() + error)
print(json.dumps(outputs))
