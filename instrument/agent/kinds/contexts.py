"""Context variables, contexts, loggers."""

from __future__ import annotations

import contextvars
import logging
from typing import TYPE_CHECKING

from ..objects.attributes import own_dict
from .kind import Family, Kind, referred

if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any

    from ..objects.locations import Namespace


class ContextVariables(Kind):
    """Context variables."""

    def parts(self, obj: Any, namespace: Namespace) -> Collection[Any]:
        try:
            return [obj.get()]
        except LookupError:
            return []


class Contexts(Kind):
    """Contexts."""

    def parts(self, obj: Any, namespace: Namespace) -> Collection[Any]:
        return list(obj.values())


class Loggers(Kind):
    """Loggers, which note which levels they have been asked for."""

    def parts(self, obj: Any, namespace: Namespace) -> Collection[Any]:
        asked = (own_dict(obj) or {}).get("_cache")
        return [part for part in referred(obj) if part is not asked]


FAMILY = Family(
    exact={contextvars.ContextVar: ContextVariables(), contextvars.Context: Contexts()},
    bases={logging.Logger: Loggers()},
)
