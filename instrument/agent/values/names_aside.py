"""Names that are out of the way while a cell runs: those that cells have bound, and no cell above. A run from the top would not find them,
but a built-in of that name, or nothing.

Which these are the request says. What the run does not bind is put back after it. A name stays where somebody would notice that it lets go
of its object, or where threads go on that may use it.
"""

import threading

from ..objects.locations import GLOBALS


class NamesAside:
    """`names` are the names as they were (`world/names`). `noticed(value)`: whether it is noticed when a name lets go of a value;
    `goes_on(thread)`: whether a thread runs code that may use names. `values`: what the names of the run in flight stood for.
    """

    def __init__(self, names, noticed, goes_on):
        self.names = names
        self.noticed = noticed
        self.goes_on = goes_on
        self.values = {}

    def begin(self, names):
        """A run begins, for which these names are not to be there."""
        # of a run that nobody has said to have ended
        self.finish(())
        namespace, known = self.names.namespace, self.names.values
        own = threading.current_thread()
        if names and any(self.goes_on(thread) for thread in threading.enumerate() if thread not in (own, threading.main_thread())):
            return
        for name in names:
            if name in namespace and not self.noticed(namespace[name]):
                self.values[name] = namespace.pop(name)
                known.pop(name, None)

    def finish(self, statements):
        """The run has ended."""
        values, self.values = self.values, {}
        bound = {field for s in statements for token, field in s.writes if token == GLOBALS}
        for name in values.keys() - bound:
            if name not in self.names.namespace:
                self.names.namespace[name] = self.names.values[name] = values[name]
