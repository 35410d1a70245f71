"""Records declared effects: the reads, changes, draws, files and callbacks of one call. The file is
long because each action of a declaration has its method here.
"""

from __future__ import annotations

import os
import types
from typing import TYPE_CHECKING

from ..kinds.blocks import blocks
from ..kinds.columns import COLUMNS
from ..kinds.owners import alias_root
from ..kinds.tables import is_frame
from ..objects.attributes import home, own_dict
from ..objects.callables import BUILTINS
from ..objects.classes import changes_when_read
from ..objects.figures import KEEPS_FIGURES, PYPLOT, open_figures
from ..objects.locations import ATOMIC, STRUCTURE, WHOLE, are_values, attribute_field
from ..reach.growth import watch_growth
from ..reach.threads import CodeHandedOver
from ..world.captured import CAPTURED, capture
from ..world.compared_options import is_of_figures
from ..world.files import note_paths
from ..world.named_paths import is_path_type, quoted_paths, watch_named_files
from ..world.paths import isdir, real, text_of
from ..world.table import (
    DISPLAY,
    FIGURE_FORMATS,
    FOLDER,
    NETWORK,
    NETWORK_SETTINGS,
    SHOWING,
    world_name,
)
from .argument_reads import ArgumentReads
from .arguments import bind, chosen, conditions, elements, flattened, given, keys, root, values
from .drawing import Drawing
from .handed_over import HandedOver, name_of
from .item_reads import ItemReads
from .library import OBJECTS
from .looked_up import LookingUp
from .shared_memory import share_memory

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator
    from typing import Any

    from ..objects.libraries import Figure
    from ..reach.deep_reads import Reach
    from ..record.recorder import Recorder
    from .arguments import Bound
    from .library import Action, Chosen, Spec
    from .matching import Effects, Found
    from .undeclared import Undeclared


_LONGEST = 1_000


