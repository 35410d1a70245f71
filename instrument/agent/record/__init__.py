"""What a statement reads and writes: the record that probes fill in, when tracing switches off, and
what is sent of it.
"""
