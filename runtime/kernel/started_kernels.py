"""Kernels of the embedded server: how they start, what is noted of them, and the news of their death
for the parent.
"""

import json
import os

import parent_line
import processes
from jupyter_client.session import DELIM as DELIMITER
from jupyter_server._tz import utcnow
from jupyter_server.services.kernels.kernelmanager import ServerKernelManager
from kept_kernels import KeptKernels
from kernel_specs import START_KERNEL

# the program that a kernel's command is handed to, for its manager; it takes it out again
THROUGH = "SLUICE_THROUGH"


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
        parent_line.tell({"type": "kernel-died", "kernel": kernel_id, "exit_code": code})

    def kill_all(self):
        """Kill what is left, at once and without waiting."""
        for kernel_id in self.list_kernel_ids():
            process = getattr(self.get_kernel(kernel_id).provisioner, "process", None)
            if process and process.poll() is None:
                processes.end_tree(process)
