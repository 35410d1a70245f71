"""Times trivial cells through jupyter_client alone, as the yardstick for Sluice's round trip.

Usage: python jupyter_client_round_trip.py COUNT CODE. Prints a JSON list of milliseconds, one per
run, in order. A round trip ends when both the reply and the idle status have arrived, as in Sluice.
"""

import json
import sys
import time

from jupyter_client.manager import start_new_kernel


def round_trip(client, code):
    start = time.perf_counter()
    request = client.execute(code)
    while client.get_shell_msg(timeout=30)["parent_header"].get("msg_id") != request:
        pass
    while True:
        message = client.get_iopub_msg(timeout=30)
        is_idle = (
            message["msg_type"] == "status" and message["content"]["execution_state"] == "idle"
        )
        if is_idle and message["parent_header"].get("msg_id") == request:
            return (time.perf_counter() - start) * 1000


def main():
    count, code = int(sys.argv[1]), sys.argv[2]
    manager, client = start_new_kernel()
    try:
        print(json.dumps([round_trip(client, code) for _ in range(count)]))
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


main()
