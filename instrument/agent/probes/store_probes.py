"""The probes of stores, deletions and operators in place. They stand in uninstrumented versions
too, where no inline test does.
"""

from ..objects.kept_in_c import KEPT_IN_C
from ..objects.locations import ATOMIC, VALUES
from ..record.untraced_work import UntracedWork
from .item_stores import copies_into_item, store_item
from .stores import copies_into_attribute, store_attribute
from .untraced_stores import holds_values


def store_probes(probes, steps):
    """The probes by name. `steps` runs the recording functions."""
    recorder = probes.recorder
    reach = probes.reach
    callers = probes.callers
    values = probes.values
    pending = steps.pending

    @steps.guarded
    def write_attribute(obj, name, deletes, augments, value=None):
        statement = recorder.current
        if value is not None and copies_into_attribute(probes, obj, name):
            reach.deep_read(value)
            recorder.families.together((obj, value))
        if statement is None:
            store_attribute(probes, obj, name, deletes, augments)
            return
        before, written = statement.epoch, len(statement.writes)
        if KEPT_IN_C.group(type(obj)) is not None:
            probes.calls.unknown.implicit.stored(obj)
        store_attribute(probes, obj, name, deletes, augments)
        if (
            deletes
            or not probes.plain_stores.covers(type(obj), name)
            or (augments and not holds_values(obj, name))
        ):
            recorder.sites.vetted.disturb()
        if not deletes and probes.plain_stores.covers(type(obj), name):
            if statement.on and len(statement.writes) > written:
                if statement.budget.count_alike((type(obj), name)):
                    recorder.switch_off()
            if not statement.on:
                statement.state(UntracedWork).stored_into(statement, before, obj, name)

    @steps.guarded
    def write_item(obj, key, deletes, augments, value=None):
        statement = recorder.current
        if value is not None and copies_into_item(probes, obj):
            reach.deep_read(value)
            recorder.families.together((obj, value))
        before = 0 if statement is None else statement.epoch
        recorder.sites.vetted.disturb()
        if KEPT_IN_C.group(type(obj)) is not None:
            probes.calls.unknown.implicit.stored(obj)
        store_item(probes, obj, key, deletes, augments)
        if statement is not None and not statement.on and type(obj) in (list, dict):
            statement.state(UntracedWork).stored_into(statement, before, obj, None)

    def assigned(value, number, places):
        if recorder.current is not None and type(value) not in ATOMIC:
            values.put(number, places, value)
        return value

    @steps.guarded
    def keep(value, followed):
        probes.applied.keep((value,), True, followed)

    def kept(value, followed):
        if callable(value) or type(value) is classmethod:
            keep(value, followed)
        return value

    def store(obj, name, number=None):
        value = values.take(number)
        if type(obj) not in ATOMIC:
            write_attribute(obj, name, False, False, value)
        return obj

    def store_augmented(obj, name):
        if type(obj) not in ATOMIC:
            write_attribute(obj, name, False, True)
        return obj

    def delete(obj, name):
        if type(obj) not in ATOMIC:
            write_attribute(obj, name, True, False)
        return obj

    def set_item(obj, key, number=None):
        write_item(obj, key, False, False, values.take(number))
        return obj

    def set_item_augmented(obj, key):
        write_item(obj, key, False, True)
        return obj

    def delete_item(obj, key):
        write_item(obj, key, True, False)
        return obj

    def pop_store(key, number=None):
        write_item(pending().pop(), key, False, False, values.take(number))
        return key

    def pop_augmented(key):
        write_item(pending().pop(), key, False, True)
        return key

    def pop_delete(key):
        write_item(pending().pop(), key, True, False)
        return key

    in_place = steps.guarded(probes.in_place)

    def augmented(old, operand):
        if type(old) not in VALUES:
            callers.augments(old, operand)
            in_place(old, operand)
        elif type(old) not in ATOMIC:
            recorder.run_foreign_code()
        return operand

    return {
        "va": assigned, "kp": kept, "A": store, "Au": store_augmented, "d": delete, "S": set_item, "Su": set_item_augmented, "D": delete_item, "P": steps.push,
        "K": pop_store, "Ku": pop_augmented, "X": pop_delete, "u": augmented,
    }  # fmt: skip
