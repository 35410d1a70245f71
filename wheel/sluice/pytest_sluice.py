"""
A pytest plugin: `pytest --sluice` makes each stored output of a notebook a test, and one test more
that the notebook runs. The notebook runs once, in a private copy of its folder, by `sluice reproduce`;
a test passes if the output comes out again, if need be after normalisers.

It uses the standard library and pytest only, and holds no comparison of its own.
"""

import json
import os
import shlex
import shutil
import subprocess
import sys

import pytest

LONGEST_TEXT = 2000
"""The characters of a stored or new text in a message."""


def pytest_addoption(parser):
    group = parser.getgroup("sluice", "notebooks, by Sluice")
    group.addoption(
        "--sluice",
        action="store_true",
        default=False,
        help="collect notebooks: each stored output is a test that it comes out again",
    )
    group.addoption(
        "--sluice-args",
        default="",
        metavar="OPTIONS",
        help="options for sluice reproduce, as in --sluice-args '--normalize none --timeout 60'",
    )


def pytest_collect_file(file_path, parent):
    is_wanted = parent.config.getoption("--sluice") and file_path.suffix == ".ipynb"
    if is_wanted and ".ipynb_checkpoints" not in file_path.parts:
        return NotebookFile.from_parent(parent, path=file_path)
    return None


class NotebookFile(pytest.File):
    """A notebook. It runs when its first test runs."""

    found = None

    def collect(self):
        yield RunItem.from_parent(self, name="runs")
        for position, (cell, outputs) in enumerate(self._code_cells(), 1):
            for item in items_of(outputs):
                yield OutputItem.from_parent(
                    self, name=f"cell {position} {item}", cell=cell, position=position, item=item
                )

    def _code_cells(self):
        try:
            notebook = json.loads(self.path.read_text(encoding="utf-8-sig"))
            cells = notebook["cells"] if "cells" in notebook else notebook["worksheets"][0]["cells"]
            code = [cell for cell in cells if cell.get("cell_type") == "code"]
            return [(cell.get("id"), cell.get("outputs") or []) for cell in code]
        except (OSError, ValueError, LookupError, TypeError, AttributeError):
            return []  # the test of the run has the reason

    def result(self):
        """What `sluice reproduce` found, or the reason why it found nothing."""
        if self.found is None:
            self.found = reproduce(self.path, self.config.getoption("--sluice-args"))
        return self.found


class NotebookItem(pytest.Item):
    """A test about a notebook."""

    def reportinfo(self):
        return self.path, None, self.name

    def repr_failure(self, excinfo, style=None):
        if isinstance(excinfo.value, Differs):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)


class RunItem(NotebookItem):
    """The notebook runs to its end, and shows nothing that is not stored."""

    def runtest(self):
        result = self.parent.result()
        if result["status"] in ("unreadable", "timeout", "not-python"):
            raise Differs(result.get("why") or result.get("message") or result["status"])
        for cell in result.get("cells", []):
            for item in cell.get("items", []):
                if item["status"] == "extra":
                    raise Differs(message_of(cell, item["item"], "is not in the notebook"))


class OutputItem(NotebookItem):
    """One output of a cell comes out again."""

    def __init__(self, *, cell, position, item, **rest):
        super().__init__(**rest)
        self.cell = cell
        self.position = position
        self.item = item

    def runtest(self):
        result = self.parent.result()
        cells = result.get("cells", [])
        cell = next((each for each in cells if each["index"] == self.position), None)
        found = next(
            (each for each in (cell or {}).get("items", []) if each["item"] == self.item), None
        )
        if cell is None or found is None:
            why = result.get("why") or f"the notebook did not run: {result['status']}"
            raise Differs(f"cell {self.position}: {self.item} was not compared: {why}")
        if found["status"] == "normalized":
            names = ", ".join(found["normalizers"])
            self.user_properties.append(("normalizers", names))
            self.add_report_section("call", "sluice", f"equal after normalisers: {names}")
        elif found["status"] != "same":
            words = "did not come out" if found["status"] == "missing" else "came out otherwise"
            raise Differs(message_of(cell, self.item, words))


class Differs(Exception):
    """An output did not come out as stored. The text is for people."""


def message_of(cell, item, words):
    """The difference of one item with its cause, and where the difference began."""
    lines = [f"cell {cell['index']}: {item} {words}"]
    if cell.get("why"):
        lines.append(f"cause ({cell['cause']}): {cell['why']}")
    if cell.get("first") not in (None, cell["cell"]):
        lines.append(f"it began in cell {cell['first']}")
    for difference in cell.get("differences", []):
        if difference["item"] != item:
            continue
        for name in ("stored", "now"):
            for part in difference[name]:
                lines.append(f"{name} ({part['kind']}): {part['text'][:LONGEST_TEXT]}")
    return "\n".join(lines)


def items_of(outputs):
    """The names of the items of a cell's output, as Sluice compares them."""
    names, displays = [], 0
    for output in outputs:
        kind = output.get("output_type")
        if kind == "stream":
            name = output.get("name", "stdout")
        elif kind == "error":
            name = "error"
        elif kind in ("display_data", "execute_result", "pyout"):
            displays += 1
            name = f"display {displays}"
        else:
            continue
        if name not in names:
            names.append(name)
    return names


def reproduce(path, options):
    """Runs the notebook once; returns the result as an object."""
    command = [*sluice_command(), "reproduce", os.fspath(path), "--json", *shlex.split(options)]
    if "--python" not in options:
        command += ["--python", sys.executable] if has_kernel() else []
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    for line in done.stdout.splitlines():
        found = json.loads(line)
        if found.get("type") == "notebook":
            return found
    why = done.stderr.strip().splitlines()[-1:] or [f"sluice ended with {done.returncode}"]
    return {"status": "unreadable", "cells": [], "why": why[0]}


def sluice_command():
    """The command: SLUICE_COMMAND, or the one beside this Python, or the first on the path."""
    given = os.environ.get("SLUICE_COMMAND")
    if given:
        return shlex.split(given)
    beside = shutil.which("sluice", path=os.path.dirname(sys.executable))
    found = beside or shutil.which("sluice")
    if found is None:
        raise pytest.UsageError(
            "--sluice needs the command sluice on the path, or in SLUICE_COMMAND"
        )
    return [found]


def has_kernel():
    """Whether this Python can run notebooks."""
    try:
        import ipykernel  # noqa: F401
    except ImportError:
        return False
    return True
