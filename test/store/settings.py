"""Settings that change, one after another. The changes as JSON on the command line; as JSON, for each
the settings with another digest than before, and those whose kept digest is not the present one.
"""

import json
import os
import sys

sys.path.insert(
    0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "instrument")
)
from agent.store.place import Place
from agent.store.setting_digests import SettingDigests


def main(changes):
    kept, names, found = SettingDigests(Place()), {}, []
    for change in changes:
        if change.startswith("import "):
            exec(change, names)
            continue
        before = kept.all()
        exec(change, names)
        after, fresh = kept.all(), SettingDigests(kept.place).all()
        found.append([differences(before, after), differences(after, fresh)])
    return found


def differences(some, others):
    return sorted(key for key in {*some, *others} if some.get(key) != others.get(key))


print(json.dumps(main(json.loads(sys.argv[1]))))
