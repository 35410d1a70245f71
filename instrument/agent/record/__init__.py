"""The record of a statement: its reads and writes, the switch to uninstrumented versions, and the
message that is sent.
"""
