"""A stock kernel driven by jupyter_client alone: the yardstick that the benchmarks compare Sluice
with.

Reads one JSON string of code per line, answers each with one line of JSON: [milliseconds, status,
standard output]. A run ends when both the reply and the idle status have arrived, as in Sluice.
"""

import json
import sys
import time

from jupyter_client.manager import start_new_kernel


def run(client, code):
    start = time.perf_counter()
    request = client.execute(code, allow_stdin=False)
    while True:
        reply = client.get_shell_msg(timeout=600)
        if reply["parent_header"].get("msg_id") == request:
            break
    text = ""
    while True:
        message = client.get_iopub_msg(timeout=600)
        if message["parent_header"].get("msg_id") != request:
            continue
        if message["msg_type"] == "stream":
            text += message["content"]["text"]
        if message["msg_type"] == "status" and message["content"]["execution_state"] == "idle":
            break
    return [(time.perf_counter() - start) * 1000, reply["content"]["status"], text]


def main():
    manager, client = start_new_kernel()
    try:
        for line in sys.stdin:
            print(json.dumps(run(client, json.loads(line))), flush=True)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


main()
