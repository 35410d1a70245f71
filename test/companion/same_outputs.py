"""Runs a notebook by nbclient with the stock kernel and with Sluice's, and prints as JSON the cells with
other outputs, and the states that Sluice told of them.
"""

import json
import os
import sys

import nbformat
from nbclient import NotebookClient


class Client(NotebookClient):
    """Keeps the metadata of the last reply with states."""

    told = {}

    async def _async_poll_for_reply(self, *args, **kwargs):
        reply = await super()._async_poll_for_reply(*args, **kwargs)
        self.told.update((reply or {}).get("metadata", {}).get("sluice", {}).get("states", {}))
        return reply


def outputs(path, kernel):
    notebook = nbformat.read(path, 4)
    client = Client(
        notebook,
        kernel_name=kernel,
        timeout=120,
        allow_errors=True,
        resources={"metadata": {"path": os.path.dirname(path)}},
    )
    client.told = {}
    client.execute()
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    return [json.dumps(joined(cell.outputs), sort_keys=True) for cell in cells], client.told


def joined(parts):
    """The outputs, with texts together that a stream sent in pieces: the pieces differ by chance."""
    whole = []
    for part in parts:
        last = whole[-1] if whole else {}
        if part.output_type == "stream" and last.get("name") == part.name:
            last["text"] += part.text
        else:
            whole.append(dict(part))
    return whole


stock, _ = outputs(sys.argv[1], "python3")
own, told = outputs(sys.argv[1], "sluice")
differ = [index + 1 for index, (one, other) in enumerate(zip(stock, own)) if one != other]
print(json.dumps({"cells": len(own), "differ": differ, "states": sorted(set(told.values()))}))
