"""The probes that report entered code, so that its names are read: blocks, and code after `yield`
and `await`.
"""

import sys

from ..objects.locations import WHOLE
from ..record.signals import INTERRUPTED, is_interrupt


def block_probes(probes, steps):
    """The probes by name. `steps` runs the recording functions."""
    recorder = probes.recorder
    reach = probes.reach

    def block(key):
        statement = recorder.current
        if statement is None or key in statement.entered:
            return
        statement.enter(key)
        known = recorder.global_names.blocks.get(key)
        if known is None:
            return
        for name in known.reads:
            recorder.global_names.read(name)
        if known.answers:
            recorder.mutate("abc", WHOLE)
        if known.catches:
            statement.catch()
            if is_interrupt(sys.exc_info()[1]):
                recorder.escape(INTERRUPTED)

    def resumed(result, *keys):
        for key in keys:
            block(key)
        return result

    cover = steps.guarded(reach.cover_frame)

    def resumed_uninstrumented(result, *keys):
        statement = recorder.current
        if statement is not None and statement.on:
            for key in keys:
                block(key)
            cover(sys._getframe(1))
        return result

    return {"b": block, "y": resumed, "Y": resumed_uninstrumented}
