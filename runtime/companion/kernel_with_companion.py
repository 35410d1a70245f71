"""Starts ipykernel with a companion beside it, in place of `-m ipykernel_launcher`: the program of
the kernelspec.

SLUICE_NODE names the Node.js of the companion. Both programs start at the same time. To cells
everything is as `ipykernel_launcher` leaves it: `sys.path`, `sys.argv`, the environment.
"""

import os
import sys

FOLDER = os.path.dirname(os.path.abspath(__file__))
NODE = os.environ.pop("SLUICE_NODE", None)
if not getattr(sys.flags, "safe_path", False):
    del sys.path[0]  # where this file is


def load_companion():
    """Return the module `companion.py`, without a place in `sys.path`."""
    from importlib.util import module_from_spec, spec_from_file_location

    path = os.path.join(FOLDER, "companion.py")
    spec = spec_from_file_location("_sluice_companion", path)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def start_companion():
    """Return the module and the companion. Without Node.js the kernel is a stock kernel."""
    import shutil

    node = NODE if NODE and os.path.exists(NODE) else shutil.which("node")
    if node is None:
        print(
            "sluice: Node.js is gone, so this kernel records nothing: "
            "install Node.js 20 or newer, and run: sluice kernelspec install",
            file=sys.stderr,
        )
        return None
    module = load_companion()
    root = os.path.dirname(os.path.dirname(FOLDER))
    program = os.path.join(root, "dist", "runtime", "companion", "companion-worker.js")
    return module, module.Companion([node, program, str(os.getpid())])


def main():
    started = start_companion()
    import ipykernel_launcher
    from ipykernel.kernelapp import IPKernelApp

    place = sys.orig_argv.index(sys.argv[0])
    sys.orig_argv[place : place + 1] = ["-m", "ipykernel_launcher"]
    sys.argv[0] = str(ipykernel_launcher.__file__)
    del sys.modules["ipykernel_launcher"]
    app = IPKernelApp.instance()
    app.initialize()
    if started is not None:
        module, companion = started
        module.attach(app.kernel.shell, companion)
    app.start()


main()
