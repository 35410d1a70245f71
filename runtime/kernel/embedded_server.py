"""Sluice's embedded Jupyter server: loopback only, private, and gone when its parent is gone, or
later, when its last kernel has ended. Its kernels import nothing of the folder they work in before
a cell runs, and can be reached by nobody else.

Started as `python -I embedded_server.py` with one JSON line on standard input:
    {"token": str, "kernel": {"name": str, "argv": [str], "display_name": str}, "environments":
    [str], "ends_all": bool, "terminals": bool, "keeps": null or {"folder": str, "hours": float,
    "log": str}}
where environments are the prefixes of active virtual environments and of the interpreter, whose
kernelspecs count as installed, `ends_all` says that what kernels start ends with the server, and
may not be too many processes, `terminals` that it has terminals, which end with the parent, and
`keeps` where notes of kernels are that outlive the parent, for how many idle hours.
It answers with JSON lines on standard output:
    {"type": "ready", "port": int, "directory": str}    the directory is for the parent to remove
    after a crash {"type": "kernel-died", "kernel": str, "exit_code": int or null}    negative: the
    signal that killed it {"type": "left"}    it goes on without its parent
At the end of standard input, which comes even when the parent is killed, it shuts kernels down and
exits; with `keeps`, when the last kernel to be kept has ended. What kernels print outside any cell
goes to standard error. It reads no Jupyter configuration of the user.
"""

import contextlib
import json
import os
import shutil
import signal
import sys
import threading
import time

# jsonschema imports these optional packages for formats that we do not validate: 0.6 s of every
# start.
for name in ("rfc3987_syntax", "rfc3986_validator", "isoduration"):
    sys.modules.setdefault(name, None)

from jupyter_server.serverapp import ServerApp  # noqa: E402
from tornado import httpserver, netutil  # noqa: E402
from traitlets.config import Config  # noqa: E402

# isolated Python does not look beside this file
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path += [HERE, os.path.join(os.path.dirname(HERE), "platform")]

import descendants  # noqa: E402
import kept_requests  # noqa: E402
import parent_line  # noqa: E402
import processes  # noqa: E402
from kept_connection import KeptConnection  # noqa: E402
from kept_kernels import KernelNotes  # noqa: E402
from kernel_specs import SluiceKernelSpecs  # noqa: E402
from private_directory import can_hold_sockets, private_directory  # noqa: E402
from started_kernels import SluiceKernel, SluiceKernels  # noqa: E402

SHUTDOWN_SECONDS = 2.0  # a kernel that takes longer is terminated, then killed
DEADLINE_SECONDS = 6.0  # after this the process ends, whatever still hangs


DESCENDANTS = None  # the module, where all ends with the server


class PromptConnection(KeptConnection):
    """A websocket that sends each small message at once.

    A cell's run is a handful of small messages. With Nagle's algorithm the second one waits for the
    client to acknowledge the first, which it delays by 40 ms.
    """

    def connect(self):
        self.websocket_handler.set_nodelay(True)
        return super().connect()


class EmbeddedServer(ServerApp):
    """A Jupyter server with kernels and kernelspecs, terminals if they are wanted, and nothing else."""

    default_services = ("api", "auth", "kernels", "kernelspecs")
    terminals = None

    def add_terminals(self):
        """Serve terminals, if the packages for them are installed; else their addresses are not
        found.
        """
        try:
            from terminals import serve_terminals
        except ImportError:
            return
        self.terminals = serve_terminals(self)

    def end_terminals(self):
        if self.terminals is not None:
            self.terminals.end_all()

    def load_config_file(self, suppress_errors=True):
        """The user's Jupyter configuration is about their own servers."""

    def migrate_config(self):
        """Nothing to migrate."""

    def init_signal(self):
        """Ctrl-C in a terminal reaches this process as well, and is for the parent to decide about.

        Handlers, not SIG_IGN: an ignored signal stays ignored in the kernels.
        """
        for name in processes.signals_of_terminal():
            signal.signal(name, lambda *_: None)
        signal.signal(signal.SIGTERM, self._signal_stop)

    def listen(self):
        """Take a free loopback port and keep it (ServerApp would look for one, let go, and bind
        again).
        """
        sockets = netutil.bind_sockets(0, "127.0.0.1")
        self._http_server = httpserver.HTTPServer(
            self.web_app, max_body_size=self.max_body_size, max_buffer_size=self.max_buffer_size
        )
        self._http_server.add_sockets(sockets)
        self.port = sockets[0].getsockname()[1]

    def stop_at_end_of_input(self):
        """Wait, in a thread, for the parent to be gone; then stop, orderly if possible."""

        def watch():
            while os.read(0, 4096):
                pass
            if self.kernel_manager.notes is not None:
                self.io_loop.add_callback(self.end_terminals)
                self.io_loop.add_callback(
                    self.kernel_manager.leave, lambda: parent_line.tell({"type": "left"})
                )
                return
            self.io_loop.add_callback(self.stop)
            time.sleep(DEADLINE_SECONDS)
            self.kernel_manager.kill_all()
            end_all()
            shutil.rmtree(self.runtime_dir, ignore_errors=True)
            os._exit(1)

        threading.Thread(target=watch, daemon=True).start()


