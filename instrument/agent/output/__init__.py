"""What a kernel sends of the output of a request: no more than was asked for, and no faster than it
can be taken.
"""
