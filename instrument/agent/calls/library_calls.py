"""Library calls beyond the power of declarations: databases, mocks, contexts, log records and
tests.
"""

import contextlib
import os
import pkgutil
import sys
import types
import urllib.parse

from ..effects.looked_up import definitions, names_in_examples
from ..objects.attributes import home
from ..objects.locations import DEFINITIONS, WHOLE, attribute_field
from ..record.cache_entries import RECEIVER
from ..record.put_back import note_replaced
from ..world.library_state import held_state
from ..world.shared_objects import share_registry
from ..world.log_handlers import LOGS, logging_to

NO = "no"
"""The answer of `special.again` where the effect of a repetition is unknown."""

_FACTORIES = frozenset({"row_factory", "text_factory"})
_LEAVING = frozenset({"__exit__", "__aexit__", "close", "aclose"})


class LibraryCalls:
    """Records these calls. Each method returns whether its record is complete. If not, the call is
    also decided in the ordinary way.
    """

    def __init__(self, special):
        self.special = special
        self.recorder = special.recorder
        self.applied = special.applied

    def database(self, callee, args, kwargs):
        """Record a use of a database. All uses form one chain, because the tables behind a
        statement are unknown.
        """
        self.special.reach.deep_read(*args, *kwargs.values())
        owner = getattr(callee, "__self__", None)
        if home(type(owner)).startswith("sqlalchemy."):
            # (changes before the import of SQLite have locations of their own)
            self.recorder.read_written(held_state((owner, *args)))
        name = getattr(callee, "__name__", "")
        if name in _REGISTERS:
            self.applied.keep([*args, *kwargs.values()])
            self.recorder.mutate(SQLITE, WHOLE)
            return True
        if SQLITE in self.recorder.written:
            self.recorder.read(SQLITE, WHOLE)
        kept = [*args, *kwargs.values()] if name.startswith(("set_", "create_")) else []
        if home(type(owner)) in ("sqlite3", "_sqlite3"):
            kept += [getattr(owner, factory, None) for factory in _FACTORIES]
        self.applied.keep(kept)
        if name in ("connect", "Connection"):
            path = _database_path(*args, **kwargs)
            if type(path) is not str or path not in ("", ":memory:"):
                self.recorder.known_files.databases[path] = None
                # cache entries of the sites did not know this database
                self.recorder.sites.clear()
        self.applied.mutate(sys.modules["sqlite3"])
        return True

    def database_again(self, callee, args):
        """A repeated call adds nothing to the chain, unless it names another database, or stores a
        callable for later.
        """
        name = getattr(callee, "__name__", "")
        if (
            name in ("connect", "Connection")
            or name.startswith(("set_", "create_"))
            or not self.recorder.sites.attributes.isdisjoint(_FACTORIES)
        ):
            return NO
        return ()

    def reducers(self, callee, args, kwargs):
        """Record how objects are pickled and copied: any library call may depend on this."""
        self.special.reach.deep_read(*args)
        module = sys.modules["copyreg"]
        share_registry(self.recorder, module, module.dispatch_table)
        self.recorder.library.patched.add("copyreg")
        for token in ("copyreg", self.recorder.tokens.of(module.dispatch_table)):
            self.recorder.mutate(token, WHOLE)
        return True

    def patcher(self, callee, args, kwargs):
        """Record a patcher: its start or stop replaces an attribute or items of an object, often
        named only by a string.
        """
        owner = _receiver(callee, args)
        if getattr(callee, "__name__", None) == "_patch_stopall":
            patchers = list(sys.modules["unittest.mock"]._patch._active_patches)
        elif type(owner).__name__ in ("_patch", "_patch_dict") and getattr(
            callee, "__name__", None
        ) not in ("copy", "__call__"):
            patchers = [owner, *getattr(owner, "additional_patchers", ())]
        else:
            return False
        for patcher in patchers:
            try:
                if type(patcher).__name__ == "_patch":
                    target, name = patcher.getter(), patcher.attribute
                    note_replaced(
                        self.recorder.current,
                        self.recorder.tokens.of(target),
                        attribute_field(name),
                        target,
                        name,
                        always=True,
                    )
                    self.special.store_attribute(target, name, False, False)
                else:
                    target = patcher.in_dict
                    target = (
                        pkgutil.resolve_name(target) if issubclass(type(target), str) else target
                    )
                    self.recorder.settings.mutate(
                        "environ"
                    ) if target is os.environ else self.applied.mutate(target)
            except (ImportError, AttributeError, ValueError):
                continue  # the start will fail, too
        return False

    def contexts(self, callee, args, kwargs):
        """Record contexts entered or left by hand: a redirection replaces `sys.stdout`, and an
        `ExitStack` enters and leaves further contexts.
        """
        owner = _receiver(callee, args)
        # (a context may be a decorator)
        name = getattr(callee, "__name__", None)
        if issubclass(type(owner), contextlib._RedirectStream) and name in _LEAVING | {"__enter__"}:
            self.special.watched().attributes(sys.modules["sys"])
        elif issubclass(type(owner), contextlib._BaseExitStack):
            if name in ("enter_context", "enter_async_context"):
                for manager in (*args[-1:], *kwargs.values()):
                    self.special.enter_context(manager, name == "enter_async_context")
            elif name in _LEAVING:
                for _, leave in list(owner._exit_callbacks):
                    self.special.decide(0, leave, (None, None, None), {}, True)
        return False

    def contexts_again(self, callee, args):
        return (
            NO
            if issubclass(
                type(_receiver(callee, args)),
                (contextlib._RedirectStream, contextlib._BaseExitStack),
            )
            else None
        )

    def tests(self, callee, args, kwargs):
        """Record a search for tests in a module, which is the notebook. Tests in doc comments run
        without probes.
        """
        namespace, recorder = self.recorder.namespace, self.recorder
        recorder.global_names.list_definitions()
        recorder.read(DEFINITIONS, WHOLE)
        names = definitions(namespace)
        self.applied.look_up(names)
        if getattr(callee, "__name__", None) not in _DOCTESTS:
            return False
        self.special.strings.opaque_names(names_in_examples([namespace[name] for name in names]))
        return True

    def logged(self, callee, args, kwargs):
        """Record a message to the log handlers. The rest of logging is declared."""
        through, kept = logging_to(callee)
        for obj in through:
            token = self.recorder.tokens.peek(obj)
            if token in self.recorder.written:
                self.recorder.read(token, WHOLE)
        for obj in kept:
            self.applied.mutate(obj)
        if getattr(callee, "__name__", None) not in LOGS | _ASKING_LOGGERS:
            # log records may go elsewhere from here on
            self.recorder.sites.clear()
        return False

    def logged_again(self, callee, args):
        """The same logger keeps its handlers until a change of them.

        Unsound: a handler is missed that a hot loop puts into the list `logger.handlers` directly,
        after a first message.
        """
        name = getattr(callee, "__name__", None)
        if name in _ASKING_LOGGERS:
            return None
        if name not in LOGS or not self.recorder.sites.attributes.isdisjoint(_OF_LOGGERS):
            return NO
        return (RECEIVER,) if type(callee) is types.MethodType else ()


