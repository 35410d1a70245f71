"""Decides whether numbers of a global random stream are chance: the stream has not been seeded or set
since the kernel began. Then a draw depends on no earlier code, and no later code depends on the
draw. Nothing is recorded here.

Unsound: a statement seeds a stream only by methods of the stream's own object
(`np.random.mtrand._rand.seed(1)`), and also draws by a declared call: the seed is missed. So are
seeds in `sitecustomize`, which runs before the agent. Imprecise: an undeclared call that draws more
than two million numbers of 32 bits at once counts as a seed.
"""

from __future__ import annotations

import _random
import os
import sys
from typing import TYPE_CHECKING

from ..objects.twisters import BLOCK, WORDS
from .table import CHANCE, OF_NUMBA

if TYPE_CHECKING:
    from typing import Any

    from ..objects.locations import Token

_BLOCKS = (1, 16, 256, 1024, 2048)


def begin_anywhere(shell: Any) -> tuple[Token, ...]:
    """The streams that begin as chance in this kernel: all, unless start-up code of the user may
    have seeded them.
    """
    return (
        ()
        if _has_start_up_code(shell)
        else (OF_NUMBA, *(name for name in CHANCE if name == "random" or name not in sys.modules))
    )


def _has_start_up_code(shell: Any) -> bool:
    kernel = getattr(shell, "kernel", None)
    app = getattr(kernel, "parent", None) or getattr(shell, "parent", None)
    if any(
        getattr(app, name, None)
        for name in ("exec_lines", "exec_files", "code_to_run", "file_to_run", "module_to_run")
    ):
        return True
    if os.environ.get("PYTHONSTARTUP") and getattr(app, "exec_PYTHONSTARTUP", True):
        return True
    folder = getattr(getattr(shell, "profile_dir", None), "startup_dir", None)
    try:
        return folder is not None and any(
            name.endswith((".py", ".ipy")) for name in os.listdir(folder)
        )
    except OSError:
        return False


def has_moved_on(before: Any, after: Any) -> bool:
    """Whether drawing alone leads from one state of a Mersenne Twister to another: first its place
    in the block and its block (`twisters.py`).
    """
    from_place, to_place = _twister(before), _twister(after)
    if from_place is None or to_place is None:
        return False
    if from_place[1] == to_place[1]:
        return from_place[0] <= to_place[0]
    twister = _random.Random()
    twister.setstate((*from_place[1], WORDS))
    wanted = b"".join(_tempered(word).to_bytes(4, "little") for word in to_place[1][:8])
    for blocks in _BLOCKS:
        words = twister.getrandbits(32 * WORDS * blocks).to_bytes(BLOCK * blocks, "little")
        at = words.find(wanted)
        while at >= 0:
            if at % BLOCK == 0:
                return True
            at = words.find(wanted, at + 1)
    return False


def _twister(state: Any) -> tuple[int, tuple[int, ...]] | None:
    """Position and block of a state; None for another kind of stream."""
    if type(state[0]) is int and type(state[1]) is bytes and len(state[1]) == BLOCK:
        return state[0], tuple(memoryview(state[1]).cast("I"))
    return None


def _tempered(word: int) -> int:
    """The random number for a word of the block."""
    word ^= word >> 11
    word ^= (word << 7) & 0x9D2C5680
    word ^= (word << 15) & 0xEFC60000
    return word ^ (word >> 18)
