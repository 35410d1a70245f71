"""Makes the agent's modules from source text inside a kernel, without touching its disk or its user namespace.

Run with PAYLOAD in its globals: JSON of `sources` (module name to text), `library` (the packed effects
library) and `config`.
"""

import builtins
import json
import sys
import types

PACKAGE = "_sluice"
ORDER = (
    "locations", "paths", "tensors", "figures", "objects", "aside", "vetted", "sites", "snapshots", "summary", "imports", "statement", "recorder", "scopes", "bindings", "names", "blocks",
    "outline", "rewrite_light", "rewrite_comprehensions", "rewrite_expressions", "rewrite_vetted", "rewrite_loops", "rewrite", "fields", "frames",
    "groups", "kept_walks", "children", "library_state", "walks", "reach",
    "compare", "options", "effects_library", "effects", "arguments", "file_locations", "handed_over",
    "drawing", "apply_effects", "commands", "looked_up", "special_calls", "repeats", "light_calls", "calls", "accesses", "stores", "light_stores", "probes_light", "probes", "world",
    "fingerprint", "plain_code", "kept_values", "kept_copies", "table_kinds", "tables", "variables", "bracket",
    "trace", "outside", "run", "hooks",
)  # fmt: skip
KEPT = frozenset(
    {
        "ast", "base64", "collections", "functools", "gc", "hashlib", "inspect", "itertools", "json", "locale", "operator", "os",
        "pkgutil", "re", "shlex", "sys", "sysconfig", "threading", "time", "tokenize", "types", "weakref", "zlib",
    }
)  # fmt: skip
"""Modules of which the agent's modules get copies: a notebook may replace functions in them (`time.time = lambda: 0`), which is to
change nothing for the agent, nor to notice it.
"""


def load(sources):
    """Create the package and its modules in `sys.modules`."""
    copies = {}
    package = types.ModuleType(PACKAGE)
    package.__path__ = []
    sys.modules[PACKAGE] = package
    for name in ORDER:
        module = types.ModuleType(PACKAGE + "." + name)
        module.__package__ = PACKAGE
        # a copy: a notebook may put its own `len` into the builtins
        module.__dict__["__builtins__"] = dict(vars(builtins))
        sys.modules[module.__name__] = module
        setattr(package, name, module)
        exec(compile(sources[name], "<sluice %s>" % name, "exec"), module.__dict__)
        for key, value in list(vars(module).items()):
            if type(value) is types.ModuleType and value.__name__ in KEPT:
                setattr(module, key, copies.get(key) or copies.setdefault(key, copy_of(value)))
    return package


def copy_of(module):
    copy = types.ModuleType(module.__name__)
    copy.__dict__.update(vars(module))
    return copy


def start(shell, send):
    """Install the probes in a shell. `send(trace)` is called once per run."""
    payload = json.loads(PAYLOAD)
    package = load(payload["sources"])
    budget = payload["config"].get("budget", package.recorder.DEFAULT_BUDGET)
    agent = package.hooks.Agent(shell, payload["library"], send, budget)
    agent.install()
    package.agent = agent
    name = payload["config"].get("name")
    package.state = lambda shell: [name, shell.execution_count]
    return agent


def start_in_kernel(shell, target):
    """Install the probes in a kernel's shell; traces go to whoever opens a comm to `target`.

    With `probes` false in the configuration only the modules are loaded (to take fingerprints).
    """
    payload = json.loads(PAYLOAD)
    if not payload["config"].get("probes", True):
        load(payload["sources"])
        return
    agent = start(shell, lambda trace: None)

    def opened(comm, message):
        agent.send = comm.send

    shell.kernel.comm_manager.register_target(target, opened)
