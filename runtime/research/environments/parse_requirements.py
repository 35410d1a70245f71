"""Parses requirements with `packaging` (PEP 508): reads a JSON list of texts from a file, prints a
JSON list of what they are. It installs nothing.

Each is `{"type": "package", "text": …}` in the one form that `packaging` writes, `{"type":
"address", "name": …, "text": …}` where it names an address or a file, or `{"type": "wrong"}`.
"""

import json
import sys

from packaging.requirements import InvalidRequirement, Requirement


def parsed(text):
    try:
        found = Requirement(text)
    except InvalidRequirement:
        return {"type": "wrong"}
    if found.url is None:
        return {"type": "package", "text": str(found)}
    return {"type": "address", "name": found.name, "text": str(found)}


with open(sys.argv[1], encoding="utf-8") as file:
    print(json.dumps([parsed(text) for text in json.load(file)]))
