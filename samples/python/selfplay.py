"""Learns Connect Four by playing against itself, as AlphaZero does: python selfplay.py.

Trees search in all games at once, the network judges their leaves, and learns which actions the
search preferred and who won. Then it plays a match against the engine's own Monte-Carlo tree
search. With --moves and the same --seed a run repeats itself on the same machine; with --seconds
(of CPU time, the matches apart) it learns as much as there is time for.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # many small products: one thread is faster
import curve
import net
import numpy as np
import tessera

GAMES, WALKS, OPENING, STRANGE, KEPT, PART = 256, 64, 12, 7, 200_000, 512
HERE = Path(__file__).parent


def seen_by_mover(boards: net.Array) -> net.Array:
    """Return my stones, the other's, and whether I am the second: [N, 3, R, C]."""
    red, yellow, turn = boards[:, 1], boards[:, 2], boards[:, 3]
    return np.stack([np.where(turn, yellow, red), np.where(turn, red, yellow), turn], 1)


def new_net(seed: int = 0) -> net.Net:
    return net.Net((3, 6, 7), 7, window=4, channels=64, hidden=192, seed=seed, rate=1e-3)


def search(network: Any, trees: tessera.Trees, walks: int) -> None:
    """Let the trees walk, and the network judge what they find."""
    rows = trees.players.size
    values, priors = np.zeros(rows, np.float32), np.ones((rows, 7), np.float32)
    for _ in range(walks):
        boards, masks = trees.select()
        found = np.flatnonzero(trees.players.ravel() >= 0)
        if found.size:
            logits, worth = network.judge(seen_by_mover(boards[found]))
            values[found], priors[found] = np.tanh(worth), net.policy_of(logits, masks[found])
        trees.back(values, priors)
    trees.look()


class SelfPlay:
    """Many games of a network against itself, and what was met in them."""

    def __init__(self, network: Any, seed: int, games: int = GAMES, walks: int = WALKS) -> None:
        self.network, self.walks, self.rng = network, walks, np.random.default_rng(seed)
        self.batch = tessera.Batch("connect4.lua", games, autoreset="same_step")
        self.batch.reset(seed)
        self.trees = tessera.Trees(self.batch, nodes=6 * walks, noise=0.25, alpha=1.0, seed=seed)
        self.running: list[list[tuple[Any, ...]]] = [[] for _ in range(games)]
        self.met: deque[tuple[Any, ...]] = deque(maxlen=KEPT)
        self.strange = self.rng.integers(STRANGE, size=games)
        self.moves = 0

    def move(self) -> None:
        """Play an action in each game."""
        batch, trees = self.batch, self.trees
        search(self.network, trees, self.walks)
        policies, values = trees.policies.copy(), trees.values.copy()
        boards = seen_by_mover(batch.observations)
        strange = batch.lengths < self.strange
        early = strange | (batch.lengths < OPENING)
        shares = np.where(strange[:, None], batch.masks, policies)
        actions = np.where(early, net.drawn(shares, self.rng), policies.argmax(1))
        batch.step(actions)
        trees.advance()
        self.moves += batch.count
        for i, running in enumerate(self.running):
            running.append((boards[i], policies[i], values[i], strange[i]))
            if batch.terminated[i]:
                self._keep(running, float(batch.rewards[i]))
                self.strange[i] = self.rng.integers(STRANGE)

    def _keep(self, running: list[tuple[Any, ...]], result: float) -> None:
        """Keep the positions of a game. Who won says nothing of what was before a strange move."""
        for board, policy, value, strange in reversed(running):
            result = value if strange else result
            self.met.append((board, policy, (result + value) / 2))
            result = -result
        running.clear()

    def learn(self, parts: int) -> None:
        """Learn from positions drawn of those that were met, half of them reflected."""
        for _ in range(parts if len(self.met) >= PART else 0):
            picked = [self.met[i] for i in self.rng.integers(len(self.met), size=PART)]
            boards, policies, results = map(np.array, zip(*picked, strict=True))
            turned = self.rng.random(PART) < 0.5
            boards[turned], policies[turned] = boards[turned, :, :, ::-1], policies[turned, ::-1]
            logits, values = self.network.judge(boards)
            value = np.tanh(values)
            by_values = (value - results) * (1 - value**2)
            self.network.learn((net.policy_of(logits) - policies) / PART, by_values / PART)


class Random:
    """Plays anywhere."""

    def __init__(self, seed: int) -> None:
        self.rng, self.games = np.random.default_rng(seed), 0.0

    def __call__(self, batch: tessera.Batch, _: list[list[int]]) -> net.Array:
        return net.drawn(batch.masks / batch.masks.sum(1, keepdims=True).clip(1), self.rng)


