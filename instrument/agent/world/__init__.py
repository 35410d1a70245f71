"""The world: state outside of objects. Global names, files, imports, random streams, settings, and
hidden state of libraries.
"""
