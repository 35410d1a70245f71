"""Puts probes into the syntax trees of cells, and of code inside a statement (`%time`, `exec` of a
magic).
"""

from __future__ import annotations

import builtins
import gc
from typing import TYPE_CHECKING, Any

from .effects.harmless import is_quiet
from .effects.matching import UNBOUND
from .objects.locations import ATOMIC
from .rewriting.cells import Rewriter
from .rewriting.timed import add_first_turn, timed_code, timed_function
from .run import automagic, declares_properly
from .world.shell import trait

if TYPE_CHECKING:
    import ast
    from types import FrameType

    from .parts import Parts
    from .rewriting.outline import Outlines
    from .run import Run

_MISSING = object()


class CellRewriting:
    """Rewrites cells, and notes the rewritten blocks of code. `next_block`: the number of the last
    one.
    """

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.next_block = 0

    def rewrite_cell(self, run: Run, tree: ast.Module) -> ast.Module:
        """The cell of a run, with probes."""
        rewriter = self.rewriter(tree, self.parts.outlines)
        if not declares_properly(tree, rewriter.contents):
            return tree
        # thousands of nodes, none of them garbage: collections would only look at them again
        # and again
        collects = gc.isenabled()
        gc.disable()
        try:
            new, plans = rewriter.rewrite()
        finally:
            if collects:
                gc.enable()
        run.plans = plans
        run.tree = tree
        run.command = automagic(tree, run.source)
        return new

    def rewriter(self, tree: ast.Module, outlines: Outlines | None = None) -> Rewriter:
        self.parts.effects.sync()
        return Rewriter(
            tree,
            self.new_key,
            self.register,
            self.safe,
            self.parts.effects,
            self.parts.recorder.sites,
            outlines,
            self.parts.recorder.global_names.unprobed,
        )

    def rewrite_nested(self, tree: Any, given: Any, asker: FrameType) -> Any:
        """Rewrite code at the request of IPython's function in the frame `asker`. `timeit` makes a
        function of the code, with local names.
        """
        local = asker.f_locals
        if asker.f_code.co_name != "timeit" or "ast_setup" not in local:
            self.parts.plain.remember_nested(tree, asker)
            return self.rewrite_inside(tree, self.parts.outlines)
        if local.get("ast_stmt") is not given:
            # the set-up before each timing
            return tree
        setup = local["ast_setup"]
        self.parts.probes.timed.prepare(timed_code(setup, tree), local["timer"])
        add_first_turn(setup, self.rewrite_inside(timed_function(setup, tree), None), tree)
        return tree

    def rewrite_inside(self, tree: Any, outlines: Outlines | None) -> Any:
        """Rewrite code inside a statement, which becomes part of the statement."""
        new, plans = self.rewriter(tree, outlines).rewrite(display_last=False)
        for plan in plans:
            self.parts.recorder.global_names.read_plan(plan)
            self.parts.recorder.current.add_plan(plan)
        if not self.parts.recorder.current.on:
            # tracing has switched off before these names were known
            self.parts.widening.widen_names(self.parts.recorder.current)
        return new

    def new_key(self) -> int:
        self.next_block += 1
        return self.next_block

    def register(self, block: Any) -> None:
        block.reads = sorted(block.reads)
        self.parts.recorder.global_names.blocks[block.key] = block

    def safe(self, name: str, keywords: Any, defined: bool) -> bool:
        """Whether calls of this global name in an uninstrumented version need no probe: for a
        notebook function, or a builtin. `defined`: the cell defines the name as a function. A name
        that a loop or function may rebind needs a probe.
        """
        value = self.parts.namespace.get(name, _MISSING)
        if not defined and not self.parts.probes.calls.quiet.is_own(value):
            if value is not _MISSING:
                return False
            value = getattr(builtins, name, _MISSING)
            found = (
                None
                if value is _MISSING or type(value) in ATOMIC
                else self.parts.effects.find(value)
            )
            if found is None or found.receiver is not UNBOUND or not is_quiet(found.spec, keywords):
                return False
        self.parts.recorder.global_names.unprobed.add(name)
        return True


def other_transformers(shell: Any) -> list[list[Any]]:
    """Transformers of the text and tree of cells in front of ours."""
    manager = trait(shell, "input_transformer_manager")
    lists = (
        manager.cleanup_transforms,
        manager.line_transforms,
        manager.token_transformers,
        shell.input_transformers_post,
    )
    return [*map(list, lists), list(trait(shell, "ast_transformers"))]
