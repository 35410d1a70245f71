"""Walks over large plain containers, cached from one statement to the next: containers without a
new write still reach the same objects.

A walk is cached for a root with a token, and only if it found nothing but lists, dictionaries,
tuples and sets. The walk counts until a statement writes any of them, or does unrecorded work. The
cache holds the objects, but not the root: when nothing else holds the root, the walk goes with it
at the end of the statement.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..objects.locations import PLAIN
from ..observer import Observer
from ..record.untraced_work import summaries_of
from .covered import Walked

if TYPE_CHECKING:
    from typing import Any

    from ..objects.locations import Token
    from ..record.recorder import Recorder
    from ..record.statement import Statement
    from .many_objects import ObjectsById

LEAST = 1_000
"""The least number of objects of a cached walk, or of elements of a flat container."""

LIMIT = 1_000_000
"""The most objects in all cached walks; beyond the limit the oldest walk goes."""


class KeptWalks(Observer):
    """Cached walks by the root's token: dictionaries from id to object, without the root. `roots`:
    the roots' ids by token. `summaries`: the number of summary locations at the time of the last
    cached walk.
    """

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.by_token: dict[Token, ObjectsById] = {}
        self.roots: dict[Token, int] = {}
        self.summaries = 0

    def get(self, root: Any) -> dict[int, Any] | None:
        """The objects that `root` reaches, without the root, by id; None: no valid walk is cached.
        Nobody may change the result.
        """
        statement = self.recorder.current
        token = self.recorder.tokens.peek(root) if self.by_token else None
        if statement is None or token is None:
            return None
        found = self.by_token.get(token)
        if found is not None and self._written(token, found, written_by(statement)):
            del self.by_token[token]
            return None
        return found

    def keep(self, root: Any, found: Any, kinds: Any) -> None:
        """Caches the findings of a walk from `root` alone, objects of these types."""
        recorder = self.recorder
        tokens = recorder.tokens
        if not LEAST <= max(len(found), len(root)) or len(found) > LIMIT or not kinds <= PLAIN:
            return
        if id(recorder.namespace) in found or found.keys() & tokens.world.keys():
            return
        token = tokens.of(root)
        self.by_token.pop(token, None)
        while self.by_token and len(found) + sum(map(len, self.by_token.values())) > LIMIT:
            del self.by_token[next(iter(self.by_token))]
        self.by_token[token] = found.copy()
        self.by_token[token].pop(id(root), None)
        self.roots[token] = id(root)

    def forget(self) -> None:
        """Unrecorded code has run."""
        self.by_token.clear()

    def let_go(self, statement: Statement, state: None) -> None:
        """Drops invalid walks, and all objects that observers hold of the statement, so that the
        roots of other walks may die.
        """
        tokens = self.recorder.tokens
        keeps = self.end(statement)
        statement.drop_states()
        tokens.sweep()
        if keeps and self.release():
            # (objects held only by a cached walk)
            tokens.sweep()

    def end(self, statement: Statement) -> bool:
        """A statement ends: drops the walks over its writes. Returns whether there were walks."""
        summaries, self.summaries = self.summaries, self.recorder.summaries.count
        if not self.by_token:
            return False
        walked = statement.states.get(Walked)
        overflow = walked is not None and walked.overflow
        summarised = summaries != self.summaries or summaries_of(statement)
        if summarised or statement.escapes or overflow:
            self.forget()
            return True
        written = written_by(statement)
        for token, found in list(self.by_token.items()):
            if self._written(token, found, written):
                del self.by_token[token]
        return True

    def release(self) -> bool:
        """Drops the walks from dead roots. Returns whether there were any."""
        by_id = self.recorder.tokens.by_id
        self.roots = {token: self.roots[token] for token in self.by_token}
        dead = [
            token
            for token, key in self.roots.items()
            if key not in by_id or by_id[key].token != token
        ]
        for token in dead:
            del self.by_token[token]
        return bool(dead)

    def _written(self, token: str | None, found: Any, written: set[str]) -> bool:
        if token in written:
            return True
        by_id = self.recorder.tokens.by_id
        return any(by_id[key].token in written for key in found.keys() & by_id.keys())


def written_by(statement: Statement) -> set[str]:
    """The tokens of the objects that a statement has written."""
    return {token for token, _ in statement.writes}
