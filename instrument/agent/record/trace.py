"""The message about a run: the records of its statements, as JSON data (`instrument/trace.ts` has
the schema).
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from ..objects.attributes import home
from ..objects.closure_variable import ClosureVariable
from ..objects.figures import PYPLOT, open_figures
from ..objects.locations import GLOBALS, is_of_object
from ..world.table import AMBIENT, OF_SHELL

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ..run import Run
    from .recorder import Recorder
    from .statement import Statement

_ALWAYS = OF_SHELL.union(AMBIENT)
"""Settings that exist whatever is loaded."""


def run_trace(
    run: Run, recorder: Recorder, names: Mapping[str, Any], first_changes: Iterable[Any] = ()
) -> dict[str, Any]:
    """The message of one run. `names` and their values give symbols, the names that people use for
    objects. `first_changes`: see the file of this name.
    """
    peek = recorder.tokens.peek
    used = {key[0] for s in run.statements for key in [*s.reads, *s.writes]}
    symbols = {}
    objects_used = used - {GLOBALS}
    for name, token in recorder.tokens.named(names, objects_used) if objects_used else ():
        if name[:1] != "_" and token not in symbols:
            symbols[token] = name
    named = {
        f for s in run.statements for t, f in [*s.reads, *s.writes] if t == GLOBALS and f in names
    }
    objects = {name: peek(names[name]) for name in named}
    # shown and closed at the end of the run, as inline backends do
    closed = PYPLOT in recorder.written and not run.figures and not open_figures()
    return {
        "exec": run.number,
        "instrumented": run.fault is None,
        "fault": run.fault,
        "planned": len(run.plans) if run.plans is not None else 0,
        "statements": [statement_record(s) for s in run.statements],
        "symbols": symbols,
        "kinds": _kinds(run, recorder, symbols),
        "objects": {name: token for name, token in objects.items() if token is not None},
        "closed": [PYPLOT] if closed else [],
        "replaced": [*recorder.library.first_changed(), *first_changes],
        "usesLibraries": recorder.library.are_used,
        "unset": sorted(
            name
            for name in recorder.settings.unset
            if name in _ALWAYS or name.partition(".")[0] in sys.modules
        ),
        "builtins": sorted(recorder.global_names.builtins),
        "watched": recorder.watched_files.report(),
    }


NAMELESS = 20
"""The most changed objects without a name whose classes the message tells."""


def _kinds(run: Run, recorder: Recorder, symbols: Mapping[str, str]) -> dict[str, str]:
    """Descriptions of objects without a name that the run has changed, for people."""
    wanted = {
        token
        for s in run.statements
        for token, _ in s.writes
        if is_of_object(token) and token not in symbols
    }
    found = {}
    for entry in list(recorder.tokens.by_id.values()) if wanted else ():
        if entry.token in wanted and len(found) < NAMELESS:
            obj = entry.object()
            _, _, name = recorder.imports.made.get(entry.token, (None, None, None))
            if name is not None:
                found[entry.token] = name
            elif obj is not None:
                found[entry.token] = (
                    "the variable %s of a function" % obj.name
                    if type(obj) is ClosureVariable
                    else _kind(type(obj))
                )
    return found


def _kind(cls: type) -> str:
    name = cls.__name__
    package = home(cls).partition(".")[0]
    article = "an" if name[:1].lower() in "aeiou" else "a"
    return "%s %s%s" % (
        article,
        name,
        "" if package in ("builtins", "__main__", "") else " of " + package,
    )


def statement_record(statement: Statement) -> dict[str, Any]:
    plan = statement.plan
    return {
        "ordinal": plan.ordinal,
        "line": plan.line,
        "endLine": plan.end_line,
        "failed": statement.failed,
        "reads": [[t, f, k[0]] for (t, f), k in statement.reads.items()],
        "writes": [[t, f, k[0]] for (t, f), k in statement.writes.items()],
        "values": sorted(statement.bindings.values),
        "deleted": sorted(statement.bindings.deleted),
        "rebound": sorted(statement.bindings.rebound),
        "escapes": [
            [reason, line, lasting, code]
            for (reason, lasting, code), line in statement.escapes.items()
        ],
        "widened": not statement.on,
    }


def describe(fault: BaseException) -> str:
    return "%s: %s" % (type(fault).__name__, str(fault)[:200])
