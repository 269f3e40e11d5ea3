"""Players who act together: environments of PettingZoo, and batches."""

import numpy as np
import pytest
import tessera
from pettingzoo.test import parallel_api_test, parallel_seed_test
from pettingzoo.utils.conversions import aec_to_parallel, parallel_to_aec


def make():
    return tessera.parallel("commons.lua", max_steps=50)


def test_a_check_of_pettingzoo_is_passed():
    parallel_api_test(make(), num_cycles=200)
    parallel_seed_test(make)


def test_players_may_be_made_to_act_in_turns_and_back():
    aec = parallel_to_aec(make())
    aec.reset(seed=1)
    for _ in aec.agent_iter(max_iter=500):
        *_, terminated, truncated, _ = aec.last()
        aec.step(None if terminated or truncated else 0)
    assert aec.agents == []
    back = aec_to_parallel(parallel_to_aec(make()))
    back.reset(seed=1)
    env = make()
    env.reset(seed=1)
    for action in (0, 1, 2, 3):
        rewards = back.step(dict.fromkeys(back.agents, action))[1]
        assert rewards == env.step(dict.fromkeys(env.agents, action))[1]


def test_what_players_see_and_earn_is_that_of_the_batch():
    env, batch = (
        make(),
        tessera.Batch("commons.lua", 1, max_steps=50, autoreset="never"),
    )
    seen, _ = env.reset(seed=4)
    batch.reset(4)
    rng = np.random.default_rng(1)
    for step in range(50):
        assert list(seen) == [f"player_{i + 1}" for i in range(8)]
        for i, one in enumerate(seen.values()):
            assert (one["observation"] == batch.observations[0, i]).all()
            assert (one["action_mask"] == batch.masks[0, i]).all()
        actions = rng.integers(5, size=8)
        seen, rewards, terminated, truncated, _ = env.step(
            dict(zip(env.agents, actions, strict=True))
        )
        batch.step(actions[None])
        assert list(rewards.values()) == batch.rewards[0].tolist()
        assert set(terminated.values()) == {False}
        assert set(truncated.values()) == {step == 49}
    assert env.agents == []


def test_batches_take_an_action_of_each_player():
    batch = tessera.Batch("commons.lua", 3)
    batch.reset(0)
    assert batch.actions.shape == batch.rewards.shape == batch.sums.shape == (3, 8)
    assert batch.observations.shape == (3, 8, *batch.game.shape())
    assert batch.masks.shape == (3, 8, 5)
    assert batch.terminated.shape == (3,)
    assert batch.step(np.zeros((3, 8), np.int32)) == batch.step(np.ones((3, 8), np.int64)) == 0
    batch.step([["wait"] * 8] * 3)
    with pytest.raises(ValueError, match="expected 24 integers or texts"):
        batch.step([0, 1, 2])
    with pytest.raises(tessera.Error, match="environment 1: player 2: there is no such action"):
        batch.step([[0] * 8, [0, 0, 9, 0, 0, 0, 0, 0], [0] * 8])


def test_each_form_is_for_its_games():
    with pytest.raises(ValueError, match=r"act together: use tessera.parallel"):
        tessera.aec("commons.lua")
    with pytest.raises(ValueError, match=r"take turns: use tessera.aec"):
        tessera.parallel("connect4.lua")
    env = make()
    env.reset(seed=0)
    with pytest.raises(ValueError, match="there is none of player_2"):
        env.step({"player_1": 0})
