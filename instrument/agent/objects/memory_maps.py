"""The memory maps of this process, as Linux tells them; no map is known on other systems."""

from __future__ import annotations

from typing import NamedTuple


class MemoryMap(NamedTuple):
    """Addresses from `start` to before `end`. `inode`: the number of the mapped file, 0 without
    one; `path`: its name, empty without one.
    """

    start: int
    end: int
    is_shared: bool
    inode: int
    path: str


def memory_maps() -> list[MemoryMap]:
    try:
        with open("/proc/self/maps") as lines:
            return [_map_of(line) for line in lines]
    except OSError:
        return []


def map_at(address: int) -> MemoryMap | None:
    """The map in which this address is."""
    return next((each for each in memory_maps() if each.start <= address < each.end), None)


def _map_of(line: str) -> MemoryMap:
    addresses, mode, _, _, inode, *path = line.split(maxsplit=5)
    start, _, end = addresses.partition("-")
    name = path[0].rstrip() if path else ""
    return MemoryMap(int(start, 16), int(end, 16), mode.endswith("s"), int(inode), name)
