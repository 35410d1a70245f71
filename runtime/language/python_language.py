"""Answers questions about Python text by jedi, which every IPython brings along: completions,
signatures, definitions and documentation. One JSON object a line, in and out.

It runs none of the text. A module without Python source (an extension) must be imported before jedi
can read it: only modules of this interpreter are, never files of the notebook's folder.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import jedi
from jedi.inference.compiled import access

if TYPE_CHECKING:
    from typing import Any

OWN_PATH = list(sys.path)
MOST = 500
"""Completions that a person can still look through."""
LONGEST = 4_000

_load = access.load_module


def load_own(inference_state: Any, dotted_name: str, sys_path: list[str]) -> Any:
    """Imports an extension from the interpreter's own path."""
    return _load(inference_state, dotted_name=dotted_name, sys_path=OWN_PATH)


access.load_module = load_own
jedi.settings.auto_import_modules = []
jedi.settings.allow_unsafe_interpreter_executions = False


def script_of(asked: dict[str, Any]) -> jedi.Script:
    project = jedi.Project(
        asked["folder"], sys_path=[*OWN_PATH, asked["folder"]], smart_sys_path=False
    )
    environment = jedi.api.environment.InterpreterEnvironment()
    return jedi.Script(asked["code"], path=asked["path"], project=project, environment=environment)


def complete(script: jedi.Script, line: int, column: int) -> dict[str, Any]:
    found = script.complete(line, column)[:MOST]
    return {"items": [[each.name, each.type] for each in found if each.type != "path"]}


def signatures(script: jedi.Script, line: int, column: int) -> dict[str, Any]:
    found = script.get_signatures(line, column)
    return {
        "signatures": [
            {
                "name": each.name,
                "parameters": [parameter.to_string() for parameter in each.params],
                "active": -1 if each.index is None else each.index,
                "doc": each.docstring(raw=True)[:LONGEST],
            }
            for each in found[:8]
        ]
    }


def goto(script: jedi.Script, line: int, column: int) -> dict[str, Any]:
    found = script.goto(line, column, follow_imports=True, follow_builtin_imports=True)
    return {
        "places": [
            {
                "path": None if each.module_path is None else str(each.module_path),
                "name": each.full_name or each.name,
                "line": each.line or 1,
                "column": each.column or 0,
            }
            for each in found
            if not each.in_builtin_module() or each.module_path is not None
        ]
    }


def describe(script: jedi.Script, line: int, column: int) -> dict[str, Any]:
    found = script.help(line, column) or script.infer(line, column)
    if not found:
        return {"type": None}
    first = found[0]
    signature = first.get_signatures()
    values = script.infer(line, column) if first.type == "statement" else [first]
    value = values[0] if values else first
    kind = {"instance": value.name, "statement": None}.get(value.type, value.type)
    return {
        "type": kind,
        "name": first.full_name or first.name,
        "signature": signature[0].to_string()[:LONGEST] if signature else None,
        "doc": first.docstring(raw=True)[:LONGEST],
    }


ANSWERS = {"complete": complete, "signatures": signatures, "goto": goto, "describe": describe}


def main() -> None:
    for text in sys.stdin:
        asked = json.loads(text)
        try:
            answer = ANSWERS[asked["ask"]](script_of(asked), asked["line"], asked["column"])
        # jedi does not follow all code; the next question may have an answer
        except Exception as fault:
            answer = {"fault": "%s: %s" % (type(fault).__name__, fault)}
        sys.stdout.write(json.dumps({"id": asked["id"], **answer}) + "\n")
        sys.stdout.flush()


main()
