"""Stands where a kernel sends its messages: holds the output of a request to its account, and sends
the trace of a run with its reply.

Only the output of requests whose metadata have `sluice_output` (`limit`: characters; `file`: where
all of it goes, or None), and the errors in their replies: everything else passes as it is. What a
cell prints, captures, or writes to files is made as without us: less of it is sent. A fault of ours
lets messages pass.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
from collections import OrderedDict
from typing import TYPE_CHECKING

from .account import Account
from .shorten import shortened
from .whole_file import WholeFile

if TYPE_CHECKING:
    from collections.abc import Mapping
    from contextlib import AbstractContextManager
    from typing import Any

    from .messages import Content, Header, Message

_OUTPUTS = frozenset(
    {"stream", "display_data", "execute_result", "update_display_data", "clear_output", "error"}
)
_KEPT = 16
"""Requests that may still print after their end (threads), the last ones."""

_LONG = 1_000_000
"""Characters of a text."""

_PAUSE = 0.25
_CHARACTERS = 8e6
_MESSAGES = 400
"""Of what waits, so much is sent each second."""


class Gate:
    """Stands in place of a session's `send`. `ended`: the last run that has ended, by its request,
    and its trace.
    """

    def __init__(self, kernel: Any) -> None:
        self.kernel = kernel
        self.session = kernel.session
        self.thread = kernel.iopub_thread
        self.original = kernel.session.send
        self.process = os.getpid()
        self.lock = threading.RLock()
        self.requests = OrderedDict()
        self.ended = (None, None)
        self.brakes = {
            name: getattr(getattr(sys, name), "_buffer_lock", None) for name in ("stdout", "stderr")
        }

    def install(self) -> None:
        """Replaces the gate of an earlier agent, which would count the messages of this one."""
        before: Any = getattr(self.original, "__self__", None)
        if type(before).__name__ == Gate.__name__:
            self.original = before.original
        self.session.send = self.send

    def attach(self, trace: Mapping[str, Any]) -> None:
        """A run ends: its trace goes out in the metadata of the reply, because a message of its own
        takes the kernel 0.4 ms.
        """
        self.ended = (request_of(self.kernel.get_parent()), trace)

    def send(
        self,
        stream: Any,
        msg_or_type: Any,
        content: Content | None = None,
        parent: Header | None = None,
        *args: Any,
        **kwargs: Any,
    ) -> Any:
        """As `send` of the session. A forked process counts nothing, because another thread may
        have held the lock at the fork.
        """
        try:
            if msg_or_type == "execute_reply":
                (request, trace), self.ended = self.ended, (None, None)
                if trace is not None and request == request_of(parent):
                    kwargs["metadata"] = {**kwargs.get("metadata", {}), "sluice": trace}
            if os.getpid() == self.process:
                taken = self.take(stream, msg_or_type, content, parent, args, kwargs)
                if taken is True:
                    return None
                if taken is not False:
                    content = taken
        except Exception:
            pass
        return self.original(stream, msg_or_type, content, parent, *args, **kwargs)

    def take(
        self,
        stream: Any,
        msg_or_type: Any,
        content: Any,
        parent: Header | None,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
    ) -> bool | Content:
        """Whether the gate sends or drops the message; or the content that replaces its own."""
        made = msg_or_type if isinstance(msg_or_type, dict) else None
        kind = msg_or_type if made is None else made["header"]["msg_type"]
        if made is not None:
            content, parent = made["content"], made["parent_header"]
        request = request_of(parent)
        if kind == "status":
            self.follow(content, parent, request)
            return False
        state = self.requests.get(request)
        if state is None:
            return False
        if kind == "execute_reply":
            return (
                shortened(content, state.account.limit)
                if made is None and "traceback" in content
                else False
            )
        if kind not in _OUTPUTS:
            # output captured by a widget must come before the end of the capture
            if is_capture(content):
                with self.lock:
                    self.release(state, False)
            return False
        if made is not None:
            kwargs = {**kwargs, "metadata": made["metadata"]}
        rest = (stream, parent, args, kwargs)
        with self.lock:
            state.account.before(kind)
        with self.brake(kind, content):
            state.account.count(kind, content)
        with self.lock:
            now = state.account.take(kind, content, rest, time.monotonic())
            if len(now) == 1 and now[0].is_as_made(content):
                return False
            self.emit(state, now)
            self.wake(state)
        return True

    def brake(self, kind: str, content: Content) -> AbstractContextManager[Any]:
        """Blocks all writers of a stream while the sending thread counts a long text of it.
        Otherwise they would write more than can ever be sent, and the kernel would hold all of it.
        """
        lock = (
            self.brakes.get(content["name"])
            if kind == "stream" and len(content["text"]) > _LONG
            else None
        )
        return contextlib.nullcontext() if lock is None else lock

    def follow(self, content: Content, parent: Header | None, request: str | None) -> None:
        """A request begins or ends."""
        status = content.get("execution_state")
        wanted = parent.get("metadata", {}).get("sluice_output") if parent else None
        with self.lock:
            if status == "busy" and wanted is not None and request not in self.requests:
                log = wanted.get("file") and WholeFile(wanted["file"])
                self.requests[request] = Request(Account(wanted["limit"], log, time.monotonic()))
                while len(self.requests) > _KEPT:
                    self.requests.popitem(last=False)
            elif status == "idle" and request in self.requests:
                self.release(self.requests[request], True)

    def wake(self, state: Request) -> None:
        """Sends waiting output after a while."""
        if state.wakes or state.account.is_told:
            return
        state.wakes = True
        delay = max(_PAUSE, state.due - time.monotonic())
        self.thread.schedule(lambda: self.thread.io_loop.call_later(delay, self.woken, state))

    def woken(self, state: Request) -> None:
        with self.lock:
            state.wakes = False
            self.release(state, False)
            self.wake(state)

    def release(self, state: Request, ends: bool) -> None:
        self.emit(state, state.account.due(ends))
        if ends and state.account.log is not None:
            state.account.log.flush()

    def emit(self, state: Request, messages: list[Message]) -> None:
        if not messages:
            return
        characters = 0
        for message in messages:
            stream, parent, args, kwargs = message.rest
            self.original(stream, message.kind, message.whole(), parent, *args, **kwargs)
            characters += message.size
        state.due = time.monotonic() + _PAUSE + characters / _CHARACTERS + len(messages) / _MESSAGES


class Request:
    """A request that has begun. `due`: the time at which waiting output may be sent. `wakes`:
    whether a timer will send it.
    """

    def __init__(self, account: Account) -> None:
        self.account = account
        self.due = 0.0
        self.wakes = False


def request_of(parent: Header | None) -> str | None:
    """The id of a request, from the whole request or its header."""
    if not parent:
        return None
    return (parent.get("header") or parent).get("msg_id")


def is_capture(content: Content) -> bool:
    state = content.get("data", {}).get("state") if isinstance(content.get("data"), dict) else None
    return isinstance(state, dict) and "msg_id" in state
