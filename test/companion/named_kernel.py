"""Starts the kernel "sluice" for a notebook as Jupyter's server does, which names the notebook to the
kernel, and runs the cells of standard input, lines of JSON: {"id", "code"}. Prints a line for each
reply, and ends the kernel at the end of input.
"""

import json
import os
import sys

from jupyter_client.manager import KernelManager

manager = KernelManager(kernel_name="sluice")
manager.start_kernel(env={**os.environ, "JPY_SESSION_NAME": sys.argv[1]})
client = manager.client()
client.start_channels()
client.wait_for_ready(timeout=120)
print("ready", flush=True)
for line in sys.stdin:
    cell = json.loads(line)
    content = {
        "code": cell["code"],
        "silent": False,
        "store_history": True,
        "user_expressions": {},
        "allow_stdin": False,
    }
    message = client.session.msg("execute_request", content, metadata={"cellId": cell["id"]})
    client.shell_channel.send(message)
    print(client.get_shell_msg(timeout=120)["content"]["status"], flush=True)
client.stop_channels()
manager.shutdown_kernel(now=True)
