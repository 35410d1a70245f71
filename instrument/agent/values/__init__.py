"""Values between runs: whether they are equal, copies of them, tables and names for people, plain
code for other processes.
"""
