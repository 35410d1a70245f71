"""Sites with cache misses for many objects of a class: from then on a summary covers all objects of
the class.
"""

from ..objects.locations import WHOLE
from ..reach.covered import Walked
from ..record.site import MISSES
from ..record.snapshots import snapshot
from ..record.untraced_work import UntracedWork

PLAIN = (list, dict, set)


def missed(recorder, site, obj, field):
    """The site has recorded a store into `obj`; after many objects, all of their class are
    covered by a summary.
    """
    site.misses += 1
    if site.misses > MISSES:
        if recorder.current.on:
            recorder.switch_off()
        _begin_summary(recorder, field, type(obj))
        if site.augments:
            recorder.current.state(UntracedWork).augmented_classes.add((field, type(obj)))
        recorder.sites.cover(site, type(obj))
    else:
        recorder.sites.hold(site, obj)


def _begin_summary(recorder, field, cls):
    statement = recorder.current
    summaries = statement.state(UntracedWork).summaries
    if (field, cls) not in summaries:
        if recorder.sites.relying:
            recorder.sites.doubt()
        walked = statement.state(Walked)
        compares = not walked.overflow and (field != WHOLE or cls in PLAIN)
        summaries[field, cls] = snapshot(field, cls, walked.instances(cls)) if compares else None
