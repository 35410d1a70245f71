"""Runs cells in a kernel through jupyter_client alone: the yardstick of the benchmarks.

Reads one JSON string of code per line, answers with its wall milliseconds per line.
"""

import json
import sys
import time

from jupyter_client.manager import start_new_kernel

manager, client = start_new_kernel(kernel_name="python3")
try:
    for line in sys.stdin:
        started = time.perf_counter()
        reply = client.execute_interactive(json.loads(line), output_hook=lambda message: None, timeout=600)
        elapsed = (time.perf_counter() - started) * 1000
        status = reply["content"]["status"]
        print(json.dumps(elapsed if status == "ok" else None), flush=True)
finally:
    client.stop_channels()
    manager.shutdown_kernel(now=True)
