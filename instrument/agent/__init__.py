"""Sluice's agent: probes a stock IPython kernel and reports what each statement read and wrote.

Standard library only, Python 3.10 to 3.14. It is injected into the kernel as source text and knows
objects, never names' history or time: the graph, order and slices live on the other side of the
wire.
"""
