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
import socket
import sys
import tempfile
import threading
import time
import uuid

# jsonschema imports these optional packages for formats that we do not validate: 0.6 s of every
# start.
for name in ("rfc3987_syntax", "rfc3986_validator", "isoduration"):
    sys.modules.setdefault(name, None)

from jupyter_client.kernelspec import KernelSpec, KernelSpecManager  # noqa: E402
from jupyter_client.session import DELIM as DELIMITER  # noqa: E402
from jupyter_server._tz import utcnow  # noqa: E402
from jupyter_server.serverapp import ServerApp  # noqa: E402
from jupyter_server.services.kernels.kernelmanager import ServerKernelManager  # noqa: E402
from tornado import httpserver, netutil  # noqa: E402
from traitlets.config import Config  # noqa: E402

# isolated Python does not look beside this file
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path += [HERE, os.path.join(os.path.dirname(HERE), "platform")]

import descendants  # noqa: E402
import kept_requests  # noqa: E402
from kept_connection import KeptConnection  # noqa: E402
import processes  # noqa: E402
from kept_kernels import KernelNotes, KeptKernels  # noqa: E402

SHUTDOWN_SECONDS = 2.0  # a kernel that takes longer is terminated, then killed
# the program that a kernel's command is handed to, for its manager; it takes it out again
THROUGH = "SLUICE_THROUGH"
DEADLINE_SECONDS = 6.0  # after this the process ends, whatever still hangs

PREFIX = "sluice-server-"
START_KERNEL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "start_kernel.py")

DESCENDANTS = None  # the module, where all ends with the server


def tell(message):
    """Send one line to the parent; a parent that is gone is no error."""
    try:
        os.write(PARENT, (json.dumps(message) + "\n").encode())
    except OSError:
        pass


class PromptConnection(KeptConnection):
    """A websocket that sends each small message at once.

    A cell's run is a handful of small messages. With Nagle's algorithm the second one waits for the
    client to acknowledge the first, which it delays by 40 ms.
    """

    def connect(self):
        self.websocket_handler.set_nodelay(True)
        return super().connect()


class SluiceKernelSpecs(KernelSpecManager):
    """The installed kernelspecs, and one in memory for the interpreter that Sluice chose."""

    own = {}
    environments = []

    def _kernel_dirs_default(self):
        active = [
            os.path.join(prefix, "share", "jupyter", "kernels") for prefix in self.environments
        ]
        return [*active, *super()._kernel_dirs_default()]

    def find_kernel_specs(self):
        return {**super().find_kernel_specs(), self.own["name"]: tempfile.gettempdir()}

    def get_kernel_spec(self, kernel_name):
        own, _, python = kernel_name.partition(":")
        if own != self.own["name"]:
            return self.importing_nothing(
                self.with_own_python(super().get_kernel_spec(kernel_name))
            )
        argv = self.own["argv"]
        return self.importing_nothing(
            KernelSpec(
                # (after the colon: an interpreter that the person has chosen)
                argv=[python, *argv[1:]] if python else argv,
                display_name=self.own["display_name"],
                language="python",
                interrupt_mode="signal",
            )
        )

    @staticmethod
    def importing_nothing(spec):
        """The spec with `start_kernel.py` where a Python starts ipykernel as a module, which it
        would look for in the notebook's folder.

        What another program starts (`docker`, `ssh`, `conda run`) may see other files than we do,
        and stays as it is.
        """
        program, *options = spec.argv
        at = next((place for place, option in enumerate(options) if not option.startswith("-")), 0)
        if (
            is_python(program)
            and options[at - 1 : at] == ["-m"]
            and options[at] in ("ipykernel_launcher", "ipykernel")
        ):
            spec.argv[at : at + 2] = [START_KERNEL]
        return spec

    def with_own_python(self, spec):
        """A spec that says just `python` means the environment it is installed in, not the
        server's.
        """
        for prefix in self.environments:
            if spec.resource_dir.startswith(os.path.join(prefix, "")) and spec.argv[0] in (
                "python",
                "python3",
            ):
                spec.argv[0] = processes.python_in(prefix)
        return spec


class SluiceKernel(ServerKernelManager):
    """A kernel that is started, and started again, through another program if that is wanted."""

    def format_kernel_cmd(self, extra_arguments=None):
        through = json.loads((self._launch_args.get("env") or {}).get(THROUGH, "[]"))
        return [*through, *super().format_kernel_cmd(extra_arguments)]


