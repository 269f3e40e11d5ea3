"""Learns Sokoban from what the solver does: python imitate.py.

The solver's list of actions labels each position on the way to the goal. A network learns to say
the label, in eight symmetries. Then it plays, and where it has gone astray the solver is asked
again, until --seconds (of CPU time) are over or --rounds are played. It is tested on levels that
neither has seen. With --rounds and the same --seed a run repeats itself on the same machine.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Callable
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # many small products: one thread is faster
import curve
import net
import numpy as np
import ppo
import tessera

STEPS, PART = 100, 256
TURNS = ("up", "left", "down", "right")  # each a quarter turn to the left of the one before


class Lessons:
    """Positions and their labels."""

    def __init__(self, game: tessera.Game) -> None:
        self.game = game
        self.boards: list[net.Array] = []
        self.labels: list[net.Array] = []

    def teach(self, batch: tessera.Batch, which: net.Array) -> int:
        """Follow the solver from environments of a batch to their goals; returns how many."""
        lists: dict[int, list[int]] = {}
        for i in np.flatnonzero(which):
            try:
                lists[int(i)] = tessera.solve(batch, int(i), seconds=0).tolist()
            except tessera.Error:
                continue  # a box stands where it cannot be pushed from
        found = len(lists)
        actions = np.zeros(batch.count, np.int32)
        while lists:
            rows = list(lists)
            actions[rows] = [lists[i].pop(0) for i in rows]
            self.boards.append(ppo.around_player(self.game, batch.observations[rows]))
            self.labels.append(actions[rows])
            batch.step(actions)
            lists = {i: rest for i, rest in lists.items() if rest}
        return found


def turned(
    game: tessera.Game, boards: net.Array, labels: net.Array, how: int
) -> tuple[net.Array, net.Array]:
    """Turn positions by `how` quarters, from 4 on reflected, and their labels with them."""
    quarter = np.array([TURNS.index(name) for name in game.actions])
    back = np.array([game.action(name) for name in TURNS])
    boards, places = np.rot90(boards, how % 4, (2, 3)), (quarter[labels] + how) % 4
    if how >= 4:
        boards, places = boards[:, :, :, ::-1], -places % 4
    return boards, back[places]


def study(network: Any, lessons: Lessons, parts: int, rng: np.random.Generator) -> float:
    """Learn labels in random parts; returns the share that was said rightly before."""
    boards, labels = np.concatenate(lessons.boards), np.concatenate(lessons.labels)
    right = 0
    for _ in range(parts):
        pick = rng.integers(len(labels), size=PART)
        some, asked = turned(lessons.game, boards[pick], labels[pick], int(rng.integers(8)))
        logits, values = network.judge(some)
        right += int((logits.argmax(1) == asked).sum())
        by_logits = net.policy_of(logits)
        by_logits[np.arange(PART), asked] -= 1
        network.learn(by_logits / PART, np.zeros_like(values))
    return right / (parts * PART)


def astray(judge: Any, batch: tessera.Batch, rng: np.random.Generator) -> net.Array:
    """Let the network play all levels for some actions; returns which are not solved."""
    batch.reset(levels=np.arange(batch.count))
    over = np.zeros(batch.count, bool)
    for _ in range(int(rng.integers(1, STEPS // 2))):
        logits, _ = judge(ppo.around_player(batch.game, batch.observations))
        batch.step(net.drawn(net.policy_of(logits), rng))
        over |= batch.terminated
    return ~over


def train(
    seconds: float = 120, rounds: int = 0, seed: int = 0, levels: int = 1000, parts: int = 200,
    say: Callable[..., Any] = print,
) -> tuple[float, float, list[tuple[float, float]]]:  # fmt: skip
    """Learn; returns the share of 100 new levels solved before and after, and the curve."""
    rng = np.random.default_rng(seed)
    with tempfile.TemporaryDirectory() as folder:
        game = ppo.open_game("sokoban", folder, levels, 2 * seed)
        unseen = ppo.open_game("sokoban", folder, 100, 2 * seed + 1)
    batch = tessera.Batch(game, levels, autoreset="never", masks=None)
    batch.reset(seed, levels=np.arange(levels))
    shape = ppo.around_player(game, batch.observations).shape[1:]
    network = net.Net(shape, len(game.actions), hidden=256, seed=seed, rate=1e-3)
    first = ppo.solved(network.judge, unseen, STEPS, seed)
    start, done, points, lessons = time.process_time(), 0, [], Lessons(game)
    lessons.teach(batch, np.ones(levels, bool))
    while done < rounds if rounds else time.process_time() - start < seconds:
        right = study(network, lessons, parts, rng)
        done += 1
        share = ppo.solved(network.judge, unseen, STEPS, seed)
        spent = time.process_time() - start
        points.append((spent, 100 * share))
        known = sum(map(len, lessons.labels))
        say(
            f"{spent:6.1f} s {known:8,} labels, {100 * right:.0f} % said rightly: "
            f"{100 * share:.0f} of 100 new levels"
        )
        if done % 5 == 0 and known < 300_000:
            lessons.teach(batch, astray(network.judge, batch, rng))
    return first, points[-1][1] / 100, points


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=120, help="of CPU time")
    parser.add_argument("--rounds", type=int, default=0, help="stop after so many instead")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--svg", help="write the curve to this file")
    given = parser.parse_args()
    curve.check(given.svg)
    *_, points = train(given.seconds, given.rounds, given.seed)
    if given.svg:
        title = "Imitation of the solver, Sokoban: new levels solved"
        curve.draw(given.svg, title, {"imitation": points}, "seconds", "%", top=100)


if __name__ == "__main__":
    main()
