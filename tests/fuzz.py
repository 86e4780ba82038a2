"""Documents with faults put in at random.

``URLSET_FUZZ_SECONDS`` sets how long each parser is tried (0.5 by default), ``URLSET_FUZZ_SEED`` where it
begins.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Sequence

SECONDS = float(os.environ.get("URLSET_FUZZ_SECONDS", "0.5"))
SEED = int(os.environ.get("URLSET_FUZZ_SEED", "1"))


def survives(read: Callable[[bytes], object], content: bytes, splices: Sequence[bytes]) -> None:
    """``read`` takes ``content`` with all kinds of faults, and never computes for a second."""
    chance, slowest, tried = random.Random(SEED), 0.0, 0
    read(content)
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        broken = mutated(content, chance, splices)
        started = time.process_time()
        read(broken)
        slowest, tried = max(slowest, time.process_time() - started), tried + 1
    assert tried > 20
    assert slowest < 1


def mutated(content: bytes, chance: random.Random, splices: Sequence[bytes]) -> bytes:
    """``content`` with a few faults: bytes put in, taken out, changed and repeated."""
    data = bytearray(content)
    for _ in range(chance.randint(1, 8)):
        at = chance.randrange(len(data) + 1)
        kind = chance.randrange(4)
        if kind == 0:
            data[at:at] = chance.choice(splices)
        elif kind == 1:
            del data[at : at + chance.randint(1, 40)]
        elif kind == 2 and at < len(data):
            data[at] = chance.randrange(256)
        else:
            data[at:at] = data[at : at + chance.randint(1, 60)] * chance.randint(1, 5)
    return bytes(data)
