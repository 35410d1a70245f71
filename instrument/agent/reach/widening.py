"""The later reads of a statement whose tracing has switched off: one deep read covers them."""

from __future__ import annotations

import sys
import types
from typing import TYPE_CHECKING, Any

from ..objects.frames import local_values
from ..objects.locations import ATOMIC, GLOBALS, WHOLE
from ..observer import Observer
from ..record.iterated import GoneOver
from ..record.signals import is_signalled
from ..record.untraced_work import UntracedWork
from ..world.shared_objects import look_through_modules
from ..world.log_handlers import log_handlers
from ..world.table import USED_ANYWHERE
from .covered import Walked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from ..record.recorder import Recorder
    from ..record.statement import Statement
    from .deep_reads import Reach


class Widening(Observer):
    """Records these deep reads. `fault` reports a failed one."""

    def __init__(
        self, recorder: Recorder, reach: Reach, fault: Callable[[BaseException], None]
    ) -> None:
        self.recorder = recorder
        self.namespace = recorder.namespace
        self.reach = reach
        self.fault = fault

    def stop_tracing(self, statement: Statement) -> None:
        """Tracing of this statement switches off: one deep read covers what its uninstrumented
        versions will read.

        Unsound: when tracing of a statement switches off midway, a value that only an unfinished
        expression holds (`box[f()] = stack.pop()`) counts as read only if something else still
        holds the value at the end of the statement.
        """
        walked = statement.state(Walked)
        if walked.last is not None and walked.last[0] == statement.epoch:
            walked.covered.take(walked.last[1])
        roots = list(statement.states.get(GoneOver, ()))
        frame = sys._getframe(1)
        while frame is not None:
            if frame.f_globals is self.namespace and frame.f_code.co_name != "<module>":
                # (the first iterator of a comprehension is ours, over one of `iterated`)
                roots += [
                    value
                    for name, value in local_values(frame).items()
                    if name != ".0" or type(value) is not map
                ]
            frame = frame.f_back
        self.widen_names(statement, roots)
        # the epoch says later whether anything has been stored since
        statement.state(UntracedWork).begin(statement.epoch)

    def widen_names(self, statement: Statement, roots: Iterable[Any] = ()) -> None:
        """A deep read of the statement's names and the given objects, through functions and their
        globals.
        """
        names_of_code = self.reach.may_use(statement.plan.names)
        names = [
            n
            for n in names_of_code
            if n in self.namespace or n in self.recorder.global_names.deleted
        ]
        for name in names:
            self.recorder.read(GLOBALS, name, "widened")
        used = {*names_of_code, *statement.plan.attributes}
        held = look_through_modules(self.recorder, used)
        self.reach.errors.look_for(used)
        # (an attribute may be named by any string)
        for name in (
            self.recorder.library.extended.keys()
            if "getattr" in used or "hasattr" in used
            else used & self.recorder.library.extended.keys()
        ):
            for token in self.recorder.library.extended[name]:
                self.recorder.read(token, WHOLE, "widened")
        self.read_options()
        for name in self.recorder.library.patched & self.recorder.written:
            self.recorder.read(name, WHOLE, "widened")
        values = [self.namespace[n] for n in names if n in self.namespace]
        values += held
        values += self.put_into_libraries()
        for value in values:
            if type(value) is types.ModuleType:
                self.recorder.imports.read_submodules(value, "widened")
        try:
            self.reach.deep_read(*values, *roots, kind="widened", follow_globals=True)
        except Exception as fault:
            if is_signalled(fault):
                raise
            self.fault(fault)

    def read_options(self) -> None:
        """Reads the options that code without probes may use: all options of operators and text,
        others where a call without a record uses them.
        """
        self.recorder.settings.read_all(
            (*USED_ANYWHERE, *self.recorder.settings.read_unseen), "widened"
        )

    def put_into_libraries(self) -> list[Any]:
        """The objects that the notebook has put in place of functions of libraries. Libraries may
        call them without a probe.
        """
        found = []
        for (_, name), holder in self.recorder.library.replaced.items():
            value = getattr(holder(), "__dict__", {}).get(name)
            if type(value) not in ATOMIC:
                found.append(value)
        if "logging" in self.recorder.written:
            found += log_handlers(self.namespace)
        return found
