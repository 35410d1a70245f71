"""The agent in an IPython shell: rewrites cells, brackets statements, and reports one trace for each run.

Hooks: an AST transformer, `run_code` (called once per module-level statement), and the pre/post cell events. A fault of
ours is contained: the statement or cell is reported as uninstrumented and runs plain.
"""

import ast
import builtins
import os
import re
import sys
import threading
import time
import weakref

from .apply_effects import ApplyEffects
from .effects import UNBOUND, Effects, is_quiet
from .locations import ATOMIC, GLOBALS, WHOLE, key_field
from .objects import is_notebook_class
from .plain_code import PlainCode
from .probes import Probes
from .reach import Reach
from .recorder import DEFAULT_BUDGET, Recorder
from .rewrite import Rewriter
from .world import World, strip_frames

_MISSING = object()
_MANAGED = frozenset({"In", "Out", "_dh", "_oh", "_ih", "exit", "quit", "get_ipython", "_i", "_ii", "_iii"})
_INPUTS = re.compile(r"^(In|_ih|_i|_ii|_iii|_i\d+)$")
_OLDER = frozenset({"__", "___"})
_RESULT = re.compile(r"^_\d+$")


class Run:
    """One run of a cell while it is traced."""

    def __init__(self, number):
        self.number = number
        self.plans = None
        self.tree = None
        self.index = 0
        self.statements = []
        self.fault = None
        self.spent = 0.0


