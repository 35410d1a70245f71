"""The output of a request as a kernel sends it: no more than the request asked for, and no faster
than the receiver can take it.
"""
