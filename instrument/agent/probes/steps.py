"""Runs the recording functions of probes apart from the notebook's own code, and holds values that
one probe leaves for the next of its thread.
"""

import functools
import threading

from ..calls.foreign_code import WITHOUT_CODE
from ..objects.locations import WHOLE
from ..objects.proxies import PROXIES, without_proxies
from ..record.signals import UNTRACED, is_signalled


class Steps:
    """Recording steps. `stacks`, for each thread: `items`, bases and arguments for their probe;
    `busy`, whether a step runs.
    """

    def __init__(self, recorder, foreign_code, on_due, on_fault):
        self.recorder = recorder
        self.foreign_code = foreign_code
        self.stacks = threading.local()
        self.on_due = on_due
        self.on_fault = on_fault

    def guarded(self, record, objects=True):
        """Make a step of a recording function, in which a fault is contained: it is ours and must
        not reach the notebook. `objects`: its arguments are objects of the notebook's, perhaps
        proxies.
        """
        recorder = self.recorder
        tokens = recorder.tokens
        stacks = self.stacks
        on_due = self.on_due
        on_fault = self.on_fault
        meet = self.meet

        @functools.wraps(record)
        def run(*args):
            if getattr(stacks, "busy", False):
                # a look-up of ours has called notebook code
                return
            stacks.busy = True
            try:
                if objects and not WITHOUT_CODE.issuperset(map(type, args)):
                    meet(args)
                    if not PROXIES.isdisjoint(map(type, args)):
                        args = without_proxies(args)
                        if args is None:
                            recorder.read("weakref", WHOLE)
                            return
                record(*args)
                recorder.count_event()
            except RecursionError:
                recorder.escape("the recursion limit was reached while tracing")
            except BaseException as fault:
                if is_signalled(fault):
                    recorder.escape(UNTRACED, lasting=True)
                    raise
                on_fault(fault)
            finally:
                stacks.busy = False
            if tokens.due:
                # finalizers may run: they are code like any other
                on_due()

        return run

    def meet(self, args):
        """Note that a step concerns objects of classes with code of their own. Notebook code has
        probes.
        """
        statement = self.recorder.current
        if (
            statement is not None
            and not statement.foreign
            and not all(map(self.foreign_code.is_own, args))
        ):
            self.recorder.run_foreign_code()

    def unseeing(self, record):
        """Make a guarded step that gets proxies unresolved."""
        return self.guarded(record, objects=False)

    def pending(self):
        """The stack of this thread."""
        try:
            return self.stacks.items
        except AttributeError:
            self.stacks.items = []
            return self.stacks.items

    def push(self, obj):
        """Keep a base for the probe of its part."""
        self.pending().append(obj)
        return obj

    def hand_on(self, args, kwargs, positional, named):
        """Keep a call's arguments for the call itself, which takes the positional ones first."""
        stack = self.pending()
        if named:
            stack.append(kwargs)
        if positional:
            stack.append(args)

    def clear(self):
        """Forget values left by an exception."""
        self.stacks.items = []
