"""Makes the agent's modules from source text inside a kernel, without touching its user namespace.

Runs with PAYLOAD in its globals: JSON of `sources` (full module name to text), `library` (the
packed effects library) and `config`. A `cache` in `config` is the prefix of files with the compiled
modules, one for each version of Python.
"""

import builtins
import importlib
import importlib.util
import json
import marshal
import os
import sys
import types
from importlib.machinery import ModuleSpec

PACKAGE = "_sluice"
KEPT_FILES = 8
"""So many versions of Python and of the agent have their compiled modules on the disk."""
KEPT = frozenset(
    {
        "_signal", "ast", "base64", "collections", "dis", "functools", "gc", "hashlib", "inspect", "itertools", "json", "locale", "operator", "os",
        "pkgutil", "re", "shlex", "sys", "sysconfig", "threading", "time", "tokenize", "types", "weakref", "zlib",
    }
)  # fmt: skip
"""Modules copied for the agent: a notebook may replace functions in them (`time.time = lambda: 0`).
The agent must not notice, and must work as before.
"""


class Sources:
    """Finds and executes the agent's modules, for as long as they are loaded (the import system's
    finder and loader).
    """

    def __init__(self, codes):
        self.codes = codes
        self.packages = {name.rpartition(".")[0] for name in codes}
        self.copies = {}

    def find_spec(self, name, path=None, target=None):
        if name not in self.codes:
            return None
        return ModuleSpec(name, self, is_package=name in self.packages)

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        # a copy: a notebook may put its own `len` into the builtins
        module.__dict__["__builtins__"] = dict(vars(builtins))
        exec(self.codes[module.__name__], module.__dict__)
        for key, value in list(vars(module).items()):
            if type(value) is types.ModuleType and value.__name__ in KEPT:
                setattr(
                    module, key, self.copies.get(key) or self.copies.setdefault(key, copy_of(value))
                )


def load(sources, cache=None):
    """Create the package and all of its modules in `sys.modules`."""
    finder = Sources(compiled(sources, cache))
    sys.meta_path.insert(0, finder)
    try:
        for name in sources:
            importlib.import_module(name)
    finally:
        sys.meta_path.remove(finder)
        finder.codes.clear()
    return sys.modules[PACKAGE]


def compiled(sources, cache):
    """The code of the modules by their names: from the cache, or compiled, which takes 0.16 s of
    every start of a kernel.
    """
    file = "%s-%s-%d" % (cache, importlib.util.MAGIC_NUMBER.hex(), sys.flags.optimize)
    try:
        if cache is not None:
            with open(file, "rb") as kept:
                return marshal.loads(kept.read())
    except (OSError, EOFError, ValueError, TypeError):
        pass  # no readable file
    codes = {
        name: compile(text, "<sluice %s>" % name[len(PACKAGE) + 1 :], "exec")
        for name, text in sources.items()
    }
    if cache is not None:
        keep(codes, file)
    return codes


def keep(codes, file):
    """Write the file at once, so that a reader sees all of it or nothing, and remove the oldest of
    its folder.

    Nothing is written without the parent folder: then another machine has named the folder.
    """
    folder = os.path.dirname(file)
    fresh = "%s.%d" % (file, os.getpid())
    try:
        if not os.path.isdir(folder):
            os.mkdir(folder)
        with open(fresh, "wb") as out:
            out.write(marshal.dumps(codes))
        os.replace(fresh, file)
        files = sorted(
            (os.path.join(folder, name) for name in os.listdir(folder)), key=os.path.getmtime
        )
        for old in files[:-KEPT_FILES]:
            os.remove(old)
    except OSError:
        pass  # the next start compiles again


def copy_of(module):
    copy = types.ModuleType(module.__name__)
    copy.__dict__.update(vars(module))
    return copy


def load_payload():
    """Return the payload, and the package made of it."""
    payload = json.loads(PAYLOAD)  # pyright: ignore[reportUndefinedVariable]
    return payload, load(payload["sources"], payload["config"].get("cache"))


def start(shell, send):
    """Install the probes in a shell. `send(trace)` is called once per run."""
    return install(shell, *load_payload(), send, send)


def refuse_others():
    """Raise an error in an interpreter beyond the agent's reach: the agent keeps objects alive by
    reference counts, and needs the threads of the notebook to stop for it.
    """
    kind = "free-threaded" if "t" in getattr(sys, "abiflags", "") else sys.implementation.name
    if kind != "cpython":
        raise NotImplementedError("the kernel is %s, and not an ordinary CPython" % kind)


def install(shell, payload, package, send, send_outside):
    """Install a loaded payload. `send_outside`: for work outside of any run."""
    refuse_others()
    budget = payload["config"].get("budget", package.record.budget.DEFAULT_BUDGET)
    agent = package.hooks.Agent(shell, payload["library"], send, send_outside, budget)
    agent.install()
    package.agent = agent
    name = payload["config"].get("name")
    package.state = lambda shell: [name, shell.execution_count]
    return agent


def start_in_kernel(shell, target):
    """Install the probes in a kernel's shell. Traces of cells go with the replies, traces of work
    outside of cells to each comm opened to `target`.

    With `probes` false in the configuration only the modules are loaded (to take digests).
    """
    payload, package = load_payload()
    gate = package.output.gate.Gate(shell.kernel)
    if not payload["config"].get("probes", True):
        gate.install()
        return
    agent = install(shell, payload, package, gate.attach, lambda trace: None)
    gate.install()

    def opened(comm, message):
        agent.outside.send_to(comm.send)

    shell.kernel.comm_manager.register_target(target, opened)
