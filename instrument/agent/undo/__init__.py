"""Runs taken back: the state before a run of a cell, and how it is put back."""
