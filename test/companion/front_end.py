"""Plays a front end that knows nothing of Sluice, with `jupyter_client`, and prints facts as JSON.

Called with a scenario; JUPYTER_PATH leads to the kernelspec `sluice`. The test asserts; this file
does not. The file is long because each scenario has its function here.
"""

import contextlib
import json
import os
import signal
import sys
import time
from queue import Empty

from jupyter_client.manager import KernelManager

PATIENCE = 30


class FrontEnd:
    def __init__(self, name="sluice"):
        self.manager = KernelManager(kernel_name=name)
        self.manager.start_kernel(stderr=open(os.devnull, "w"))
        self.client = self.manager.client()
        self.client.start_channels()
        self.wait()

    def wait(self):
        """Wait until the kernel answers, and its outputs arrive: the subscription may take a moment."""
        self.client.wait_for_ready(timeout=PATIENCE)
        while True:
            self.client.kernel_info()
            try:
                self.client.get_iopub_msg(timeout=1)
                return
            except Empty:
                pass

    def close(self):
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)

    def send(self, code, cell=None, **content):
        asked = {
            "code": code, "silent": False, "store_history": True, "user_expressions": {},
            "allow_stdin": False, "stop_on_error": True, **content,
        }  # fmt: skip
        message = self.client.session.msg("execute_request", asked)
        if cell is not None:
            message["metadata"] = {"cellId": cell}
        self.client.shell_channel.send(message)
        return message["header"]["msg_id"]

    def finish(self, request):
        """What came of a request: status, output, and the states in the reply's metadata."""
        output, reply, idle = [], None, False
        while reply is None or not idle:
            if reply is None:
                with contextlib.suppress(Empty):
                    found = self.client.get_shell_msg(timeout=0.01)
                    reply = found if found["parent_header"].get("msg_id") == request else None
            if reply is not None and idle:
                break
            try:
                message = self.client.get_iopub_msg(timeout=0.05)
            except Empty:
                continue
            if message["parent_header"].get("msg_id") != request:
                continue
            content = message["content"]
            if message["msg_type"] == "status":
                idle = content["execution_state"] == "idle"
            elif message["msg_type"] == "stream":
                output.append(content["text"])
            elif message["msg_type"] in ("execute_result", "display_data"):
                output.append(content["data"]["text/plain"])
        return {
            "status": reply["content"]["status"],
            "output": "".join(output),
            "sluice": reply["metadata"].get("sluice"),
            "error": reply["content"].get("ename"),
        }

    def run(self, code, cell=None, **content):
        return self.finish(self.send(code, cell, **content))

    def control(self, kind, content):
        """The reply to a request on the control channel."""
        message = self.client.session.msg(kind, content)
        self.client.control_channel.send(message)
        while True:
            reply = self.client.get_control_msg(timeout=PATIENCE)
            if reply["parent_header"].get("msg_id") == message["header"]["msg_id"]:
                return reply["content"]


def states(front):
    """Cells with ids: the states after a change, and the answers of `%sluice`."""
    runs = [
        front.run(code, cell)
        for code, cell in [("x = 1", "a"), ("y = x + 1", "b"), ("print(y)", "c"), ("x = 5", "a")]
    ]
    names = (
        "",
        "stale",
        "why b",
        "why c a",
        "slice c",
        "slice a --forward",
        "gather c",
        "help",
        "nonsense",
    )
    asked = {name: front.run(f"%sluice {name}")["output"] for name in names}
    front.run("%sluice notes on")
    noted = front.run("print(y)", "c")
    return {"runs": [run["sluice"] for run in runs], "asked": asked, "noted": noted["output"]}


def without_ids(front):
    """A client without cell ids, as nbclient: cells that look alike, and a second run of a cell."""
    codes = ["v = [1]", "len(v)", "v.append(2)", "len(v)", "v = [1]"]
    return [front.run(code)["sluice"] for code in codes]


def as_stock(front):
    """What other messages do: the same as with a stock kernel."""
    client = front.client
    found = {}
    # an error aborts the cells that wait
    queued = [front.send("1/0"), front.send("never = 1")]
    found["queue"] = [front.finish(queued[0])["error"], reply_status(front, queued[1])]
    found["aborted"] = front.run("%sluice")["output"].splitlines()[-1]
    # interrupts
    for way in ("signal", "message"):
        request = front.send("import time\nprint('go')\nwhile True: time.sleep(0.01)", "loop")
        wait_for(client, "stream")
        if way == "signal":
            front.manager.interrupt_kernel()
        else:
            front.control("interrupt_request", {})
        found[way] = front.finish(request)["error"]
    # input
    request = front.send("print(input('name? '))", allow_stdin=True)
    found["prompt"] = client.get_stdin_msg(timeout=PATIENCE)["content"]["prompt"]
    client.input("Ada")
    found["input"] = front.finish(request)["output"]
    client.complete("impor", 5)
    found["matches"] = "import" in wait_for_reply(client, "complete_reply")["matches"]
    client.inspect("print", 5)
    found["inspect"] = wait_for_reply(client, "inspect_reply")["found"]
    found["silent"] = front.run("hidden = 1", silent=True, store_history=False)["sluice"]
    debug = {
        "type": "request",
        "seq": 1,
        "command": "initialize",
        "arguments": {"clientID": "t", "adapterID": ""},
    }
    found["debug"] = front.control("debug_request", debug).get("success")
    # a child of the cell is the only child of the kernel
    found["children"] = front.run(
        "import os\ntry:\n    os.wait()\nexcept ChildProcessError:\n    print('none')"
    )["output"]
    found["argv"] = front.run(
        "import sys; print(sys.orig_argv[1:3], 'SLUICE_NODE' in os.environ, sys.path[0])"
    )["output"]
    found["names"] = front.run("print(sorted(n for n in globals() if 'sluice' in n.lower()))")[
        "output"
    ]
    front.manager.restart_kernel(now=True)
    front.wait()
    found["restarted"] = front.run("x = 1", "a")["sluice"]["exec"]
    return found


