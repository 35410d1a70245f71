"""Makes the agent's modules from source text inside a kernel, without touching its disk or its user namespace.

Run with SOURCES (module name to source), LIBRARY (the compiled effects library, JSON) and CONFIG in its globals.
"""

import json
import sys
import types

PACKAGE = "_sluice"
ORDER = (
    "locations", "recorder", "scopes", "blocks", "rewrite_expressions", "rewrite", "reach", "fields", "compare",
    "effects", "calls", "probes", "world", "fingerprint", "hooks",
)  # fmt: skip


def load(sources):
    """Create the package and its modules in `sys.modules`."""
    package = types.ModuleType(PACKAGE)
    package.__path__ = []
    sys.modules[PACKAGE] = package
    for name in ORDER:
        module = types.ModuleType(PACKAGE + "." + name)
        module.__package__ = PACKAGE
        sys.modules[module.__name__] = module
        setattr(package, name, module)
        exec(compile(sources[name], "<sluice %s>" % name, "exec"), module.__dict__)
    return package


def start(shell, send):
    """Install the agent in a shell."""
    package = load(SOURCES)
    agent = package.hooks.Agent(shell, json.loads(LIBRARY), send, CONFIG.get("budget", package.recorder.DEFAULT_BUDGET))
    agent.install()
    package.agent = agent
    return agent