def configuration(token, directory):
    """All settings in one place; nothing comes from files."""
    config = Config()
    config.ServerApp.update(
        allow_root=True,
        allow_unauthenticated_access=False,
        cookie_secret=os.urandom(32),
        ip="127.0.0.1",
        jpserver_extensions={},
        kernel_manager_class=SluiceKernels,
        kernel_spec_manager_class=SluiceKernelSpecs,
        kernel_websocket_connection_class=PromptConnection,
        log_level="CRITICAL",
        no_browser_open_file=True,
        open_browser=False,
        root_dir=directory,
        terminals_enabled=False,
    )
    config.IdentityProvider.token = token
    config.MultiKernelManager.kernel_manager_class = (
        f"{SluiceKernel.__module__}.{SluiceKernel.__name__}"
    )
    config.MultiKernelManager.default_kernel_name = SluiceKernelSpecs.own["name"]
    config.GatewayClient.url = ""  # JUPYTER_GATEWAY_URL in the environment is about other servers
    config.ZMQChannelsWebsocketConnection.limit_rate = False
    config.KernelManager.shutdown_wait_time = SHUTDOWN_SECONDS
    if can_hold_sockets(directory):
        # TCP ports can be read by every user of the machine
        config.KernelManager.transport = "ipc"
    # A kernel that died is reported, not replaced by an empty one behind the user's back.
    config.KernelRestarter.update(time_to_dead=0.3, restart_limit=0)
    return config


def take_charge():
    """Have everything that kernels start end with this process."""
    global DESCENDANTS
    if descendants.adopt():
        DESCENDANTS = descendants
        descendants.watch_number()


def end_all():
    if DESCENDANTS is not None:
        DESCENDANTS.end_all()


def main():
    order = json.loads(sys.stdin.buffer.raw.readline())
    if order["ends_all"]:
        take_charge()
    directory = private_directory()
    if order["keeps"]:
        parent_line.write_to(order["keeps"]["log"])
    try:
        SluiceKernelSpecs.own = order["kernel"]
        SluiceKernelSpecs.environments = order["environments"]
        server = EmbeddedServer(
            config=configuration(order["token"], directory),
            runtime_dir=directory,
            config_dir=directory,
        )
        server.initialize(argv=[], find_extensions=False, new_httpserver=False)
        server.web_app.add_handlers(".*$", kept_requests.HANDLERS)
        if order["terminals"]:
            server.add_terminals()
        server.listen()
        if order["keeps"]:
            server.kernel_manager.notes = notes_for(order, server.port, directory)
        server.stop_at_end_of_input()
        server.io_loop.add_callback(
            lambda: parent_line.tell({"type": "ready", "port": server.port, "directory": directory})
        )
        server.start()
        server.end_terminals()
        server.kernel_manager.kill_all()
    finally:
        end_all()
        shutil.rmtree(directory, ignore_errors=True)
        if order["keeps"]:
            remove_log(order["keeps"]["log"])


def remove_log(path):
    """Remove the log. Windows keeps a file that is open."""
    with contextlib.suppress(PermissionError):
        os.unlink(path)


def notes_for(order, port, directory):
    """Where kernels that are kept are noted, and the way to this process."""
    keeps = order["keeps"]
    pid = os.getpid()
    way = {
        "url": f"http://127.0.0.1:{port}/",
        "token": order["token"],
        "process": pid,
        "start": processes.start_of(pid),
        "directory": directory,
        "log": keeps["log"],
    }
    return KernelNotes(keeps["folder"], way, keeps["hours"])


if __name__ == "__main__":
    parent_line.keep_line()
    main()
