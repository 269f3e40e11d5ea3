"""Learns a game of one player by PPO: python ppo.py [rogue|sokoban] [--torch].

Rogue here is two rooms with a key and a door; each episode has another level, and the player is
tested on levels that it never saw. The network is one in numpy, or with --torch the same in torch.
With --steps and the same --seed a run repeats itself on the same machine; with --seconds (of CPU
time) it learns as much as there is time for.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # many small products: one thread is faster
import boards
import curve
import net
import numpy as np
import tessera

COUNT, LENGTH, EPOCHS, PARTS = 256, 32, 3, 8
DISCOUNT, TRACE, CLIP, ENTROPY = 0.97, 0.95, 0.2, 0.01
MAKERS = {"rogue": boards.rooms, "sokoban": boards.warehouse}


def around_player(game: tessera.Game, seen: net.Array, radius: int = 4) -> net.Array:
    """Return boards [N, P, R, C] as the player sees them, who stands in the middle."""
    player = seen[:, game.planes().index("player")].reshape(len(seen), -1)
    row, column = np.divmod(player.argmax(1)[:, None], seen.shape[3])
    wide = np.pad(seen, ((0, 0), (0, 0), (radius, radius), (radius, radius)))
    side = np.arange(2 * radius + 1)
    n, rows, columns = np.arange(len(seen)), row + side, column + side
    cut = wide[n[:, None, None], :, rows[:, :, None], columns[:, None, :]]
    return cut.transpose(0, 3, 1, 2)


def progress(game: tessera.Game, seen: net.Array) -> net.Array:
    """Return what a position is worth on its way: in Sokoban a half for each box on a target."""
    if game.name != "sokoban":
        return np.zeros(len(seen), np.float32)
    target, box = (seen[:, game.planes().index(name)] for name in ("target", "box"))
    return (target & box).sum((1, 2)).astype(np.float32) / 2


class Rollout(NamedTuple):
    """What was met in some steps of a batch: arrays [steps, N], boards [steps, N, P, R, C]."""

    boards: net.Array
    actions: net.Array
    chances: net.Array
    gains: net.Array
    returns: net.Array
    ended: int
    won: int


def rollout(judge: Any, batch: tessera.Batch, rng: np.random.Generator) -> Rollout:
    """Play LENGTH steps by the policy, and say how much better each was than expected."""
    game, n, steps = batch.game, np.arange(batch.count), []
    boards_now, worth = around_player(game, batch.observations), progress(game, batch.observations)
    ended = won = 0
    for _ in range(LENGTH):
        logits, values = judge(boards_now)
        policy = net.policy_of(logits)
        actions = net.drawn(policy, rng)
        batch.step(actions)
        over = batch.terminated | batch.truncated
        last = np.where(over[:, None, None, None], batch.final_observations, batch.observations)
        rewards = batch.rewards + progress(game, last) - worth
        if batch.truncated.any():
            rest = judge(around_player(game, last))[1]
            rewards = rewards + DISCOUNT * rest * batch.truncated
        steps.append((boards_now, actions, policy[n, actions], values, rewards, over))
        ended, won = (
            ended + int(over.sum()),
            won + int((batch.terminated & (batch.rewards > 0)).sum()),
        )
        boards_now = around_player(game, batch.observations)
        worth = progress(game, batch.observations)
    seen, actions, chances, values, rewards, over = map(np.array, zip(*steps, strict=True))
    gains, after, gain = np.zeros_like(values), judge(boards_now)[1], np.float32(0)
    for t in reversed(range(LENGTH)):
        alive = DISCOUNT * ~over[t]
        gain = rewards[t] + alive * after - values[t] + alive * TRACE * gain
        gains[t], after = gain, values[t]
    return Rollout(seen, actions, chances, gains, gains + values, ended, won)


def improve(network: Any, parts: list[Rollout], rng: np.random.Generator) -> None:
    """Learn from rollouts: PPO's clipped loss, the squared error of values, and entropy."""
    seen, actions, chances, gains, returns = (
        np.concatenate([step for part in parts for step in getattr(part, name)])
        for name in ("boards", "actions", "chances", "gains", "returns")
    )  # fmt: skip
    gains = (gains - gains.mean()) / (gains.std() + 1e-6)
    for _ in range(EPOCHS):
        for pick in np.array_split(rng.permutation(len(actions)), PARTS):
            logits, values = network.judge(seen[pick])
            policy, n = net.policy_of(logits), np.arange(len(pick))
            ratio = policy[n, actions[pick]] / chances[pick]
            kept = np.where(gains[pick] > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
            chosen = np.zeros_like(policy)
            chosen[n, actions[pick]] = 1
            by_logits = (policy - chosen) * (gains[pick] * ratio * kept)[:, None]
            logs = np.log(policy + 1e-9)
            entropy = -(policy * logs).sum(1, keepdims=True)
            by_logits += ENTROPY * policy * (logs + entropy)
            network.learn(by_logits / len(pick), 0.5 * (values - returns[pick]) / len(pick))


def solved(judge: Any, game: tessera.Game, max_steps: int, seed: int) -> float:
    """Return the share of the game's levels that are solved, with actions drawn by the policy."""
    rng = np.random.default_rng(seed)
    batch = tessera.Batch(game, game.levels, autoreset="never", max_steps=max_steps, masks=None)
    batch.reset(seed, levels=np.arange(game.levels))
    won = over = np.zeros(batch.count, bool)
    while not over.all():
        logits, _ = judge(around_player(game, batch.observations))
        batch.step(net.drawn(net.policy_of(logits), rng))
        won = won | (~over & batch.terminated & (batch.rewards > 0))
        over = over | batch.terminated | batch.truncated
    return float(won.mean())


def open_game(name: str, folder: str, count: int, seed: int, size: int = 8) -> tessera.Game:
    """Open a game with levels made for it."""
    path = boards.write(Path(folder) / f"{name}{seed}.txt", count, seed, MAKERS[name], size=size)
    return tessera.Game(f"{name}.lua", levels=path, starts=1)


def network_in_torch() -> Any:
    """Return the class of the network in torch."""
    try:
        import net_torch
    except ImportError as error:
        told = f"ppo.py: --torch needs torch, such as Debian's python3-torch: {error}"
        raise SystemExit(told) from None
    return net_torch.Net


def train(
    name: str = "rogue", seconds: float = 30, steps: int = 0, seed: int = 0, levels: int = 2000,
    size: int = 8, max_steps: int = 100, say: Callable[..., Any] = print, make: Any = net.Net,
) -> tuple[float, float, list[tuple[float, float]]]:  # fmt: skip
    """Train; returns the share of 100 new levels solved before and after, and the curve."""
    rng = np.random.default_rng(seed)
    with tempfile.TemporaryDirectory() as folder:
        game = open_game(name, folder, levels, 2 * seed, size)
        unseen = open_game(name, folder, 100, 2 * seed + 1, size)
    batch = tessera.Batch(game, COUNT, autoreset="same_step", max_steps=max_steps, masks=None)
    batch.reset(seed)
    shape = around_player(game, batch.observations).shape[1:]
    network = make(shape, len(game.actions), seed=seed)
    first = solved(network.judge, unseen, max_steps, seed)
    start, done, points, ended, won = time.process_time(), 0, [], 0, 0
    while done < steps if steps else time.process_time() - start < seconds:
        part = rollout(network.judge, batch, rng)
        improve(network, [part], rng)
        done, ended, won = done + COUNT * LENGTH, ended + part.ended, won + part.won
        if ended >= 500:
            points.append((done, 100 * won / ended))
            say(
                f"{time.process_time() - start:6.1f} s {done:9,} steps: "
                f"{100 * won / ended:5.1f} % solved"
            )
            ended = won = 0
    last = solved(network.judge, unseen, max_steps, seed)
    say(f"of 100 new levels: {100 * first:.0f} before, {100 * last:.0f} after {done:,} steps")
    return first, last, points


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", choices=sorted(MAKERS), default="rogue")
    parser.add_argument("--seconds", type=float, default=30, help="of CPU time")
    parser.add_argument("--steps", type=int, default=0, help="stop after so many instead")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--size", type=int, default=8, help="of the boards, 6 or more")
    parser.add_argument("--torch", action="store_true", help="with a network in torch")
    parser.add_argument("--svg", help="write the curve to this file")
    given = parser.parse_args()
    curve.check(given.svg)
    make = network_in_torch() if given.torch else net.Net
    limits = given.seconds, given.steps
    *_, points = train(given.game, *limits, given.seed, size=given.size, make=make)
    if given.svg:
        title = f"PPO, {given.game}: episodes solved"
        name = "torch" if given.torch else "numpy"
        curve.draw(given.svg, title, {name: points}, "steps", "%", top=100)


if __name__ == "__main__":
    main()
