"""Compiles the code for numba's typed containers at its import: a host with this import before its
forks saves the time in each process.
"""

import contextlib

with contextlib.suppress(ImportError):
    from numba import types
    from numba.typed import Dict, List

    numbers = List([1, 2])
    numbers.append(3)
    numbers[0] = numbers[1]
    numbers.pop()
    numbers.sort()
    list(numbers)
    table = Dict.empty(types.int64, types.int64)
    table[1] = 2
    sorted(table.items())
