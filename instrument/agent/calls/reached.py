"""Possible uses of code by its names, as found by `names_in_code`."""

FOLLOWED = 1000
"""The most functions to follow code to."""


class Reached:
    """The possible uses of code: actions on the world and changed locations, modules and classes,
    opaque objects, and `objects` of the user's modules.

    `kinds`: classes there with instances. `instances`: those named by the statement. `registries`:
    abstract classes that may register others. `read`: world locations with named objects.
    `collects`: whether the code names `gc.collect`, `libraries`: any library, `notebook`: names of
    the notebook.
    """

    def __init__(self, has_probes):
        self.has_probes = has_probes
        self.actions = {}
        self.holders = {}
        self.opaque = {}
        self.objects = {}
        self.kinds = {}
        self.instances = {}
        self.read = set()
        self.collects = False
        self.notebook = False
        self.locations = set()
        self.registries = []
        self.pending = []
        self.seen = {}
        self.too_many = False
        self.libraries = False

    def follow(self, obj, code, scope):
        """Add the code of a function or generator, with its global names. `obj` keeps the code
        alive. Code with probes is left out, because it reports its own entry.
        """
        if id(code) in self.seen or self.has_probes(code):
            return
        if len(self.seen) == FOLLOWED:
            self.too_many = True
            return
        self.seen[id(code)] = (obj, code, scope)
        self.pending.append((obj, code, scope))

    def add(self, other):
        """Add the library uses of `other`."""
        self.actions.update(other.actions)
        self.holders.update(other.holders)
        self.opaque.update(other.opaque)
        self.locations |= other.locations
        self.registries += other.registries
        self.read |= other.read
        self.collects |= other.collects
        self.objects.update(other.objects)
