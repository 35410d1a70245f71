"""Runs notebooks on a Dask cluster. Standard input: a line of JSON, and its end cancels the run.
Standard output: a line of JSON for each notebook, as they come.
"""

from __future__ import annotations

import json
import os
import sys
import threading

from distributed import Client, as_completed
from notebook_task import end_workers, run_notebook


def tell(message: dict[str, object]) -> None:
    print(json.dumps(message), flush=True)


def main() -> None:
    asked = json.loads(sys.stdin.readline())
    try:
        client = Client(asked["address"], timeout="10s", set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        tell({"type": "unavailable", "message": str(error)})
        return
    tell({"type": "connected", "workers": len(client.scheduler_info(n_workers=-1)["workers"])})
    futures = {
        client.submit(
            run_notebook,
            asked["start"],
            json.dumps(notebook),
            asked["command"],
            pure=False,
        ): notebook["file"]
        for notebook in asked["notebooks"]
    }

    def cancel_at_end() -> None:
        sys.stdin.read()
        client.cancel(list(futures), force=True)
        client.run(end_workers)
        os._exit(0)

    threading.Thread(target=cancel_at_end, daemon=True).start()
    for future in as_completed(futures, loop=client.loop):
        if future.status == "finished":
            tell({"type": "answer", "file": futures[future], "answer": future.result()})
        else:
            tell({"type": "lost", "file": futures[future], "why": repr(future.exception())})
        future.release()
    client.run(end_workers)
    client.close()
    os._exit(0)


if __name__ == "__main__":
    main()