class Agent:
    """Ties the probes to a shell. `send(trace)` is called once per run, before the shell reports it finished."""

    def __init__(self, shell, library, send, budget=DEFAULT_BUDGET):
        self.shell = shell
        self.send = send
        self.namespace = shell.user_ns
        self.recorder = Recorder(self.namespace)
        self.recorder.budget = budget
        self.recorder.on_switch = self.widen
        self.reach = Reach(self.recorder)
        self.effects = Effects(library)
        applied = self.applied = ApplyEffects(self.recorder, self.reach, self.effects)
        self.world = World(self.recorder, applied)
        self.probes = Probes(self.recorder, self.reach, self.effects, applied, self.fault)
        self.probes.calls.special.shell = shell
        self.probes.calls.special.watch_process = self.watch_process
        self.probes.calls.before_library = self.before_library
        self.process = None
        self.modules = 0
        self.plain = PlainCode()
        self.run = None
        self.shadow = {}
        self.streams = None
        self.threads = 0
        self.next_block = 0
        self.pending_number = None
        self.enabled = True
        self.original_run_code = None

    # -- installation ---------------------------------------------------------------------------------------

    def install(self):
        shell = self.shell
        self.probes.install()
        self.world.install()
        shell.ast_transformers.append(self)
        self.original_run_code = shell.run_code
        shell.run_code = self.run_code
        self.original_showtraceback = shell.showtraceback
        shell.showtraceback = self.showtraceback
        shell.events.register("pre_run_cell", self.pre_run_cell)
        shell.events.register("post_run_cell", self.post_run_cell)
        self.shadow = dict(self.namespace)
        self.recorder.tokens.name_world(self.namespace.get("Out"), "Out")

    def showtraceback(self, *args, **kwargs):
        strip_frames(sys.exc_info()[1])
        return self.original_showtraceback(*args, **kwargs)

    # -- a run ----------------------------------------------------------------------------------------------

    def number(self):
        """The execution's number, from the request's metadata (a kernel) or `pending_number` (a plain shell)."""
        if self.pending_number is not None:
            return self.pending_number
        kernel = getattr(self.shell, "kernel", None)
        if kernel is None:
            return None
        metadata = kernel.get_parent().get("metadata", {})
        return metadata.get("sluice", {}).get("exec")

    def pre_run_cell(self, info=None):
        if self.recorder.current is not None:
            return
        self.run = None
        if not self.enabled:
            return
        number = self.number()
        if number is None:
            return
        self.run = Run(number)
        if self not in self.shell.ast_transformers:
            self.shell.ast_transformers.append(self)
        self.probes.ensure()

    def visit(self, tree):
        """The AST transformer: called for the cell, and again by magics such as `%time` while a statement runs."""
        run = self.run
        if run is None:
            return tree
        started = time.perf_counter()
        try:
            if self.recorder.current is not None:
                return self.rewrite_nested(tree)
            if run.plans is not None:
                return tree
            if not declares_properly(tree):
                return tree
            new, plans = self.rewriter().rewrite(tree)
            run.plans = plans
            run.tree = tree
            return new
        except Exception as fault:
            if run.plans is None:
                run.fault = describe(fault)
            else:
                self.fault(fault)
            return tree
        finally:
            run.spent += time.perf_counter() - started

    def rewriter(self):
        return Rewriter(self.new_key, self.register, self.safe)

    def rewrite_nested(self, tree):
        new, plans = self.rewriter().rewrite(tree, display_last=False)
        for plan in plans:
            self.read_names(plan.reads)
            self.recorder.current.plan = plan.joined(self.recorder.current.plan)
        return new

    def new_key(self):
        self.next_block += 1
        return self.next_block

    def register(self, key, reads, stores):
        self.recorder.blocks[key] = (tuple(reads), tuple(stores))

    def safe(self, name, keywords):
        """Whether calling this global name in a light copy needs no probe."""
        value = self.namespace.get(name, _MISSING)
        if value is _MISSING:
            value = getattr(builtins, name, _MISSING)
        if value is _MISSING or type(value) in ATOMIC:
            return False
        found = self.effects.find(value)
        return found is not None and found.receiver is UNBOUND and is_quiet(found.spec, keywords)

    # -- statements -----------------------------------------------------------------------------------------

    async def run_code(self, code, result=None, *, async_=False):
        run = self.run
        if run is None or self.recorder.current is not None:
            return await self.original_run_code(code, result, async_=async_)
        if run.plans is None or run.index >= len(run.plans):
            if run.fault is None:
                run.fault = "the cell was not rewritten"
            return await self.original_run_code(code, result, async_=async_)
        plan = run.plans[run.index]
        run.index += 1
        started = time.perf_counter()
        self.begin(plan, code)
        run.spent += time.perf_counter() - started
        failed = True
        try:
            failed = await self.original_run_code(code, result, async_=async_)
            return failed
        finally:
            started = time.perf_counter()
            self.finish(bool(failed))
            run.spent += time.perf_counter() - started

    def begin(self, plan, code):
        self.probes.calls.filenames.add(code.co_filename)
        self.plain.remember(code.co_filename, self.run.tree)
        self.plain.patch()
        self.streams = None
        self.threads = threading.active_count()
        self.modules = len(sys.modules)
        self.world.name_streams()
        self.probes.stacks.items = []
        recorder = self.recorder
        recorder.begin(plan)
        for name, value in self.changes():
            recorder.escape("%s was changed outside of any cell" % name)
            self.shadow[name] = value
        self.read_names(plan.reads)

    def read_names(self, names):
        recorder = self.recorder
        for name in names:
            if _INPUTS.match(name):
                recorder.escape("reads the input history through %s" % name)
            elif name in _OLDER:
                recorder.escape("reads an older result through %s" % name)
            recorder.read_name(name)

    def changes(self):
        """(name, value) of globals that are not what they were, IPython's own excepted."""
        shadow = self.shadow
        found = []
        for name, value in self.namespace.items():
            if shadow.get(name, _MISSING) is not value and name not in _MANAGED and not _INPUTS.match(name):
                found.append((name, value))
        return found

    def before_library(self):
        """The first library call of a statement: from here on the random streams are watched."""
        if self.streams is None:
            self.streams = self.world.streams()

    def watch_process(self):
        """A command may change the environment or the working directory."""
        if self.process is None:
            self.process = (dict(os.environ), os.getcwd())

    def report_imports(self):
        """Modules were loaded: their files are read, found through `sys.path` and the working directory."""
        recorder = self.recorder
        for module in list(sys.modules.values())[self.modules :]:
            file = getattr(module, "__file__", None)
            if isinstance(file, str) and os.path.realpath(file) in recorder.files:
                self.applied.file(file, "r")
        for obj in (sys.path, sys.modules):
            token = recorder.tokens.peek(obj)
            if token in recorder.written:
                recorder.read(token, WHOLE)
        for world in ("cwd", "environ"):
            if world in recorder.written:
                recorder.read(world, WHOLE)

    def report_process(self):
        environ, cwd = self.process
        self.process = None
        now = dict(os.environ)
        for name in environ.keys() | now.keys():
            if environ.get(name) != now.get(name):
                self.recorder.mutate("environ", key_field(name), "compared")
        if os.getcwd() != cwd:
            self.applied.file(os.getcwd(), "r")
            self.recorder.mutate("cwd", WHOLE, "compared")

    def finish(self, failed):
        recorder = self.recorder
        statement = recorder.current
        statement.failed = failed
        try:
            recorder.budget, kept = 10**9, recorder.budget
            statement.budget = 10**9
            if not statement.on:
                # what was stored since the switch in things that are still there
                statement.covered = {}
                self.widen_names(statement)
                statement.covered = {}
                statement.iterated = []
            recorder.report_sizes()
            if statement.watched is not None:
                statement.watched.report()
            if len(sys.modules) != self.modules:
                self.report_imports()
            if self.process is not None:
                self.report_process()
            if self.streams is not None:
                self.world.report(self.streams)
            self.report_names(statement, failed)
            if threading.active_count() > self.threads:
                recorder.escape("a thread that was started here goes on", lasting=True)
        except Exception as fault:
            self.fault(fault)
        finally:
            recorder.budget = kept
            recorder.end()
            self.probes.stacks.items = []
        self.run.statements.append(statement)
        statement.iterated = []
        statement.watched = None
        statement.sizes = {}
        statement.covered = {}
        statement.walked = {}
        recorder.tokens.sweep()

    def report_names(self, statement, failed):
        recorder = self.recorder
        shadow = self.shadow
        namespace = self.namespace
        changed = set()
        for name, value in self.changes():
            changed.add(name)
            self.released(name)
            shadow[name] = value
            recorder.write(GLOBALS, name)
            if name[:1] != "_":
                statement.values |= self.reach.written_within(value)
            if _RESULT.match(name):
                recorder.write("Out", "i:" + name[1:])
        for name in [n for n in shadow if n not in namespace]:
            self.released(name)
            del shadow[name]
            changed.add(name)
            statement.deleted.add(name)
            recorder.deleted.add(name)
            recorder.write(GLOBALS, name)
        stored = set(statement.plan.stores)
        for key in statement.blocks:
            for name in recorder.blocks.get(key, ((), ()))[1]:
                if name not in changed and name in namespace:
                    recorder.mutate(GLOBALS, name)
        for name in stored:
            if name not in changed and name in namespace:
                if failed:
                    recorder.mutate(GLOBALS, name)
                else:
                    recorder.write(GLOBALS, name)

    def released(self, name):
        """A name lets go of its object: `__del__` and weak references to it may notice."""
        old = self.shadow.get(name)
        ours = 0 if self.recorder.tokens.peek(old) is None else 1
        # libraries keep weak references to their own objects everywhere; only the notebook's are of interest
        weak = weakref.getweakrefcount(old) > ours and is_notebook_class(type(old), self.namespace)
        if weak or hasattr(type(old), "__del__"):
            self.recorder.read(GLOBALS, name)
            self.reach.deep_read(old)
            self.recorder.current.covered.clear()
        if weak:
            self.recorder.mutate("weakref", WHOLE)

    def widen(self, statement):
        """Tracing of this statement switches off: one deep read covers what its light copies will read.

        Unsound: a value that only an unfinished expression of an instrumented copy holds (`box[f()] = stack.pop()`) is
        found at the end of the statement, and only if it is still reachable then.
        """
        roots = list(statement.iterated)
        frame = sys._getframe(1)
        while frame is not None:
            if frame.f_globals is self.namespace and frame.f_code.co_name != "<module>":
                roots.extend(frame.f_locals.values())
            frame = frame.f_back
        self.widen_names(statement, roots)

    def widen_names(self, statement, roots=()):
        """A deep read of the statement's names and the given objects, through functions and their globals."""
        names = [n for n in statement.plan.names if n in self.namespace]
        for name in names:
            self.recorder.read(GLOBALS, name, "widened")
        values = [self.namespace[n] for n in names]
        try:
            self.reach.deep_read(*values, *roots, kind="widened", follow_globals=True)
        except Exception as fault:
            self.fault(fault)

    def fault(self, fault):
        if self.run is not None:
            self.run.fault = describe(fault)
        self.recorder.escape("tracing failed (%s)" % describe(fault), lasting=True)

    # -- questions outside any cell -------------------------------------------------------------------------

    def locate(self, expression):
        """Every location that evaluating an expression reads and its value reaches; None when it cannot be evaluated."""
        try:
            tree, plans = self.rewriter().rewrite(ast.parse(expression, mode="exec"))
            code = compile(ast.Expression(tree.body[0].value), "<symbol>", "eval")
        except (SyntaxError, AttributeError, IndexError):
            return None
        statement = self.recorder.begin(plans[0])
        try:
            self.read_names(plans[0].reads)
            self.reach.deep_read(eval(code, self.namespace))
        except Exception:
            return None
        finally:
            self.recorder.end()
        return [list(location) for location in statement.reads]

    # -- the trace ------------------------------------------------------------------------------------------

    def post_run_cell(self, result=None):
        run = self.run
        if run is None or self.recorder.current is not None:
            return
        self.run = None
        started = time.perf_counter()
        if run.plans and run.index == 0 and run.fault is None and getattr(result, "error_before_exec", None) is None:
            run.fault = "another tool has replaced the shell's run_code"
        trace = self.trace(run, result)
        run.spent += time.perf_counter() - started
        trace["ms"] = round(run.spent * 1000, 3)
        try:
            self.send(trace)
        except Exception as fault:
            sys.stderr.write("sluice: the trace could not be sent (%s)\n" % fault)

    def trace(self, run, result):
        symbols = {}
        peek = self.recorder.tokens.peek
        for name, value in list(self.namespace.items()):
            if name[:1] != "_":
                token = peek(value)
                if token is not None and token not in symbols:
                    symbols[token] = name
        used = {key[0] for s in run.statements for key in [*s.reads, *s.writes]}
        figures = sys.modules.get("matplotlib._pylab_helpers")
        drawn = figures is not None and not figures.Gcf.figs
        return {
            "exec": run.number,
            "instrumented": run.fault is None,
            "fault": run.fault,
            "planned": len(run.plans) if run.plans is not None else 0,
            "statements": [statement_record(s) for s in run.statements],
            "symbols": {t: n for t, n in symbols.items() if t in used},
            "closed": ["matplotlib.figure"] if drawn and "matplotlib.figure" in self.recorder.written else [],
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
        "escapes": [[reason, line, lasting] for (reason, lasting), line in statement.escapes.items()],
        "widened": not statement.on,
    }


def declares_properly(tree):
    """Whether CPython accepts the cell's `global` and `nonlocal` statements: rewriting moves them, which would hide a
    SyntaxError.
    """
    if not any(isinstance(node, (ast.Global, ast.Nonlocal)) for node in ast.walk(tree)):
        return True
    try:
        compile(tree, "<check>", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        return True
    except SyntaxError:
        return False


def describe(fault):
    return "%s: %s" % (type(fault).__name__, str(fault)[:200])