class Engine:
    """The engine's own tree search, in a process of Lua."""

    def __init__(self, games: int, seed: int) -> None:
        command = ["lua5.4", str(HERE / "mcts.lua"), "connect4.lua", str(games)]
        self.lua = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.seed, self.asked, self.played = seed, 0, 0

    @property
    def games(self) -> float:
        """How many random games it has played for an action, on the mean."""
        return self.played / max(self.asked, 1)

    def close(self) -> None:
        """End the process."""
        self.lua.communicate()

    def __call__(self, batch: tessera.Batch, lines: list[list[int]]) -> net.Array:
        actions = np.zeros(batch.count, np.int32)
        for i in np.flatnonzero(batch.players >= 0):
            self.asked += 1
            line = ",".join(batch.game.actions[a] for a in lines[i])
            assert self.lua.stdin
            assert self.lua.stdout
            self.lua.stdin.write(f"{self.seed + self.asked}:{line}\n")
            self.lua.stdin.flush()
            played, action = self.lua.stdout.readline().strip().split(":")
            self.played += int(played)
            actions[i] = batch.game.action(action)
        return actions


def match(network: Any, other: Any, games: int, walks: int, seed: int) -> list[float]:
    """Play pairs of games from random openings of four stones, with colours in turn.

    Returns the network's points of each pair, 0 to 1.
    """
    points = np.zeros(games // 2)
    for colour in (0, 1):
        rng = np.random.default_rng(seed)
        batch = tessera.Batch("connect4.lua", games // 2, autoreset="never")
        batch.reset(seed)
        trees = tessera.Trees(batch, nodes=walks + 1, seed=seed)
        lines: list[list[int]] = [[] for _ in range(batch.count)]
        for ply in range(42):
            alive = batch.players >= 0
            if ply < 4:
                actions = net.drawn(batch.masks / batch.masks.sum(1, keepdims=True), rng)
            elif ply % 2 == colour:
                trees.start()
                search(network, trees, walks)
                actions = trees.visits.argmax(1)
            else:
                actions = other(batch, lines)
            batch.step(np.where(alive, actions, 0))
            for i in np.flatnonzero(alive):
                lines[i].append(int(actions[i]))
            result = batch.rewards * (1 if ply % 2 == colour else -1)
            points += np.where(alive & batch.terminated, (1 + result) / 4, 0)
            if not (batch.players >= 0).any():
                break
    return points.tolist()


def told(points: list[float]) -> str:
    """Say a score with the interval that holds it in 95 of 100 matches."""
    share = np.array(points)
    wide = 1.96 * share.std(ddof=1) / np.sqrt(len(share))
    return f"{100 * share.mean():.1f} % (± {100 * wide:.1f})"


def train(
    seconds: float = 1800, moves: int = 0, seed: int = 0, games: int = GAMES, walks: int = WALKS,
    say: Callable[..., Any] = print, each: Callable[[Any, float, int], None] | None = None,
) -> Any:  # fmt: skip
    """Return a network that has learnt; ``each`` is called about ten times on the way."""
    network = new_net(seed)
    play = SelfPlay(network, seed, games, walks)
    spent, told_at = 0.0, 0.0
    while play.moves < moves if moves else spent < seconds:
        begun = time.process_time()
        play.move()
        play.learn(max(1, 8 * games // PART))
        spent += time.process_time() - begun
        part = play.moves / moves if moves else spent / seconds
        play.walks = walks // 2 if part < 0.3 else walks
        network.rate = 1e-3 if part < 0.6 else 3e-4 if part < 0.85 else 1e-4
        if each and part >= told_at:
            each(network, spent, play.moves)
            told_at += 0.1
    say(f"{play.moves:,} moves in {spent:.0f} s")
    return network


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--seconds",
        type=float,
        default=1800,
        help="of CPU time for learning; the matches, about ten, take more",
    )
    parser.add_argument("--moves", type=int, default=0, help="stop after so many instead")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--walks", type=int, default=200, help="of a tree for a move of the match")
    parser.add_argument("--games", type=int, default=400, help="of the match at the end")
    parser.add_argument("--svg", help="write the curve to this file")
    given = parser.parse_args()
    curve.check(given.svg)
    points: list[tuple[float, float]] = []

    def against(network: Any, games: int) -> tuple[list[float], float]:
        engine = Engine(given.walks, given.seed)
        score = match(network, engine, games, given.walks, given.seed)
        engine.close()
        return score, engine.games

    def each(network: Any, spent: float, moves: int) -> None:
        score, _ = against(network, 200)
        points.append((spent / 60, 100 * float(np.mean(score))))
        print(f"{spent:6.0f} s {moves:10,} moves: {told(score)}", flush=True)

    network = train(given.seconds, given.moves, given.seed, each=each)
    score, games = against(network, given.games)
    print(
        f"{given.games} games with {given.walks} walks, the engine {games:.0f} random games: "
        f"{told(score)}"
    )
    if given.svg:
        title = "Self-play, Connect Four: points against the engine"
        curve.draw(given.svg, title, {"self-play": points}, "minutes", "%", top=100)


if __name__ == "__main__":
    main()
