"""The effects library: which declaration a callee falls under, and what that does to the record."""
