"""pandas' group-by objects: their first use decides which values all later ones work on."""

from ..objects.locations import WHOLE
from ..reach.groups import is_outdated, kept_data


def use_groups(recorder, groups):
    """A method of a group-by object is about to be called."""
    kept = kept_data(groups)
    if kept is None:
        recorder.current.grouped.append(groups)
    elif recorder.tokens.peek(kept[0]) in recorder.written and is_outdated(groups, kept[1]):
        recorder.read(recorder.tokens.of(kept[0]), WHOLE)


def report_groups(recorder):
    """Record which group-by objects have been used for the first time in the statement."""
    for groups in recorder.current.grouped:
        kept = kept_data(groups)
        if kept is not None:
            recorder.write(recorder.tokens.of(kept[0]), WHOLE)
    recorder.current.grouped = []
