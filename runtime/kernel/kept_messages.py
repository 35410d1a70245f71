"""The messages of one kernel that a later client still needs: all of the run that no client has seen
the end of, and the output of threads after it. The server that holds them is `embedded_server.py`.
"""

import json

# a cell's output is cut before it is sent; what is sent around that, such as the moves of a
# progress bar, is dropped from here on, the oldest first
MOST_BYTES = 64_000_000

OUTPUTS = ("stream", "display_data", "update_display_data", "execute_result", "error")
AFTER_THE_END = (*OUTPUTS, "clear_output")
NEEDED = (*AFTER_THE_END, "comm_open", "comm_msg", "comm_close", "status")
HIDDEN_WORD = "········"


class Run:
    """A request to run a cell, from its arrival on."""

    def __init__(self, cell):
        self.cell = cell
        self.is_over = False


class Message:
    """A message about a run. `is_late`: sent after the end of the run."""

    def __init__(self, channel, parts, kind, request, is_late):
        self.channel = channel
        self.parts = parts
        self.kind = kind
        self.request = request
        self.is_late = is_late
        self.size = sum(len(part) for part in parts)


class KeptMessages:
    """Requests to run cells, and the messages about them. `most`: the limit in bytes."""

    def __init__(self, most=MOST_BYTES):
        self.most = most
        self.runs = {}
        self.messages = []
        self.size = 0

    def asked(self, channel, parts):
        """Note a message from the client. Returns whether it is for the kernel: a client that goes on
        with a run sends the request again, and the kernel already has it.
        """
        if channel == "stdin":
            self._answered(parts)
            return True
        if channel != "shell" or b"execute_request" not in parts[0]:
            return True
        header = json.loads(parts[0])
        if header.get("msg_type") != "execute_request" or json.loads(parts[3]).get("silent"):
            return True
        request = header["msg_id"]
        if request in self.runs:
            return False
        cell = json.loads(parts[2]).get("cellId")
        self.runs = {
            known: run for known, run in self.runs.items() if cell is None or run.cell != cell
        }
        # the client has written down the end of a run before it asks for the next one
        self.messages = [
            message for message in self.messages if message.is_late and message.request in self.runs
        ]
        self.size = sum(message.size for message in self.messages)
        self.runs[request] = Run(cell)
        return True

    def take(self, channel, parts):
        """Note a message of the kernel, which is on its way to the client."""
        request = json.loads(parts[1]).get("msg_id")
        run = self.runs.get(request)
        if run is None:
            return
        kind = json.loads(parts[0])["msg_type"]
        if channel == "iopub" and kind not in (AFTER_THE_END if run.is_over else NEEDED):
            return
        self._keep(Message(channel, parts, kind, request, run.is_over))
        if kind == "status" and b'"idle"' in parts[3]:
            run.is_over = True

    def needed_by(self, running):
        """The messages for a client that goes on with the run of the request `running` (or None), and
        knows the end of all other runs.
        """
        return [
            (message.channel, message.parts)
            for message in self.messages
            if message.is_late or message.request == running
        ]

    def _answered(self, parts):
        """Replace a question of the kernel by what a terminal shows of question and answer."""
        asked = json.loads(parts[1]).get("msg_id")
        for at, message in enumerate(self.messages):
            if message.kind != "input_request" or json.loads(message.parts[0])["msg_id"] != asked:
                continue
            header, parent, metadata, content = message.parts[:4]
            question = json.loads(content)
            value = HIDDEN_WORD if question.get("password") else json.loads(parts[3])["value"]
            text = f"{question.get('prompt', '')}{value}\n"
            header = json.dumps({**json.loads(header), "msg_type": "stream"}).encode()
            content = json.dumps({"name": "stdout", "text": text}).encode()
            shown = [header, parent, metadata, content]
            self.messages[at] = Message("iopub", shown, "stream", message.request, message.is_late)
            return

    def _keep(self, message):
        self.messages.append(message)
        self.size += message.size
        if self.size > self.most:
            self._shorten()

    def _shorten(self):
        """Drop the oldest outputs, down to half the limit."""
        room = self.size - self.most // 2
        first = None
        kept = []
        for message in self.messages:
            if room > 0 and message.kind in (*OUTPUTS, "comm_msg"):
                first = first or message
                room -= message.size
            else:
                kept.append(message)
        if first is not None:
            kept.insert(0, _told_left_out(first))
        self.messages = kept
        self.size = sum(message.size for message in kept)


def _told_left_out(first):
    """A line in place of outputs that had no room."""
    header, parent, metadata = first.parts[:3]
    header = json.dumps({**json.loads(header), "msg_type": "stream"}).encode()
    text = "[outputs from here were left out: there was no room for them while Sluice was away]\n"
    content = json.dumps({"name": "stderr", "text": text}).encode()
    parts = [header, parent, metadata, content]
    # (told again when more is left out)
    return Message("iopub", parts, "left_out", first.request, first.is_late)
