"""Runs notebooks on a Ray cluster. Standard input: a line of JSON, and its end cancels the run.
Standard output: a line of JSON for each notebook, as they come.
"""

from __future__ import annotations

import json
import os
import sys
import threading

import ray
from notebook_task import run_notebook


def tell(message: dict[str, object]) -> None:
    # (Ray writes to the former standard output)
    print(json.dumps(message), file=answers, flush=True)


def main() -> None:
    asked = json.loads(sys.stdin.readline())
    try:
        ray.init(address=asked["address"], log_to_driver=False, logging_level="ERROR")
    except (ConnectionError, ValueError, RuntimeError, ImportError) as error:
        tell({"type": "unavailable", "message": str(error)})
        os._exit(0)
    tell({"type": "connected", "workers": sum(node["Alive"] for node in ray.nodes())})
    run = ray.remote(max_retries=3, num_cpus=1)(run_notebook)
    files = {
        run.remote(asked["start"], json.dumps(notebook), asked["command"]): notebook["file"]
        for notebook in asked["notebooks"]
    }

    def cancel_at_end() -> None:
        sys.stdin.read()
        for each in list(files):
            ray.cancel(each, force=True)
        os._exit(0)

    threading.Thread(target=cancel_at_end, daemon=True).start()
    while files:
        [done], _ = ray.wait(list(files))
        file = files.pop(done)
        try:
            tell({"type": "answer", "file": file, "answer": ray.get(done)})
        except Exception as error:
            tell({"type": "lost", "file": file, "why": repr(error)})
    os._exit(0)


if __name__ == "__main__":
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    main()
