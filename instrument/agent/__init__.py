"""Sluice's agent: probes a stock IPython kernel and reports the reads and writes of each statement.

Standard library only, Python 3.10 to 3.14. The agent is injected into the kernel as source text. It
knows objects, but neither the history of names nor time: the graph, order and slices live on the
other side of the wire.
"""
