"""What specs share."""

import gc
import os
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LUA = os.environ.get("LUA", "lua5.4")


def memory() -> int:
    """Count the bytes that this process has in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")


def growth(use: Callable[[], None]) -> int:
    """Count the bytes more that are in memory after some calls of ``use``."""
    use()
    gc.collect()
    before = 0
    for k in range(6):
        use()
        gc.collect()
        if k == 2:
            before = memory()
    return memory() - before