_DOCTESTS = frozenset({"testmod", "run_docstring_examples"})
_ASKING_LOGGERS = frozenset(
    {"isEnabledFor", "getEffectiveLevel", "hasHandlers", "getLogger", "getLevelName"}
)
_OF_LOGGERS = frozenset({"handlers", "propagate", "parent", "stream", "target", "buffer", "queue"})
"""Attributes that decide the destination of log records."""


_URI = 7
_REGISTERS = frozenset({"register_adapter", "register_converter"})
"""Functions of sqlite3 that register conversions of values for all databases."""
SQLITE = "sqlite3.settings"
"""The location of these conversions."""
"""The position of `uri` in the arguments of `sqlite3.connect`."""


def _database_path(*args, database=None, uri=False, **others):
    """The path that `sqlite3.connect` opens with these arguments."""
    path = args[0] if args else database
    if (
        not (args[_URI] if len(args) > _URI else uri)
        or type(path) is not str
        or not path.startswith("file:")
    ):
        return path
    text, _, query = path[5:].partition("?")
    if text[:2] == "//":
        # `file://localhost/x`, `file:///x`
        text = "/" + text[2:].partition("/")[2]
    return (
        ":memory:"
        if "mode=memory" in query.split("&")
        else urllib.parse.unquote(text.partition("#")[0])
    )


def _receiver(callee, args):
    """The receiver of a method, which may be an argument (`type(manager).__enter__(manager)`)."""
    owner = getattr(callee, "__self__", None)
    return args[0] if owner is None and args else owner
