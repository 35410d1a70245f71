"""The questions of the store, between runs: the state before a run, common objects of names after
the run, values into files and back. The keys are made on the other side of the wire.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import pathlib
import sys
from typing import TYPE_CHECKING, Any

from ..kinds.kind import Inexact
from ..objects.locations import is_of_object
from ..reach.walks import Overflow
from . import place_facts, surroundings
from .doubts import Doubts
from .local_sources import LocalSources
from .place import Place
from .setting_digests import SettingDigests
from .sharing import Sharing, plain_digest
from .strange_modules import strange_modules
from .value_files import Unstored, read_values, title, write_values

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

_LEVELS = 3
_LONGEST_PATH = 1_000


class Answers:
    """For one kernel with an agent."""

    strange_modules = staticmethod(strange_modules)

    def __init__(self, agent: Any) -> None:
        self.agent = agent
        self.parts = agent.parts
        self.doubts = Doubts(agent.recorder)
        self.modules = set(sys.modules)
        self.place_of_notebook = Place()
        self.settings = SettingDigests(self.place_of_notebook)
        self.sources = LocalSources(agent.recorder.imports.used, self.place_of_notebook)
        self.sources.look()
        self.before = dict(self.doubts.count)
        self.initial = dict(self.parts.namespace)

    def begin(
        self,
        load: list[dict[str, Any]],
        drop: list[str],
        modules: list[str],
        count: int | None,
        reads: Iterable[str] = (),
        cell: str | None = None,
    ) -> dict[str, Any]:
        """A cell is about to be looked up or run. First the named values are read, and `drop` is
        unbound; `count` is the number of the next input. `reads`: the names that a stored run of
        `cell` has read, in place of a run of the cell. A file that cannot be read changes nothing.
        """
        namespace, values = self.parts.namespace, self.parts.names.values
        for name in modules:
            # (some are made on the way, and cannot be imported by their names)
            with contextlib.suppress(Exception):
                importlib.import_module(name)
        found = [
            (file, read_values(file["path"], file["sha256"], file["size"], file["plain"]))
            for file in load
        ]
        reached = self.tokens_within(reads)
        for name in drop:
            namespace.pop(name, None)
            values.pop(name, None)
        tokens = {}
        for file, loaded in found:
            if file["streams"]:
                surroundings.put_streams(loaded)
                self.parts.recorder.written.update(loaded)
                continue
            for name in file["names"]:
                namespace[name] = values[name] = loaded[name]
                if cell is not None and plain_digest(loaded[name], self.sources) is None:
                    tokens[name] = self.parts.recorder.tokens.of(loaded[name])
        if load:
            self.parts.world_placed()
        shell = self.agent.shell
        number = shell.execution_count
        if cell is not None:
            shell.execution_count += 1
            self.parts.recorder.written.update(tokens.values())
            # (the next run of the cell is not to be compared with the last one in this kernel)
            reactive = self.agent.questions.reactive
            reactive.kept.left.pop(cell, None)
            reactive.copies.forget(cell)
        if count is not None:
            shell.execution_count = count
        settings = self.before_run()
        return {"settings": settings, "tokens": tokens, "reached": reached, "count": number}

    def before_run(self) -> dict[str, str]:
        """The settings before the next run, whose facts count from now on."""
        self.modules = set(sys.modules)
        self.sources.look()
        self.before = dict(self.doubts.count)
        # what the kernel itself has drawn since the last cell is not this cell's
        self.parts.recorder.streams.moved()
        return self.settings.all()

    def tokens_within(self, names: Iterable[str]) -> list[str]:
        """The tokens of all objects that these names lead to."""
        namespace, peek = self.parts.namespace, self.parts.recorder.tokens.peek
        roots = [namespace[name] for name in names if name in namespace]
        if not roots:
            return []
        tokens = {peek(obj) for obj in self.parts.reach.walk(roots).values()}
        return sorted(token for token in tokens if token is not None and is_of_object(token))

    def place(self) -> dict[str, Any]:
        """Facts about the whole session."""
        return {
            "installed": surroundings.installed(),
            "python": sys.executable,
            "path": [entry for entry in sys.path if entry],
            **place_facts.facts(),
        }

    def look(
        self, written: list[str], without: list[str], source: str, next_run: bool = False
    ) -> dict[str, Any]:
        """The state after a run. `written`: tokens of the changed objects; `without`: names with
        outdated values. `next_run`: another run may follow at once, and gets its `settings`.
        """
        seen = self.seen(written, without, source)
        return {**seen, "settings": self.before_run()} if next_run else seen

    def seen(self, written: list[str], without: list[str], source: str) -> dict[str, Any]:
        doubts = [kind for kind, count in self.doubts.count.items() if count > self.before[kind]]
        if surroundings.names_personal(source):
            doubts.append("personal")
        # (in the order in which they were loaded)
        modules = [
            name
            for name in list(sys.modules)
            if name not in self.modules
            and not name.startswith(("_sluice", "__main__", "__mp_main__"))
        ]
        local = self.sources.look()
        try:
            sharing = self.sharing(without)
        except Overflow:
            return {"doubts": doubts, "modules": modules, "local": local}
        reached = {}
        for token, obj in self.objects(written):
            names = sharing.names_of(obj)
            if names:
                reached[token] = names
        lost = self.lost(set(written).difference(reached))
        return {
            "doubts": doubts,
            "modules": modules,
            "groups": sharing.groups,
            "plain": sharing.plain,
            "code": sorted(sharing.code),
            "reached": reached,
            "lost": lost,
            "local": local,
            "paths": self.paths(),
        }

    def lost(self, written: set[str]) -> list[str]:
        """The living ones of these objects, which no name leads to."""
        if not self.objects(written):
            return []
        # what only refers to itself would be found as well
        gc.collect()
        return [token for token, _ in self.objects(written)]

    def paths(self) -> dict[str, str]:
        """Names that stand for paths at which there is something."""
        found = {}
        for name, value in list(self.parts.namespace.items()):
            if type(value) is str or isinstance(value, pathlib.PurePath):
                text = str(value)
                with contextlib.suppress(OSError, ValueError):
                    if text and len(text) < _LONGEST_PATH and os.path.exists(text):
                        found[name] = os.path.abspath(text)
        return found

    def sharing(self, without: Iterable[str]) -> Sharing:
        namespace = self.parts.namespace
        initial = {name for name, value in self.initial.items() if namespace.get(name) is value}
        return Sharing(namespace, self.parts.reach, initial.union(without), self.sources)

    def objects(self, tokens: Iterable[str]) -> list[tuple[str, Any]]:
        """The living ones of these objects."""
        wanted = {token for token in tokens if is_of_object(token)}
        entries = list(self.parts.recorder.tokens.by_id.values()) if wanted else []
        found = [(entry.token, entry.object()) for entry in entries if entry.token in wanted]
        return [(token, obj) for token, obj in found if obj is not None]

    def save(
        self,
        files: list[dict[str, Any]],
        changed: list[str],
        most: int,
        seconds: float,
        refused: list[str],
        shared: bool = False,
    ) -> list[dict[str, Any]]:
        """Writes groups of names, or streams, each into its file: what `write_values` gives, or the
        `reason` against it. `changed`: tokens of objects that the run changed; `shared`:
        whether others are to read the values.
        """
        namespace = self.parts.namespace
        found = []
        for file in files:
            try:
                held: Collection[int] = ()
                if file["streams"]:
                    values = surroundings.stream_values(file["names"])
                else:
                    values = {name: namespace[name] for name in file["names"]}
                    reached = self.parts.reach.walk(list(values.values()))
                    self.refuse_held(reached, changed)
                    held = reached.keys()
                found.append(
                    write_values(
                        values,
                        file["path"],
                        most,
                        seconds,
                        refused,
                        held,
                        self.place_of_notebook.folder,
                        shared,
                    )
                )
            except (Unstored, Inexact) as fault:
                found.append({"reason": str(fault)})
            except OSError as fault:
                found.append({"reason": "it cannot be written: %s" % fault.strerror})
        return found

    def refuse_held(self, reached: dict[int, Any], changed: list[str]) -> None:
        """Raises Unstored if anything outside of these objects holds one of them that the run changed:
        a copy would not be the same object there.
        """
        found = [obj for _, obj in self.objects(changed) if id(obj) in reached]
        if not found:
            return
        # (the shell notes the last results)
        shell = self.agent.shell
        notes = [getattr(shell, name, None) for name in ("last_execution_result", "displayhook")]
        ours = (
            self.parts.namespace,
            self.parts.names.values,
            self.parts.namespace.get("Out"),
            getattr(shell, "user_ns_hidden", None),
            *notes,
            *[getattr(note, "__dict__", None) for note in notes],
        )
        known = {id(part) for part in (*ours, found, reached)}
        known.update(reached)
        objects: Any = found
        for _ in range(_LEVELS):
            known.add(id(objects))
            holders = [
                holder
                for holder in gc.get_referrers(*objects)
                if id(holder) not in known
                and not type(holder).__module__.startswith("_sluice")
                and type(holder).__name__ != "frame"
            ]
            if not holders:
                return
            for holder in holders:
                if type(holder) not in (list, dict, tuple, set):
                    raise Unstored("%s holds what it changed" % title(type(holder)))
            known |= {id(holder) for holder in holders}
            objects = holders
        raise Unstored("something without a name holds what it changed")


_ANSWERS: list[Answers] = []


def answer(agent: Any, question: str, arguments: str) -> Any:
    """The answer to a question, with its arguments as JSON; `error` where values cannot be read."""
    if not _ANSWERS or _ANSWERS[0].agent is not agent:
        _ANSWERS[:] = [Answers(agent)]
    try:
        return getattr(_ANSWERS[0], question)(**json.loads(arguments))
    except Exception as fault:
        return {"error": "%s: %s" % (type(fault).__name__, fault)}
