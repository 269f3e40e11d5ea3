"""What specs share."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LUA = os.environ.get("LUA", "lua5.4")


def memory() -> int:
    """Count the bytes that this process has in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")
