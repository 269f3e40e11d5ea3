"""Specifies that Ray's workers make the same rollouts on any node, and that a dead node loses one."""

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "samples/python"))
import ppo
import ray
import tessera
import workers


@pytest.fixture(scope="module")
def nodes():
    cluster = workers.Nodes()
    yield cluster
    cluster.close()


def quiet(*_):
    pass


def same(one, other):
    return all(np.array_equal(one[name], other[name]) for name in one)


def test_a_rollout_elsewhere_is_the_one_that_is_made_here(nodes, tmp_path):
    game = ppo.open_game("rogue", str(tmp_path), 20, 1)

    def work():
        batch = tessera.Batch(game, 8, autoreset="same_step", max_steps=20, masks=None)
        batch.reset(3)
        return batch, np.random.default_rng(3)

    shape = ppo.around_player(game, work()[0].observations).shape[1:]
    network = ppo.net.Net(shape, len(game.actions), seed=3)
    here, (batch, rng) = work(), work()
    for _ in range(2):
        mine = ppo.rollout(network.judge, *here)
        theirs, (batch, rng) = ray.get(nodes.submit(1, network.weights, (batch, rng)))
        assert all(np.array_equal(a, b) for a, b in zip(mine, theirs, strict=True))
    assert [batch.save(i) for i in range(8)] == [here[0].save(i) for i in range(8)]


def test_a_dead_node_loses_its_last_rollouts_alone(nodes):
    whole, again, _ = workers.train(nodes, rounds=4, seed=1, levels=20, say=quiet)
    assert again == 0
    assert nodes.alive() == 2
    other, _, _ = workers.train(nodes, rounds=4, seed=2, levels=20, say=quiet)
    assert not same(whole.weights, other.weights)

    maimed, again, _ = workers.train(nodes, rounds=4, seed=1, levels=20, kill=2, say=quiet)
    assert nodes.alive() == 1
    assert again == workers.WORKERS // 2
    assert same(whole.weights, maimed.weights)
