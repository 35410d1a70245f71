"""The probes of uninstrumented versions, and of the change to them."""

from ..record.cache_entries import FUNCTIONS
from .missed_calls import missed_call_probes
from .missed_stores import missed_store_probes
from .replacement import replacement_probes


def uninstrumented_probes(probes, steps):
    """The probes by name. `steps` runs the recording functions."""
    sites = probes.recorder.sites
    return {
        **missed_store_probes(probes, steps),
        **missed_call_probes(probes, steps),
        **replacement_probes(probes, steps),
        "quiet": sites.quiet,
        "looked": sites.looked,
        "functions": FUNCTIONS,
        "V": sites.vetted.begin,
        "Vr": sites.vetted.rest,
    }
