"""Connects a stock kernel with its companion, a Node process that keeps the dependence graph.

The kernel hands over each run with the agent's trace, and puts the answer into the metadata of the
reply. A fault of ours never fails a cell: without its companion the kernel goes on as a stock one.
The file stays whole: kernels load it by its path, outside of `sys.path`.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import threading
import time

TARGET = "sluice"
"""The name of the comm over which a front end sends its cells and gets states between runs."""

PATIENCE = 60
"""Seconds after which the kernel gives an answer up."""


class Companion:
    """The process, and the pipes to it. `why_not`: why there is no answer any more, or None."""

    def __init__(self, command: list[str]) -> None:
        self.lock = threading.RLock()
        self.kernel = os.getpid()
        self.why_not: str | None = None
        own = {"start_new_session": True}
        if os.name == "posix":
            # not a child of the kernel: a cell that waits for its children must not wait for ours
            detach = 'exec 3<&0; "$@" 0<&3 3<&- &'
            command = ["/bin/sh", "-c", detach, "sh", *command]
        elif os.name == "nt":
            own = {"creationflags": subprocess.CREATE_NO_WINDOW}  # pyright: ignore
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            **own,  # pyright: ignore
        )
        if os.name == "posix":
            self.process.wait()
            # a process that a cell forks must not keep the companion from seeing the kernel's end
            os.register_at_fork(after_in_child=self.let_go)

    def let_go(self) -> None:
        """In a forked process: leave the pipes to the kernel."""
        with contextlib.suppress(OSError, ValueError):
            nothing = os.open(os.devnull, os.O_RDWR)
            for pipe in (self.process.stdin, self.process.stdout):
                os.dup2(nothing, pipe.fileno(), inheritable=False)
            os.close(nothing)

    def ask(self, message: dict) -> dict | None:
        """Send a message and return the answer. None: there is no companion, or it refuses."""
        if self.why_not is not None or os.getpid() != self.kernel:
            return None
        with self.lock, uninterrupted():
            try:
                self.process.stdin.write(json.dumps(message).encode() + b"\n")
                self.process.stdin.flush()
            except (OSError, ValueError):
                return self.fail("its process has ended")
            return self.read()

    def read(self) -> dict | None:
        """Return the next line of the companion."""
        pipe = self.process.stdout
        try:
            if os.name == "posix" and not select.select([pipe], [], [], PATIENCE)[0]:
                return self.fail(f"no answer came within {PATIENCE} s")
            line = pipe.readline()
            return json.loads(line) if line else self.fail("its process has ended")
        except (OSError, ValueError) as error:
            return self.fail(str(error))

    def fail(self, why: str) -> None:
        """Go on without the companion."""
        self.why_not = f"Sluice does not follow this kernel any more ({why}); restart the kernel"
        for pipe in (self.process.stdin, self.process.stdout):
            with contextlib.suppress(OSError):
                pipe.close()


def is_main_thread() -> bool:
    """Whether the code runs where cells run. Subshells have threads of their own."""
    return threading.current_thread() is threading.main_thread()


@contextlib.contextmanager
def uninterrupted():
    """Drop interrupts meanwhile: the cell that they were meant for has ended."""
    if not is_main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class Link:
    """Stands in a kernel where requests begin and end."""

    def __init__(self, shell, companion: Companion) -> None:
        self.shell = shell
        self.kernel = shell.kernel
        self.companion = companion
        self.agent = None
        self.run: tuple[str, int, float] | None = None
        self.subshell_runs: dict[str, dict] = {}
        self.unrecorded: list[dict] = []
        self.traces: dict[int, dict] = {}
        self.comms: dict[str, object] = {}
        self.widgets: dict[str, str] = {}
        self.cell: str | None = None

    def install(self) -> None:
        """Install the agent, as the companion sends it, and follow the kernel's runs."""
        first = self.companion.read()
        if first is None:
            return
        exec(first["code"], {"get_ipython": lambda: self.shell})
        self.agent = sys.modules["_sluice"].agent
        self.agent.send = self.keep_trace
        self.agent.outside.send_to(self.tell_outside)
        kernel = self.kernel
        self.init_metadata, kernel.init_metadata = kernel.init_metadata, self.begin
        self.finish_metadata, kernel.finish_metadata = kernel.finish_metadata, self.end
        kernel.comm_manager.register_target(TARGET, self.open_comm)
        self.follow_comms(kernel.shell_handlers)
        # a busy kernel still reads its control channel
        kernel.control_handlers["comm_msg"] = self.control_message

    # -- runs

    def begin(self, parent):
        """In place of the kernel's `init_metadata`, which begins a request."""
        metadata = self.init_metadata(parent)
        try:
            self.begin_run(parent)
        except Exception as error:
            self.companion.fail(repr(error))
        return metadata

    def begin_run(self, parent) -> None:
        content, metadata = parent["content"], parent.get("metadata") or {}
        is_main = is_main_thread()
        if is_main:
            self.agent.pending_request = None
        if parent["header"]["msg_type"] != "execute_request" or content.get("silent"):
            return
        if "exec" in metadata.get("sluice", {}) or not has_code(content["code"]):
            return
        hidden = not content.get("store_history", True)
        cell = metadata.get("cellId")
        asked = {
            "type": "begin",
            "cell": cell if isinstance(cell, str) else None,
            "source": content["code"],
            "hidden": hidden,
        }
        if not is_main:
            self.subshell_runs[parent["header"]["msg_id"]] = asked
            return
        # at once: a run in a subshell that ends meanwhile has to wait for this one
        self.run = (parent["header"]["msg_id"], 0, 0.0)
        begun = self.companion.ask(asked)
        if begun is None or begun["type"] != "begun":
            self.run = None
            return
        number = begun["exec"]
        self.run = (parent["header"]["msg_id"], number, time.perf_counter())
        compared = {"cell": begun["cell"], "keeps": False, "copies": False}
        self.agent.pending_request = {"exec": number, **({} if hidden else compared)}
        self.cell = begun["cell"]

    def keep_trace(self, trace) -> None:
        """The agent sends the trace of a run, right before the run ends."""
        self.traces[trace["exec"]] = trace

    def end(self, parent, metadata, reply):
        """In place of the kernel's `finish_metadata`, which ends a request."""
        metadata = self.finish_metadata(parent, metadata, reply)
        try:
            request = parent["header"]["msg_id"]
            asked = self.subshell_runs.pop(request, None)
            # a cell that waited behind an error is answered without a run
            is_run = reply["status"] != "aborted"
            if asked is not None:
                if is_run:
                    self.unrecorded.append(asked)
            elif self.run is not None and self.run[0] == request:
                self.agent.pending_request = None
                if is_run:
                    self.end_run(*self.run[1:], metadata, reply)
                self.run = None
            if self.run is None:
                self.record_unrecorded()
        except Exception as error:
            self.companion.fail(repr(error))
        return metadata

    def end_run(self, number: int, started: float, metadata, reply) -> None:
        interrupted = reply["status"] == "error" and reply.get("ename") == "KeyboardInterrupt"
        answer = self.companion.ask(
            {
                "type": "ran",
                "exec": number,
                "status": "interrupted"
                if interrupted
                else "ok"
                if reply["status"] == "ok"
                else "error",
                "count": reply.get("execution_count"),
                "ms": (time.perf_counter() - started) * 1000,
                "trace": self.traces.pop(number, None),
            }
        )
        self.traces.clear()
        if answer is None or answer["type"] != "states":
            return
        metadata["sluice"] = answer["sluice"]
        if answer["note"] is not None:
            self.show_note(answer["note"])

    def show_note(self, text: str) -> None:
        """Show a quiet line below the cell."""
        import html

        quiet = f'<small style="opacity: 0.7">{html.escape(text)}</small>'
        self.shell.display_pub.publish({"text/plain": text, "text/html": quiet})

    # -- between runs

    def follow_comms(self, handlers) -> None:
        """Keep messages of our own comm from the agent, which records what callbacks of widgets do."""
        recorded, plain = handlers["comm_msg"], self.agent.outside.handled or handlers["comm_msg"]

        def comm_msg(stream, ident, parent):
            is_own = parent["content"].get("comm_id") in self.comms
            return (plain if is_own else recorded)(stream, ident, parent)

        handlers["comm_msg"] = comm_msg

    def tell_outside(self, trace) -> None:
        """Tasks, or callbacks of widgets, have written outside of cells."""
        answer = self.companion.ask({"type": "outside", "cell": self.cell, "trace": trace})
        self.publish(answer)

    def open_comm(self, comm, message) -> None:
        """A front end opens the comm."""
        self.comms[comm.comm_id] = comm
        comm.on_msg(lambda sent: self.hear(comm, sent["content"]["data"]))
        comm.on_close(lambda _: self.comms.pop(comm.comm_id, None))
        self.hear(comm, {**message["content"].get("data", {}), "all": True})

    def hear(self, comm, data) -> None:
        """Answer a message of the comm: a question, or cells."""
        if "ask" in data:
            answer = self.companion.ask({"type": "ask", "words": data["ask"]})
            comm.send({"answer": answer, "id": data.get("id")})
            return
        sent = {key: data[key] for key in ("cells", "reactive", "all") if key in data}
        answer = self.companion.ask({"type": "cells", **sent})
        if answer is not None and answer["type"] == "refusal":
            comm.send({"refusal": answer["text"]})
        else:
            self.publish(answer, answers=True)

    def control_message(self, stream, ident, parent) -> None:
        """A message to the comm over the control channel, which a kernel reads while a cell runs."""
        comm = self.comms.get(parent["content"].get("comm_id"))
        if comm is not None:
            self.hear(comm, parent["content"]["data"])

    def publish(self, answer, answers=False) -> None:
        """Send changed states to all open comms. `answers`: a front end waits for them."""
        if answer is None or answer["type"] != "states":
            return
        states = answer["sluice"]
        if states["states"] or answers:
            for comm in list(self.comms.values()):
                comm.send({"sluice": states})

    # -- the magic

    def magic(self, line: str) -> None:
        """Answer `%sluice`: `%sluice help` lists the questions."""
        import shlex

        try:
            words = shlex.split(line)
        except ValueError:
            words = line.split()
        answer = self.companion.ask({"type": "ask", "words": words})
        if answer is None:
            print(f"sluice: {self.companion.why_not}", file=sys.stderr)
        elif answer["type"] == "refusal":
            print(f"sluice: {answer['text']}", file=sys.stderr)
        elif answer["text"]:
            print(answer["text"])

    def record_earlier(self, sources: list[str]) -> None:
        """Tell of cells that ran before: nothing is known of them but their text."""
        source = "\n\n".join(text for text in sources if text.strip())
        if source != "":
            asked = {"type": "begin", "cell": None, "source": source, "hidden": False}
            self.unrecorded.append(asked)
            self.record_unrecorded()

    def record_unrecorded(self) -> None:
        """Tell of runs without a trace: earlier cells, and cells in subshells, once no cell runs."""
        while self.unrecorded:
            begun = self.companion.ask(self.unrecorded.pop(0))
            if begun is not None and begun["type"] == "begun":
                run = {"type": "ran", "exec": begun["exec"], "status": "ok", "count": None, "ms": 0}
                self.publish(self.companion.ask({**run, "trace": None}))


def has_code(source: str) -> bool:
    """Whether a cell has more than blank lines and questions to Sluice."""
    return any(
        line.strip() and not line.lstrip().startswith(("%sluice", "%load_ext sluice"))
        for line in source.splitlines()
    )


def attach(shell, companion: Companion) -> Link:
    """Connect the shell of a kernel with a companion that is starting."""
    link = Link(shell, companion)
    link.install()
    shell.register_magic_function(link.magic, "line", "sluice")
    return link
