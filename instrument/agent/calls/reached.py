"""What code may use by the names in it, as far as `names_in_code` has found it."""

FOLLOWED = 1000
"""Functions that code is followed to."""


class Reached:
    """The possible uses of code, by its names: actions on the world and locations that it changes,
    modules and classes, objects that cannot be compared, and `objects` of the user's modules.
    `kinds`: classes there of which there are instances, `instances`: those that the statement
    names. `registries`: abstract classes with which it may register others. `read`: world locations
    whose objects it names. `collects`: whether it names `gc.collect`. `libraries`: whether it names
    any. `notebook`: whether it looks up names of the notebook.
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
        """The code of a function or generator, with its global names. `obj` keeps it alive. One
        that has probes says itself when it is entered.
        """
        if id(code) in self.seen or self.has_probes(code):
            return
        if len(self.seen) == FOLLOWED:
            self.too_many = True
            return
        self.seen[id(code)] = (obj, code, scope)
        self.pending.append((obj, code, scope))

    def add(self, other):
        """What `other` has found in libraries."""
        self.actions.update(other.actions)
        self.holders.update(other.holders)
        self.opaque.update(other.opaque)
        self.locations |= other.locations
        self.registries += other.registries
        self.read |= other.read
        self.collects |= other.collects
        self.objects.update(other.objects)