class ApplyEffects(ArgumentReads, ItemReads, Drawing, LookingUp):
    """Applies declarations found by `Effects`. `probed`: names of files with probes in their code;
    `undeclared` returns the recorder of undeclared calls.
    """

    def __init__(
        self,
        recorder: Recorder,
        reach: Reach,
        effects: Effects,
        probed: set[str],
        undeclared: Callable[[], Undeclared],
    ) -> None:
        self.recorder = recorder
        self.reach = reach
        self.effects = effects
        self.probed = probed
        self.undeclared = undeclared
        self.runs_on = False
        self.callee: object = None
        self.handed = HandedOver(self)

    def apply(
        self,
        found: Found,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        deep: bool = True,
        callee: object = None,
    ) -> None:
        """Record the effects of a call of `callee`. `deep` false: widening covers the contents of
        the arguments.
        """
        spec = found.spec
        bound = bind(spec["params"], found.receiver, args, kwargs)
        actions, restricted, iterated = _actions(spec, bound)
        if deep:
            self._read_arguments(spec["params"], bound, restricted, iterated)
        if iterated:
            self._take_keys(spec["params"], bound, iterated)
        self.callee = callee
        for action in actions:
            self.act(action, bound)
        self.callee = None
        if self.runs_on:
            self.runs_on = False
            self._read_elsewhere(spec["params"], bound)

    def act(self, action: Action, bound: Bound) -> None:
        getattr(self, "_" + action[0])(action, bound)

    def _mutates(self, action: Action, bound: Bound) -> None:
        for place in action[1:]:
            if place[0] == "world":
                if place[1].endswith(OBJECTS):
                    # a walk finds these objects within reach of the call (`Watch.add`)
                    continue
                if place[1] == FOLDER:
                    self.undeclared().may_change_files(_may_be_changed(bound))
                    continue
                self.recorder.settings.mutate(world_name(place[1]), bound.get("self"))
                if place[1] == "files":
                    note_paths(self.recorder, _each(bound))
                    watch_named_files(self.recorder, given(bound))
                if place[1] == PYPLOT:
                    for figure in self._current_figure():
                        self.recorder.mutate(self.recorder.tokens.of(figure), WHOLE)
            elif place[0] == "length":
                self._writes(("writes", place), bound)
            else:
                for value in values(place, bound):
                    self.mutate(value)

    def _current_figure(self) -> list[Figure]:
        """The current figure in a list, or an empty list. A setting of the user may let figures
        outlive their cell.
        """
        figures = open_figures()[-1:]
        if figures and KEEPS_FIGURES in self.recorder.written:
            self.recorder.read(KEEPS_FIGURES, WHOLE)
        return figures

    def _writes(self, action: Action, bound: Bound) -> None:
        recorder = self.recorder
        for place in action[1:]:
            if place[0] == "world":
                if place[1] == CAPTURED:
                    capture(recorder, bound["self"])
                else:
                    recorder.write(world_name(place[1]), WHOLE)
                continue
            for value in values(place[1], bound):
                if type(value) in ATOMIC:
                    continue
                token = recorder.tokens.of(alias_root(value))
                if place[0] == "length":
                    # (which names are gone shows at the end of the statement)
                    if value is not recorder.namespace:
                        recorder.mutate(token, STRUCTURE)
                        recorder.sizes.watch(token, value)
                elif place[0] == "attr":
                    recorder.write(token, attribute_field(place[2]))
                else:
                    for key in keys(place[2], value, bound):
                        fields, new = self._item_fields(value, key)
                        for field in fields:
                            if field == WHOLE:
                                recorder.contents.mutate(token, alias_root(value))
                            else:
                                recorder.write(token, field)
                        if new and WHOLE not in fields:
                            recorder.rekey(token, fields)
                        if COLUMNS.is_declared(type(value)):
                            if WHOLE in fields:
                                self.undeclared().called((value,))
                            else:
                                recorder.stored_columns.watch(value)
                    self.mutate_manager(value)

    def _reads(self, action: Action, bound: Bound) -> None:
        recorder = self.recorder
        for place in action[1:]:
            if place[0] == "world":
                recorder.read(world_name(place[1]), WHOLE)
                if place[1] == "files":
                    recorder.watched_files.list(bound)
                if place[1] == NETWORK:
                    recorder.settings.read(NETWORK_SETTINGS)
                if place[1] == PYPLOT:
                    self.reach.deep_read(*self._current_figure())
                elif place[1] == "names":
                    # all objects behind names of the notebook
                    self.reach.deep_read(recorder.namespace)
            elif place[0] in ("param", "each", "leaves"):
                self.reach.deep_read(*values(place, bound))
            else:
                for value in values(place[1], bound):
                    if type(value) in ATOMIC:
                        continue
                    token = recorder.tokens.of(alias_root(value))
                    if place[0] == "length":
                        recorder.read(token, STRUCTURE)
                    elif place[0] == "attr":
                        recorder.read(token, attribute_field(place[2]))
                        self.reach.deep_read(getattr(value, place[2], None))
                    else:
                        for field in self._fields_at(place, value, bound):
                            recorder.read(token, field)
                        self._read_items(place, value, bound)
                        if changes_when_read(type(value)):
                            watch_growth(recorder, value)
                        self.reach.read_labels(value)
                        if is_frame(value):
                            # this call uses the contents of the columns
                            self.reach.deep_read(*blocks(value))

    def _iterates(self, action: Action, bound: Bound) -> None:
        for place in action[1:]:
            found = values(place, bound)
            for value in found if not are_values(found) else ():
                self.draw(value)

    def _draws(self, action: Action, bound: Bound) -> None:
        self.recorder.streams.draw(action[1])

    def _sends(self, action: Action, bound: Bound) -> None:
        # earlier messages may decide the answer
        self.recorder.mutate(action[1], WHOLE)
        if action[1] == NETWORK:
            self.recorder.settings.read(NETWORK_SETTINGS)

    def _shares(self, action: Action, bound: Bound) -> None:
        for value in values(action[1], bound):
            share_memory(self.recorder, self.reach, value)

    def _file(self, action: Action, bound: Bound) -> None:
        for value in values(action[2], bound):
            self.file(value, action[1])
            if action[1] == "r":
                self._folder(value)
            if "write" in (own_dict(value) or ()):
                # `print(…, file=SimpleNamespace(write=lines.append))`
                self.handed.callback(value.write)

    def _folder(self, path: Any) -> None:
        """Record the read of a folder. The call may read the folder's files."""
        try:
            path = real(text_of(path))
        except TypeError:
            return
        if isdir(path):
            module = getattr(self.callee, "__module__", None) or home(
                type(getattr(self.callee, "__self__", None))
            )
            self.recorder.watched_files.read_folder(path, module)

    def _calls(self, action: Action, bound: Bound) -> None:
        statement = self.recorder.current
        for place in action[1:]:
            for value in values(place, bound):
                if statement is not None and not self._is_of_library(value):
                    statement.state(CodeHandedOver)
                self.handed.callback(value)
                self.handed.over(
                    value,
                    [v for v in given(bound) if v is not value],
                    type(self.callee) in BUILTINS,
                )

    def _is_of_library(self, value: Any) -> bool:
        """Whether a callable, or each in a container, is no function of the notebook's."""
        if type(value) in (list, tuple, dict):
            return all(map(self._is_of_library, elements(value)))
        function = getattr(value, "__func__", value)
        return (
            type(function) is not types.FunctionType
            or function.__globals__ is not self.recorder.namespace
        )

    def _elsewhere(self, action: Action, bound: Bound) -> None:
        """Read all objects behind the names in the arguments' code: copies of them run in another
        process, where no probe counts.

        Unsound: files that a function of the notebook reads in another process are missed, unless
        the function names their paths.
        """
        for place in action[1:]:
            given = values(place, bound)
            self.reach.deep_read(*given, follow_globals=True)
            watch_named_files(self.recorder, given)

    def _keeps(self, action: Action, bound: Bound) -> None:
        self.keep(values(action[1], bound))

    def _unknown(self, action: Action, bound: Bound) -> None:
        self.undeclared().called(given(bound))

    def _escapes(self, action: Action, bound: Bound) -> None:
        self.recorder.escape(action[1], lasting=True, code=action[2] if len(action) > 2 else "")
        self.runs_on = True

    def shown(self, values: Collection[object]) -> None:
        """Record values turned into text: options decide the look of arrays and frames, here or
        inside of the values.

        Imprecise: print options count as read whenever a value becomes text, even without an array
        or frame in the value.
        """
        self.recorder.settings.read(DISPLAY)
        if any(is_of_figures(cls) for value in values for cls in type(value).__mro__):
            self.recorder.settings.read(FIGURE_FORMATS)
        others = [value for value in values if type(value) not in ATOMIC]
        if others:
            self.recorder.library.use()
            self.recorder.read_written(type(others[0]).__mro__[:-1])
            self.recorder.settings.read_all(SHOWING)
            for value in others:
                self.undeclared().as_text(value)

    def keep(self, values: Iterable[object], reads: bool = False, followed: bool = False) -> None:
        """Something keeps these, or the callables in them, to call them where there are no probes.
        `reads`, `followed`: as of `unseen`.
        """
        for value in values:
            for callee in self.handed.unseen(value, reads, followed):
                self.recorder.escape(
                    "%s is called where nobody sees it" % name_of(callee), lasting=True
                )


def _actions(spec: Spec, bound: Bound) -> Chosen:
    """The actions of a call with these arguments, the parameters read in part, and the parameters
    iterated over. A declaration without conditions caches the answer.
    """
    known = spec.get("actions")
    if known is None:
        actions = chosen(spec["effect"], bound)
        restricted = {root(place) for a in actions if a[0] == "reads" for place in a[1:]}
        iterated = {p[1] for a in actions if a[0] == "iterates" for p in a[1:] if p[0] == "param"}
        # reads come before writes of the same location
        known = (sorted(actions, key=lambda a: a[0] != "reads"), restricted, iterated)
        if not conditions(spec["effect"]):
            spec["actions"] = known
    return known


def _each(bound: Bound) -> list[Any]:
    """The arguments, with each of `*args`."""
    return [value for each in given(bound) for value in flattened(each)]


def _may_be_changed(bound: Bound) -> Iterator[str]:
    """The arguments that may be paths, and the paths in quotes inside of these."""
    for value in _each(bound):
        if not is_path_type(type(value)):
            continue
        text = text_of(value)
        if 0 < len(text) < _LONGEST and (os.sep in text or isdir(text)):
            yield text
        yield from quoted_paths(text)
