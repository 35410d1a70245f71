"""The answers of kinds about objects. Reads all cases as JSON lines, and prints a list with the answers
to each as JSON, or `skipped`.

`make` binds `o`. `owner`, `parts` and `apart` are expressions: the alias root, objects to which `o`
leads, and others. `fields`: the fields of accesses of `o`. `changes`: the fields that differ after
a statement; null where `o` has no snapshot. `columns`: the attribute that a stub declares for the
columns of the class. Without an `owner`, `o` is its own.
"""

import ast
import importlib
import json
import os
import sys

sys.path.insert(
    0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "instrument")
)
from agent.kinds.columns import COLUMNS
from agent.kinds.comparing import changed_fields, snapshot_of
from agent.kinds.kind import Uncopied
from agent.kinds.owners import alias_root
from agent.kinds.registry import kind_of
from agent.objects.hidden import HIDDEN
from agent.values.digest import digest
from agent.values.kept_copies import Copier


def made(case):
    scope = {"__name__": "__main__"}
    exec(case["make"], scope)
    HIDDEN.fresh()
    if "columns" in case:
        COLUMNS.declare(type(scope["o"]), case["columns"])
    return scope


def fields_of(access, scope):
    node = ast.parse(access, mode="eval").body
    obj = scope["o"]
    if isinstance(node, ast.Attribute):
        return kind_of(obj).attribute_fields(obj, node.attr)
    key = eval(compile(ast.Expression(node.slice), "key", "eval"), scope)
    return kind_of(obj).item_fields(obj, key)[0]


def changes(case, statement):
    scope = made(case)
    before = snapshot_of(scope["o"], scope)
    exec(statement, scope)
    return sorted(changed_fields(scope["o"], before, scope))


def is_copied(obj):
    try:
        return digest(Copier().copy(obj)) == digest(obj)
    except Uncopied:
        return False


def answers(case):
    try:
        importlib.import_module(case.get("needs", "sys"))
    except ImportError:
        return {"skipped": case["needs"]}
    scope = made(case)
    obj = scope["o"]
    found = {
        "owner": alias_root(obj) is eval(case.get("owner", "o"), scope),
        "fields": {access: fields_of(access, scope) for access in case.get("fields", ())},
        "lent": kind_of(obj).shows_lent_memory(obj),
    }
    parts = list(kind_of(obj).parts(obj, scope))
    for name, wanted in (("parts", True), ("apart", False)):
        found[name] = [
            each
            for each in case.get(name, ())
            if any(part is eval(each, scope) for part in parts) is wanted
        ]
    if "changes" in case:
        found["changes"] = (
            snapshot_of(obj, scope)
            if case["changes"] is None
            else {statement: changes(case, statement) for statement in case["changes"]}
        )
    if "copied" in case:
        found["copied"] = is_copied(obj)
    return found


print(json.dumps([answers(json.loads(line)) for line in sys.stdin]))
