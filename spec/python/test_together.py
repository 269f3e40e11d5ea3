"""Players who act together: environments of PettingZoo, and batches."""

import re

import numpy as np
import pytest
import tessera
from pettingzoo.test import parallel_api_test, parallel_seed_test
from pettingzoo.utils.conversions import aec_to_parallel, parallel_to_aec

TAG = """
local tessera = require "tessera"
return tessera.game { name = "tag", players = 2, together = true, order = "at once", map = "1../2..",
  legend = { ["."] = "empty" }, groups = { runner = { each = "player" } },
  fields = { left = { value = 4, timer = true } },
  moves = { "up", "down", "right", "wait" },
  rules = { { "up", "up [ mine | empty ] -> [ | mine ]" },
    { "down", "down [ mine | empty ] -> [ | mine ]" },
    { "right", "right [ mine | empty ] -> [ | mine ]" }, { "wait" } },
  ends = { { "Over", "left = 0" } } }
"""


def tag(folder):
    path = folder / "tag.lua"
    path.write_text(TAG)
    return str(path)


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
        assert list(seen) == [f"player_{i}" for i in range(8)]
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
    with pytest.raises(ValueError, match=r"expected shape \[3, 8\], got \[3\]"):
        batch.step([0, 1, 2])
    with pytest.raises(tessera.Error, match=r"environment 1: player 2: action 9 is not in 0\.\.4"):
        batch.step([[0] * 8, [0, 0, 9, 0, 0, 0, 0, 0], [0] * 8])


def test_actions_of_another_shape_are_refused():
    batch = tessera.Batch("commons.lua", 3)
    batch.reset(0)
    turned = np.zeros((8, 3), np.int64).T[:2]
    for given, shape in (
        (np.zeros((8, 3), np.int32), "[8, 3]"),
        (np.zeros((8, 3), np.int64), "[8, 3]"),
        ([[0] * 3] * 8, "[8, 3]"),
        ([0] * 24, "[24]"),
        (np.zeros(24, np.int32), "[24]"),
        (np.zeros((1, 3, 8), int), "[1, 3, 8]"),
        (turned, "[2, 8]"),
        (0, "[]"),
    ):
        told = f"actions: expected shape [3, 8], got {shape}"
        with pytest.raises(ValueError, match=f"^{re.escape(told)}$"):
            batch.step(given)
    with pytest.raises(
        ValueError, match=r"expected integers or texts \[3, 8\], got float64 \[3, 8\]"
    ):
        batch.step(np.zeros((3, 8)))
    with pytest.raises(ValueError, match="expected 8 integers or texts, got a list of 7"):
        batch.idle(0, [0] * 7)
    for actions, shape in (([0] * 16, "[16]"), ([[0] * 7] * 2, "[2, 7]")):
        with pytest.raises(ValueError, match=re.escape(f", got {shape}")):
            batch.record(batch.save(0), actions)
    assert batch.lengths.tolist() == [0, 0, 0]
    batch.step(np.asfortranarray(np.ones((3, 8), int)))
    assert batch.lengths.tolist() == [1, 1, 1]


def test_each_form_is_for_its_games():
    with pytest.raises(ValueError, match=r"act together: use tessera.parallel"):
        tessera.aec("commons.lua")
    with pytest.raises(ValueError, match=r"take turns: use tessera.aec"):
        tessera.parallel("connect4.lua")
    env = make()
    env.reset(seed=0)
    with pytest.raises(ValueError, match="there is none of player_1"):
        env.step({"player_0": 0})


def test_who_is_idle_hears_why(tmp_path):
    env = tessera.parallel(tag(tmp_path))
    env.reset(seed=0)
    ends = "the board ends before 'empty'"
    infos = env.step({"player_0": 0, "player_1": 3})[4]
    assert infos == {"player_0": {"idle": ends}, "player_1": {}}
    infos = env.step({"player_0": 3, "player_1": 2})[4]
    assert infos == {"player_0": {}, "player_1": {}}
    infos = env.step({"player_0": 2, "player_1": 0})[4]
    assert infos == {"player_0": {}, "player_1": {"idle": "another player was faster"}}
    batch = env.batch
    before = batch.save(0)
    taken = "row 1, column 2 is runner1, not 'empty'"
    assert batch.idle(0, ["up", "up"]) == {0: ends, 1: taken}
    assert batch.idle(0, ["right", "wait"]) == {}
    assert batch.save(0) == before
    with pytest.raises(tessera.Error, match=r"player 1: action 99 is not in 0\.\.3"):
        batch.idle(0, [0, 99])
    with pytest.raises(ValueError, match="expected 2 integers or texts, got a list of 1"):
        batch.idle(0, [0])
    with pytest.raises(tessera.Error, match="the players take turns"):
        tessera.Batch("connect4.lua").idle(0, [0])
    env.step({"player_0": 3, "player_1": 3})
    assert env.agents == []
    assert env.step({})[4] == {}


def test_a_recording_has_the_actions_of_all(tmp_path):
    env = tessera.parallel(tag(tmp_path), record=True)
    with pytest.raises(ValueError, match="no episode"):
        env.recording()
    env.reset(seed=0)
    env.step({"player_0": "wait", "player_1": "up"})
    env.step({"player_0": 2, "player_1": 3})
    text = env.recording()
    assert [line for line in text.splitlines() if line.startswith(">")] == [
        "> 1: wait",
        "> 2: up",
        "> 1: right",
        "> 2: wait",
    ]
    batch = tessera.Batch(tag(tmp_path))
    batch.reset(0)
    first = batch.save(0)
    steps = [["wait", "up"], ["right", "wait"]]
    numbers = np.array([[batch.game.action(text) for text in step] for step in steps])
    assert batch.record(first, steps) == batch.record(first, numbers) == text
    with pytest.raises(ValueError, match="record=True"):
        tessera.parallel("commons.lua").recording()


def test_positions_are_saved_copied_and_begun_anew_in_the_same_step():
    options = {"max_steps": 5, "autoreset": "same_step"}
    game = tessera.Game("commons.lua")
    one, two = (tessera.Batch(game, 2, **options) for _ in range(2))
    rng = np.random.default_rng(3)
    one.reset(7)
    two.reset(8)
    for _ in range(3):
        one.step(rng.integers(5, size=(2, 8)))
    two.load(0, one.save(0))
    two.copy(1, one, 1)
    for step in range(3, 12):
        actions = rng.integers(5, size=(2, 8))
        ended = one.step(actions), two.step(actions)
        assert ended == ((2, 2) if step % 5 == 4 else (0, 0))
        for name in ("observations", "masks", "rewards", "sums", "truncated", "lengths"):
            assert (getattr(one, name)[1] == getattr(two, name)[1]).all(), name
        if step < 5:  # environment 0 goes on with the random numbers of its own batch
            assert (one.observations[0] == two.observations[0]).all()
            assert (one.rewards[0] == two.rewards[0]).all()
        if step % 5 == 4:
            assert one.truncated.all()
            assert one.lengths.tolist() == [5, 5]
            assert (one.final_observations[1] == two.final_observations[1]).all()
            assert one.final_observations.shape == one.observations.shape
            assert not (one.final_observations == one.observations).all()
