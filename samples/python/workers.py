"""Learns by PPO with rollouts made by Ray, on a cluster of two nodes: python workers.py.

A rollout is a task: it gets the weights, a pickled batch and its random numbers, and hands back
what it has met, the batch and the random numbers. So the program here has all that there is; when
a node dies, its last rollout is made again elsewhere, and nothing else is lost: it comes out the
same. With --kill N the second node is killed in round N, when its rollouts are ready and have not
been fetched. Needs ray; on several machines each needs the file of levels.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # many small products: one thread is faster
import curve
import net
import numpy as np
import ppo
import tessera

try:
    import ray
except ModuleNotFoundError:
    raise SystemExit("workers.py needs Ray: pip install ray") from None
from ray import exceptions
from ray.cluster_utils import Cluster
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

LOST = (
    exceptions.LocalRayletDiedError,
    exceptions.NodeDiedError,
    exceptions.ObjectLostError,
    exceptions.WorkerCrashedError,
)
STORE = 100 * 2**20  # bytes for the objects of a node
WORKERS, COUNT, STEPS = 4, 32, 100

Work = tuple[tessera.Batch, np.random.Generator]


@ray.remote(max_retries=0)
def roll(weights: dict[str, net.Array], work: Work) -> tuple[ppo.Rollout, Work]:
    """Make a rollout."""
    batch, rng = work
    shape = ppo.around_player(batch.game, batch.observations).shape[1:]
    network = net.Net(shape, len(batch.game.actions))
    network.weights = weights
    return ppo.rollout(network.judge, batch, rng), (batch, rng)


class Nodes:
    """A cluster of two nodes on this machine."""

    def __init__(self) -> None:
        head = {"num_cpus": 1, "object_store_memory": STORE, "include_dashboard": False}
        self.cluster = Cluster(initialize_head=True, head_node_args=head)
        self.second = self.cluster.add_node(num_cpus=1, object_store_memory=STORE)
        paths = {"PYTHONPATH": str(Path(__file__).parent), "OPENBLAS_NUM_THREADS": "1"}
        ray.init(self.cluster.address, runtime_env={"env_vars": paths}, log_to_driver=False)
        self.names = [self.cluster.head_node.node_id, self.second.node_id]

    def submit(self, i: int, weights: Any, work: Work) -> Any:
        """Begin a rollout, on a node by turns, or on another one if that is dead."""
        place = NodeAffinitySchedulingStrategy(self.names[i % 2], soft=True)
        return roll.options(scheduling_strategy=place).remote(weights, work)

    def kill_second(self) -> None:
        self.cluster.remove_node(self.second, allow_graceful=False)

    def alive(self) -> int:
        return sum(node["Alive"] for node in ray.nodes())

    def close(self) -> None:
        ray.shutdown()
        self.cluster.shutdown()


def train(
    nodes: Nodes, rounds: int = 20, seed: int = 0, kill: int | None = None, levels: int = 200,
    say: Callable[..., Any] = print,
) -> tuple[net.Net, int, list[tuple[float, float]]]:  # fmt: skip
    """Train; returns the network, how many rollouts were made again, and the curve."""
    with tempfile.TemporaryDirectory() as folder:
        game = ppo.open_game("rogue", folder, levels, seed)
        works: list[Work] = []
        for i in range(WORKERS):
            batch = tessera.Batch(game, COUNT, autoreset="same_step", max_steps=STEPS, masks=None)
            batch.reset(seed + i * COUNT)
            works.append((batch, np.random.default_rng([seed, i])))
        shape = ppo.around_player(game, works[0][0].observations).shape[1:]
        network, rng = net.Net(shape, len(game.actions), seed=seed), np.random.default_rng(seed)
        again, points, ended, won = 0, [], 0, 0
        for done in range(rounds):
            weights = ray.put(network.weights)
            waiting = [nodes.submit(i, weights, work) for i, work in enumerate(works)]
            if done == kill:
                ray.wait(waiting, num_returns=WORKERS, fetch_local=False)
                nodes.kill_second()
                say(f"the second node is killed in round {done}")
            parts = []
            for i, work in enumerate(works):
                while True:
                    try:
                        part, works[i] = ray.get(waiting[i])
                        break
                    except LOST as error:
                        say(f"rollout {i} is made again: {type(error).__name__}")
                        again += 1
                        waiting[i] = nodes.submit(i, weights, work)
                parts.append(part)
            ppo.improve(network, parts, rng)
            ended += sum(part.ended for part in parts)
            won += sum(part.won for part in parts)
            if ended >= 500:
                points.append(((done + 1) * WORKERS * COUNT * ppo.LENGTH, 100 * won / ended))
                say(f"{points[-1][0]:9,} steps: {points[-1][1]:5.1f} % solved")
                ended = won = 0
    return network, again, points


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kill", type=int, help="the round in which a node is killed")
    parser.add_argument("--svg", help="write the curve to this file")
    given = parser.parse_args()
    curve.check(given.svg)
    nodes = Nodes()
    *_, points = train(nodes, given.rounds, given.seed, given.kill)
    nodes.close()
    if given.svg:
        title = "PPO with Ray, Rogue: episodes solved"
        curve.draw(given.svg, title, {"training": points}, "steps", "%", top=100)


if __name__ == "__main__":
    main()