class SluiceKernels(KeptKernels):
    """Kernels that start in any directory, with extra environment, and whose death is told to the
    parent. Some outlive the parent.
    """

    async def _async_start_kernel(self, *, kernel_id=None, path=None, **kwargs):
        notebook = None
        # Our own client sends an object where Jupyter's REST API has a path relative to the
        # server's root.
        if isinstance(path, dict):
            kwargs["cwd"] = path["cwd"]
            kwargs["env"] = {**os.environ, **path["env"]}
            if path["through"]:
                kwargs["env"][THROUGH] = json.dumps(path["through"])
            else:
                os.stat(path["cwd"])
            if START_KERNEL in self.kernel_spec_manager.get_kernel_spec(kwargs["kernel_name"]).argv:
                kwargs["env"]["SLUICE_FOLDER"] = path["cwd"]
                kwargs["cwd"] = self.connection_dir  # there are no modules in it
                if not path["keepsHistory"]:
                    kwargs["env"]["SLUICE_HISTORY"] = ":memory:"
            notebook = path["notebook"]
            path = None
        kernel_id = await super()._async_start_kernel(kernel_id=kernel_id, path=path, **kwargs)
        self.keep(kernel_id, notebook)
        return kernel_id

    start_kernel = _async_start_kernel

    def pre_start_kernel(self, kernel_name, kwargs):
        manager, *others = super().pre_start_kernel(kernel_name, kwargs)
        if START_KERNEL not in manager.kernel_spec.argv:
            # it may run where our sockets are not seen
            manager.transport = "tcp"
        return (manager, *others)

    def start_watching_activity(self, kernel_id):
        """Keep the state of a kernel, which new connections to it ask for.

        The method it replaces parses every message, and their dates: a sixth of this process's time
        while cells run.
        """
        kernel = self._kernels[kernel_id]
        kernel.reason = ""
        kernel.last_activity = utcnow()
        kernel._activity_stream = kernel.connect_iopub()

        def note_state(parts):
            begin = parts.index(DELIMITER)
            _signature, header, parent, _metadata, content = parts[begin + 1 : begin + 6]
            if b'"execute_input"' in header:
                self.counted(kernel_id, json.loads(content)["execution_count"])
            if b'"status"' not in header:
                return
            state = json.loads(content)["execution_state"]
            if self.track_message_type(json.loads(parent).get("msg_type")):
                kernel.execution_state = state
            elif kernel.execution_state == "starting" and state != "starting":
                kernel.execution_state = "idle"
            kernel.last_activity = self.last_kernel_activity = utcnow()

        kernel._activity_stream.on_recv(note_state)

    def _handle_kernel_died(self, kernel_id):
        process = getattr(self.get_kernel(kernel_id).provisioner, "process", None)
        code = process.poll() if process else None
        super()._handle_kernel_died(kernel_id)
        tell({"type": "kernel-died", "kernel": kernel_id, "exit_code": code})

    def kill_all(self):
        """Kill what is left, at once and without waiting."""
        for kernel_id in self.list_kernel_ids():
            process = getattr(self.get_kernel(kernel_id).provisioner, "process", None)
            if process and process.poll() is None:
                processes.end_tree(process)


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
                self.io_loop.add_callback(self.kernel_manager.leave, lambda: tell({"type": "left"}))
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
    config.MultiKernelManager.kernel_manager_class = f"{__name__}.{SluiceKernel.__name__}"
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


def is_python(program):
    return os.path.basename(program).startswith(("python", "pypy"))


def private_directory():
    """A new directory for this user alone; in one of the usual places where kernels can have their
    sockets, if there is one.
    """
    first = tempfile.mkdtemp(prefix=PREFIX)
    if can_hold_sockets(first):
        return first
    try:
        second = tempfile.mkdtemp(prefix=PREFIX, dir="/tmp")
    except OSError:
        return first
    chosen, other = (second, first) if can_hold_sockets(second) else (first, second)
    os.rmdir(other)
    return chosen


def can_hold_sockets(directory):
    """Whether kernels can have their sockets there: paths of sockets are short, and not every file
    system has them.
    """
    if not processes.has_unix_sockets(socket):
        return False
    path = os.path.join(directory, "kernel-%s-ipc-99" % uuid.uuid4())
    try:
        with socket.socket(socket.AF_UNIX) as attempt:
            attempt.bind(path)
        os.unlink(path)
        return True
    except OSError:
        return False


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
        write_to(order["keeps"]["log"])
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
            lambda: tell({"type": "ready", "port": server.port, "directory": directory})
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


def write_to(path):
    """Print to a file from here on: the parent's pipe would end with the parent."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o600)
    os.dup2(descriptor, 1)
    os.dup2(descriptor, 2)
    os.close(descriptor)


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
    # Kernels inherit file descriptor 1: keep the line to the parent for ourselves, and send theirs
    # to stderr.
    PARENT = os.dup(1)
    os.dup2(2, 1)
    main()
