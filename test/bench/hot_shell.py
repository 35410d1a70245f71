"""A plain IPython shell that says how much processor time cells take, with or without the agent: no
kernel, no messages.

Reads one line of JSON, null or [the loader's text, its payload], and then one JSON string of code
per line. Answers each with one line of JSON: [milliseconds of processor time, whether it failed].
"""

import contextlib
import io
import json
import os
import sys
import tempfile
import time


def make_shell(directory):
    os.environ["IPYTHONDIR"] = directory
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    config = Config()
    config.HistoryManager.enabled = False
    return InteractiveShell.instance(config=config)


def main():
    agent = None
    installation = json.loads(sys.stdin.readline())
    with tempfile.TemporaryDirectory() as directory:
        shell = make_shell(directory)
        os.chdir(directory)
        if installation is not None:
            loader, payload = installation
            scope = {"PAYLOAD": payload}
            exec(compile(loader, "<sluice loader>", "exec"), scope)
            agent = scope["start"](shell, lambda trace: None)
        for number, line in enumerate(sys.stdin, 1):
            code = json.loads(line)
            if agent is not None:
                agent.pending_request = {"exec": number}
            with contextlib.redirect_stdout(io.StringIO()):
                started = time.process_time()
                result = shell.run_cell(code, store_history=False)
                spent = (time.process_time() - started) * 1000
            print(json.dumps([spent, not result.success]), flush=True)


main()
