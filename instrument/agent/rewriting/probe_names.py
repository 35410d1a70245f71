"""The names under which rewritten code finds probes and their cells, among the builtins."""

PREFIX = "_sluice_"
ON = PREFIX + "on"
"""Switches between instrumented and light copies of loops and functions."""

ENTER = PREFIX + "en"
"""The probe at the entry of a function in a module of the user's."""

CELLS = PREFIX + "cells"
"""The argument of functions that nobody calls, which lead to the variables that a function shares with those around it (`modules`)."""
