"""Sluice for notebooks: the command `sluice`, and the IPython extension of `%load_ext sluice`."""

import os

PACKAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "package")
"""The folder of the built command, the agent, the effects, and the samples."""


def load_ipython_extension(shell):
    """`%load_ext sluice`."""
    from .extension import load

    load(shell)
