"""The messages that a kernel would send for the outputs of a case (test/cases/output.jsonl), with an
account of its own, without a kernel and a clock.

The case comes as JSON on the command line; the messages are JSON. Steps are lists: the action, its
argument, and the number of turns (`{}` stands for the turn). `wait`: so many seconds go by, and
waiting messages are sent.
"""

import json
import os
import sys

sys.path.insert(
    0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "instrument")
)
from agent.output.account import Account


def message(does, what, turn, name):
    text = what.replace("{}", str(turn)) if isinstance(what, str) else what
    if does in ("print", "warn"):
        return "stream", {"name": "stdout" if does == "print" else "stderr", "text": text}
    if does == "clear":
        return "clear_output", {"wait": what}
    if does == "raise":
        return "error", {"ename": "E", "evalue": text, "traceback": [text]}
    kind = "update_display_data" if does == "update" else "display_data"
    data = (
        {"text/plain": text}
        if isinstance(text, str)
        else {form: value["text"] * value["times"] for form, value in text.items()}
    )
    return kind, {"data": data, "metadata": {}, "transient": {"display_id": name} if name else {}}


def main(case):
    now, sent = 0.0, []
    account = Account(case["limit"], None, now)
    for does, what, *more in case["steps"]:
        many, name = (*more, None)[:2] if more else (1, None)
        for turn in range(many):
            if does == "wait":
                now += what
                sent += account.due(False)
            else:
                kind, content = message(does, what, turn, name)
                account.before(kind)
                account.count(kind, content)
                sent += account.take(kind, content, None, now)
    sent += account.due(True)
    return [{"msg_type": one.kind, "content": one.whole()} for one in sent]


print(json.dumps(main(json.loads(sys.argv[1]))))
