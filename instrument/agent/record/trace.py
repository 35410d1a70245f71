"""What is sent about a run: its statements' records, as JSON data (the schema is in `instrument/trace.ts`)."""

import sys

from ..objects.figures import PYPLOT, open_figures
from ..objects.locations import GLOBALS, attribute_field
from ..world.options import AMBIENT, FIGURE_FORMATS

_ALWAYS = frozenset({"display", FIGURE_FORMATS, *AMBIENT})
"""Settings that are there whatever is loaded."""


def run_trace(run, recorder, names):
    """The message of one run. Symbols are the names people use for the objects in it, out of `names` and their values."""
    peek = recorder.tokens.peek
    used = {key[0] for s in run.statements for key in [*s.reads, *s.writes]}
    symbols = {}
    for name, value in recorder.tokens.known(names) if used - {GLOBALS} else ():
        token = peek(value)
        if name[:1] != "_" and token in used and token not in symbols:
            symbols[token] = name
    named = {f for s in run.statements for t, f in [*s.reads, *s.writes] if t == GLOBALS and f in names}
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
        "objects": {name: token for name, token in objects.items() if token is not None},
        "closed": [PYPLOT] if closed else [],
        "replaced": [[token, attribute_field(name), used] for token, name, used in recorder.first_replaced],
        "usesLibraries": recorder.uses_libraries,
        "unset": sorted(name for name in recorder.unset if name in _ALWAYS or name.partition(".")[0] in sys.modules),
        "builtins": sorted(recorder.builtins),
    }


def statement_record(statement):
    plan = statement.plan
    return {
        "ordinal": plan.ordinal,
        "line": plan.line,
        "endLine": plan.end_line,
        "failed": statement.failed,
        "reads": [[t, f, k[0]] for (t, f), k in statement.reads.items()],
        "writes": [[t, f, k[0]] for (t, f), k in statement.writes.items()],
        "values": sorted(statement.values),
        "deleted": sorted(statement.deleted),
        "rebound": sorted(statement.rebound),
        "escapes": [[reason, line, lasting, code] for (reason, lasting, code), line in statement.escapes.items()],
        "widened": not statement.on,
    }


def describe(fault):
    return "%s: %s" % (type(fault).__name__, str(fault)[:200])
