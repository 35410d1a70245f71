"""What lies outside of the objects that names lead to: names themselves, files, imports, random
streams, settings, and what libraries keep for themselves.
"""
