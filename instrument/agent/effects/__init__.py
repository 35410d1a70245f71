"""Finds the declaration of a callee in the effects library, and records the declared effects."""
