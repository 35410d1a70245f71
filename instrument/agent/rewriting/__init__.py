"""From a cell's syntax tree to one with probes, in an instrumented and an uninstrumented version.
Nothing runs here.
"""

from __future__ import annotations
