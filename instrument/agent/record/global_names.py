"""Reads of global names and builtins, and facts about names over all statements."""

from __future__ import annotations

import builtins
import re
from typing import TYPE_CHECKING, Any

from ..objects.locations import GLOBALS, WHOLE, attribute_field
from ..observer import Observer
from ..world.table import AMBIENT, FUTURE

if TYPE_CHECKING:
    from ..rewriting.plans import StatementPlan
    from .recorder import Recorder
    from .statement import Statement

_INPUTS = re.compile(r"^(In|_ih|_i|_ii|_iii|_i\d+)$")
_OLDER = frozenset({"__", "___"})


class GlobalNames(Observer):
    """Reads the names in the text of each statement.

    `deleted`: names that the notebook has deleted; `unprobed`: names that uninstrumented versions
    call without a probe; `blocks`: by number, the blocks of code whose names are read at their
    entry; `builtins`: builtins that the current run has found, which a cell above may bind later;
    `lists_definitions`: whether any code has listed all functions and classes of the notebook.
    """

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.namespace = recorder.namespace
        self.deleted: set[str] = set()
        self.unprobed: set[str] = set()
        self.blocks: dict[int, Any] = {}
        self.builtins: set[str] = set()
        self.lists_definitions = False

    def begin_run(self) -> None:
        self.builtins.clear()

    def list_definitions(self) -> None:
        """All functions and classes of the notebook are listed."""
        self.lists_definitions = True

    def begin(self, statement: Statement) -> None:
        recorder = self.recorder
        plan = statement.plan
        if plan.imports or recorder.imports.local:
            # (code of the user's modules behind any of these names may run)
            recorder.run_foreign_code()
        self.read_plan(plan)
        if not plan.binds_only:
            recorder.settings.read_all(AMBIENT)

    def read_plan(self, plan: StatementPlan) -> None:
        """Code with this plan is about to run."""
        recorder = self.recorder
        for name in plan.imports:
            recorder.imports.read(name)
        if FUTURE in plan.imports:
            recorder.mutate(FUTURE, WHOLE)
        elif plan.annotates and FUTURE in recorder.written:
            recorder.read(FUTURE, WHOLE)
        for name in plan.reads:
            if _INPUTS.match(name):
                recorder.escape("reads the input history through %s" % name)
            elif name in _OLDER:
                recorder.escape("reads an older result through %s" % name)
            self.read(name)

    def read(self, name: str, kind: str = "observed") -> None:
        """Read a global name, or a builtin that the notebook has put there."""
        recorder = self.recorder
        if name in self.namespace or not hasattr(builtins, name):
            # an undefined name is read too: a definition changes the outcome
            recorder.read(GLOBALS, name, kind)
            if name == "_dh":
                # where `%cd` has been
                recorder.read("cwd", WHOLE, kind)
            if name not in self.namespace:
                # somebody may put a builtin there
                recorder.read(recorder.tokens.of(builtins), attribute_field(name), kind)
            return
        self.builtins.add(name)
        if name in self.deleted:
            recorder.read(GLOBALS, name, kind)
        token = recorder.tokens.peek(builtins)
        if token is not None:
            recorder.read(token, attribute_field(name), kind)
