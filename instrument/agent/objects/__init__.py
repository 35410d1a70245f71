"""Looks up properties of live objects: the location of an object, the owner of its storage, its
state. Nothing is recorded here.
"""