def subshell(front):
    """A cell in a subshell, while another cell runs."""
    made = front.control("create_subshell_request", {})
    if "subshell_id" not in made:
        return None  # before ipykernel 7
    front.run("x = 1", "a")
    long = front.send("import time; time.sleep(1); y = x + 1", "b")
    beside = front.client.session.msg("execute_request", {"code": "print(x)", "silent": False})
    beside["header"]["subshell_id"] = made["subshell_id"]
    beside["metadata"] = {"cellId": "s"}
    front.client.shell_channel.send(beside)
    first = front.client.get_shell_msg(timeout=PATIENCE)["parent_header"]["msg_id"]
    main = front.finish(long)["sluice"]
    after = front.run("print(y)", "c")["sluice"]
    return {
        "first": first == beside["header"]["msg_id"],
        "main": main["states"],
        "after": [after["states"], after["guarantee"], front.run("%sluice slice c")["output"]],
    }


def wait_for(client, kind):
    while client.get_iopub_msg(timeout=PATIENCE)["msg_type"] != kind:
        pass


def wait_for_reply(client, kind):
    while True:
        message = client.get_shell_msg(timeout=PATIENCE)
        if message["msg_type"] == kind:
            return message["content"]


def reply_status(front, request):
    while True:
        message = front.client.get_shell_msg(timeout=PATIENCE)
        if message["parent_header"].get("msg_id") == request:
            return message["content"]["status"]


def ends(front):
    """Companions after the deaths of a companion and of a kernel."""

    def companions():
        found = []
        for name in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{name}/cmdline", "rb") as file:
                    words = file.read().split(b"\0")
            except OSError:
                continue
            if (
                any(word.endswith(b"companion-worker.js") for word in words)
                and str(pid).encode() in words
            ):
                found.append(int(name))
        return found

    pid = front.manager.provisioner.process.pid
    facts = {"beside": len(companions())}
    for one in companions():
        os.kill(one, signal.SIGKILL)
    time.sleep(0.2)
    after = front.run("print(1 + 1)", "a")
    facts["without"] = {
        "output": after["output"],
        "sluice": after["sluice"],
        "says": front.run("%sluice")["output"],
    }
    front.manager.restart_kernel(now=True)
    front.wait()
    pid = front.manager.provisioner.process.pid
    # a process that a cell forked holds the pipes, and outlives the kernel for a moment
    front.run("import os, time\nif os.fork() == 0:\n    time.sleep(6)\n    os._exit(0)", "fork")
    facts["again"] = len(companions())
    os.kill(pid, signal.SIGKILL)
    until = time.time() + 5
    while companions() and time.time() < until:
        time.sleep(0.1)
    facts["left"] = len(companions())
    return facts


def comm(front):
    """A front end that sends its cells over the comm `sluice`, also while a cell runs."""
    client = front.client
    front.run("x = 1", "a"), front.run("y = x + 1", "b")
    told = []

    def send(kind, content, channel="shell"):
        message = client.session.msg(kind, content)
        getattr(client, f"{channel}_channel").send(message)

    def hear():
        while True:
            message = client.get_iopub_msg(timeout=PATIENCE)
            if message["msg_type"] == "comm_msg":
                return message["content"]["data"]

    opening = {"comm_id": "c1", "target_name": "sluice", "data": {"reactive": True}}
    send("comm_open", opening)
    told.append(hear())
    cells = [
        {"id": "a", "source": "x = 2"},
        {"id": "n", "source": "print(y)"},
        {"id": "b", "source": "y = x + 1"},
    ]
    send("comm_msg", {"comm_id": "c1", "data": {"cells": cells}})
    told.append(hear())
    front.client.execute("import time; time.sleep(2)")
    send("comm_msg", {"comm_id": "c1", "data": {"ask": ["slice", "b"], "id": 7}}, "control")
    began = time.time()
    told.append(hear())
    seconds = time.time() - began
    for ask in ["next"], ["check", "x.ipynb"], ["graph"]:
        send("comm_msg", {"comm_id": "c1", "data": {"ask": ask, "id": 8}})
        told.append(hear())
    return {"told": told, "seconds": seconds}


def extension(front):
    """`%load_ext sluice` in a stock kernel in which a cell has run."""
    front.run("x = 1", "a")
    loaded = front.run("%load_ext sluice")["output"]
    after = front.run("y = x + 1", "b")["sluice"]
    return {"loaded": loaded, "after": after, "gathered": front.run("%sluice gather b")["output"]}


SCENARIOS = {
    run.__name__: run for run in (states, without_ids, as_stock, subshell, ends, comm, extension)
}

if __name__ == "__main__":
    front = FrontEnd(*sys.argv[2:])
    try:
        print(json.dumps(SCENARIOS[sys.argv[1]](front)))
    finally:
        front.close()
