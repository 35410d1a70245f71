"""Objects of the notebook's that weak references see: when one dies, whoever looks at such a reference sees that.

Once the notebook has imported `weakref`, new references are found at the end of each statement, among what the garbage collector has not
moved to its oldest generation yet.

Unsound: weak references that only libraries or modules of the user's make, in a notebook that does not import `weakref` itself,
when what they see dies because a container lets go of it.
"""

import gc
import weakref

from ..objects.kinds import is_users_class
from ..objects.proxies import PROXIES, behind


class WeakReferences:
    """Finds them; that what they see has died, `Tokens` say."""

    def __init__(self, recorder):
        self.recorder = recorder
        self.watches = False
        self.collected = None

    def find(self, imports):
        """A statement with these imports ends."""
        self.watches = self.watches or any(name.partition(".")[0] == "weakref" for name in imports)
        if not self.watches:
            return
        before, self.collected = self.collected, [generation["collections"] for generation in gc.get_stats()[1:]]
        tokens = self.recorder.tokens
        local = self.recorder.imports.local
        for generation in (0, 1) if before == self.collected else (None,):
            for ref in gc.get_objects(generation):
                if type(ref) in PROXIES:
                    referent = behind(ref)
                elif issubclass(type(ref), weakref.ref):
                    referent = weakref.ref.__call__(ref)
                else:
                    continue
                if is_users_class(type(referent), self.recorder.namespace, local) and not tokens.is_own(referent, ref):
                    tokens.watch_death(referent)
