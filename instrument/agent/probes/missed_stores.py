"""The probes of stores and deletions in uninstrumented versions that have missed their inline
cache.
"""

import types

from ..kinds.owners import storage_key
from ..objects.attributes import is_special
from ..objects.classes import changes_in_place
from ..objects.libraries import holds_numbers
from ..objects.locations import ATOMIC, WHOLE, attribute_field
from ..record.settled import Settled
from ..record.untraced_work import UntracedWork
from .class_reads import own_class_overrides
from .item_stores import store_item, stores_items_plainly
from .row_stores import learn_rows
from .stores import sets_plainly, store_attribute, stores_as_item
from .summaries import PLAIN, missed
from .untraced_stores import holds_values


def missed_store_probes(probes, steps):
    """The probes by name. `steps` runs the recording functions."""
    recorder = probes.recorder
    sites = recorder.sites
    vetted = sites.vetted
    cached = sites.cached

    def more_items(site, obj, before):
        """An item of `obj` has been stored, and more of them will follow."""
        recorder.contents.mutate(recorder.tokens.of(obj), obj, by_item=True)
        statement = recorder.current
        statement.state(UntracedWork).stored_into(statement, before, obj, None)
        if type(obj) in PLAIN:
            missed(recorder, site, obj, WHOLE)
        else:
            sites.hold(site, obj)

    @steps.guarded
    def record_attribute(site, obj):
        kind = type(obj)
        statement = recorder.current
        name = site.name
        if statement is None:
            store_attribute(probes, obj, name, False, site.augments)
            return
        statement.at(site.line)
        before = statement.advance()
        store_attribute(probes, obj, name, False, site.augments)
        if site.augments:
            statement.state(UntracedWork).augmented.append((obj, name))
        if not probes.plain_stores.covers(kind, name) or (
            site.augments and not holds_values(obj, name)
        ):
            vetted.disturb()
        if probes.plain_stores.covers(kind, name):
            statement.state(UntracedWork).stored_into(statement, before, obj, name)
            missed(recorder, site, obj, attribute_field(name))
        elif sets_plainly(kind) and not issubclass(type(obj), types.ModuleType):
            sites.hold(site, obj)
        elif stores_as_item(kind) and stores_items_plainly(kind) and not site.augments:
            more_items(site, obj, before)
        elif (
            kind is type
            and obj.__module__ == "__main__"
            and not is_special(name)
            and not hasattr(type(vars(obj).get(name)), "__get__")
        ):
            # a variable of a class
            sites.hold(site, obj)

    def attribute(number, obj):
        if type(obj) not in ATOMIC:
            record_attribute(sites.all[number], obj)
        return obj

    @steps.guarded
    def record_deleted(site, obj):
        vetted.disturb()
        store_attribute(probes, obj, site.name, True, False)
        kind = type(obj)
        if (
            recorder.current is not None
            and probes.plain_stores.covers(kind, site.name)
            and kind.__delattr__ is object.__delattr__
        ):
            sites.hold(site, obj)

    def deleted_attribute(number, obj):
        if type(obj) not in ATOMIC:
            record_deleted(sites.all[number], obj)
        return obj

    @steps.guarded
    def record_item(site, obj, key, deletes):
        statement = recorder.current
        before = 0 if statement is None else statement.epoch
        vetted.disturb()
        store_item(probes, obj, key, deletes, site.augments)
        if statement is None:
            return
        method = "__delitem__" if deletes else "__setitem__"
        if own_class_overrides(type(obj), method, recorder.namespace) and not site.augments:
            # which has probes, for as long as nobody puts another one there
            if method not in sites.attributes:
                sites.cover(site, type(obj))
            return
        if not deletes and (not site.augments or holds_numbers(obj)):
            learn_rows(recorder, site, obj, key)
        if storage_key(obj, recorder.tokens) in statement.state(
            Settled
        ) and not stores_items_plainly(type(obj)):
            sites.hold(site, obj)
            return
        if holds_numbers(obj):
            return
        if (
            not stores_items_plainly(type(obj))
            or obj is recorder.namespace
            or recorder.tokens.is_alias(obj)
        ):
            return
        statement.advance()
        statement.at(site.line)
        more_items(site, obj, before)
        if site.augments:
            statement.state(UntracedWork).augmented.append((obj, None))

    def item(number, obj, key):
        stores = cached[number]
        if stores is None or not stores.covers(obj, key):
            record_item(sites.all[number], obj, key, False)
        return key

    def deleted_item(number, obj, key):
        record_item(sites.all[number], obj, key, True)
        return key

    @steps.guarded
    def record_in_place(site, obj, operand):
        statement = recorder.current
        before = 0 if statement is None else statement.epoch
        if statement is not None and not changes_in_place(type(obj)):
            # the store makes another object of it
            sites.cover(site, type(obj))
            return
        probes.in_place(obj, operand)
        if statement is None:
            return
        if type(obj) in (list, set):
            statement.advance()
            statement.state(UntracedWork).stored_into(statement, before, obj, None)
            missed(recorder, site, obj, WHOLE)
        elif holds_numbers(obj):
            sites.hold(site, obj)
            learn_rows(recorder, site, obj, None)

    def in_place(number, obj, operand):
        stores = cached[number]
        if stores is None or not stores.covers(obj, None):
            record_in_place(sites.all[number], obj, operand)
        return operand

    return {
        "la": attribute,
        "lx": deleted_attribute,
        "lk": item,
        "ld": deleted_item,
        "lu": in_place,
    }
