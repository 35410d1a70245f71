"""Lasting results: values in files, their digests, and names with common objects."""
