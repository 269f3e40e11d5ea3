"""Generated levels: two rooms with a key and a door for Rogue, and rooms with boxes for Sokoban."""

from __future__ import annotations

from pathlib import Path

import numpy as np

STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))


def rooms(rng: np.random.Generator, size: int = 8) -> str:
    """Return a level of Rogue: a key in the first room opens the way to the stairs."""
    board = np.full((size, size), "#")
    board[1:-1, 1:-1] = "."
    wall = int(rng.integers(3, size - 2))
    board[:, wall] = "#"
    board[rng.integers(1, size - 1), wall] = "D"
    left = [(r, c) for r in range(1, size - 1) for c in range(1, wall)]
    right = [(r, c) for r in range(1, size - 1) for c in range(wall + 1, size - 1)]
    player, key = rng.permutation(len(left))[:2]
    board[left[player]], board[left[key]] = "@", "k"
    board[right[rng.integers(len(right))]] = "E"
    turns = int(rng.integers(4))
    return "\n".join("".join(row) for row in np.rot90(board, turns))


def warehouse(rng: np.random.Generator, size: int = 8, boxes: int = 2) -> str:
    """Return a level of Sokoban: boxes that stood on their targets were pulled away at random."""
    while True:
        free = np.zeros((size, size), bool)
        at = rng.integers(2, size - 2, 2)
        for _ in range(size * size // 2):
            row, column = at
            free[max(row - 1, 1) : row + 1, max(column - 1, 1) : column + 1] = True
            at = np.clip(at + STEPS[rng.integers(4)], 1, size - 2)
        cells = [tuple(cell) for cell in np.argwhere(free)]
        if len(cells) < 3 * boxes + 6:
            continue
        order = rng.permutation(len(cells))
        goals = {cells[i] for i in order[:boxes]}
        player, stones = cells[order[boxes]], set(goals)
        for _ in range(300 * boxes):
            row, column = STEPS[rng.integers(4)]
            back = (player[0] + row, player[1] + column)
            ahead = (player[0] - row, player[1] - column)
            if not free[back] or back in stones:
                continue
            if ahead in stones and rng.random() < 0.7:
                stones.remove(ahead)
                stones.add(player)
            player = back
        if goals & stones:
            continue
        board = np.where(free, " ", "#")
        for cell in goals:
            board[cell] = "."
        for cell in stones:
            board[cell] = "$"
        board[player] = "+" if player in goals else "@"
        return "\n".join("".join(row) for row in board)


def write(path: Path, count: int, seed: int, make: object, **options: int) -> Path:
    """Write levels to a file; no two are the same. Returns its path."""
    rng = np.random.default_rng(seed)
    found: dict[str, None] = {}
    while len(found) < count:
        found[make(rng, **options)] = None  # type: ignore[operator]
    path.write_text("\n\n".join(found) + "\n")
    return path
