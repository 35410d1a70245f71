"""Stands for a kernel with a store: it writes numbered values into files, and reads them back.

Each line of standard input is {"save": the arguments of the store's question, "number": N}, answered
as the agent answers, or {"load": a file of values, "number": N}, answered with {"equal": whether its
values are those of N} or {"error"}. {} is answered with the folders of the modules.
"""

import json
import os
import random
import sys

sys.path.insert(
    0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "instrument")
)
from agent.store import value_files

MOST_BYTES = 3_000_000


def values_of(number):
    """The values with this number: `y` has an object of `x`."""
    choices = random.Random(number)
    size = choices.randrange(MOST_BYTES) if number % 3 == 0 else choices.randrange(10_000)
    part = bytearray(choices.randbytes(size))
    others = [choices.random() for _ in range(choices.randrange(2_000))]
    return {"x": {"part": part, "others": others, "number": number}, "y": [part]}


def save(number, files, most, seconds, refused, changed, shared):
    found = []
    for file in files:
        try:
            values = values_of(number)
            folder = os.path.dirname(file["path"])
            found.append(
                value_files.write_values(
                    values, file["path"], most, seconds, refused, (), folder, shared
                )
            )
        except value_files.Unstored as reason:
            found.append({"reason": str(reason)})
        except OSError as fault:
            found.append({"reason": "it cannot be written: %s" % fault.strerror})
    return found


def load(number, file):
    try:
        found = value_files.read_values(**file)
    except Exception as fault:
        return {"error": "%s: %s" % (type(fault).__name__, fault)}
    is_shared = found["y"][0] is found["x"]["part"]
    return {"equal": is_shared and found == values_of(number)}


for line in sys.stdin:
    asked = json.loads(line)
    if "save" in asked:
        answer = save(asked["number"], **asked["save"])
    elif "load" in asked:
        answer = load(asked["number"], asked["load"])
    else:
        answer = sys.path
    print(json.dumps(answer), flush=True)
