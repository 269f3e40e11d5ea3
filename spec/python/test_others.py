"""Specifies that what others have written for environments works with these: wrappers, checks, tensors."""

import copy
import pickle
import sys
import threading
import types
import warnings

import gymnasium
import numpy as np
import pytest
import tessera
from gymnasium import wrappers
from gymnasium.vector import AsyncVectorEnv
from gymnasium.wrappers import vector as of_vectors
from pettingzoo.test import api_test
from pettingzoo.test.render_test import render_test
from pettingzoo.utils.wrappers import (
    AssertOutOfBoundsWrapper,
    OrderEnforcingWrapper,
    TerminateIllegalWrapper,
)
from tessera._gymnasium import MODES

# Players who act together are those of test_together.py.
SAMPLES = [name for name in tessera.samples() if not tessera.Game(name).together]
FEW = ["sokoban.lua", "2048.lua", "crates.txt", "tower"]


def few(name: str) -> dict:
    return {"starts": 4} if "." in name else {}


def masked(masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    return (masks * rng.random(masks.shape)).argmax(-1)


@pytest.mark.parametrize("name", FEW)
def test_wrappers_of_gymnasium_stack(name):
    env = tessera.env(name, max_episode_steps=50, **few(name))
    inner = env.unwrapped
    env = wrappers.TimeLimit(wrappers.OrderEnforcing(wrappers.PassiveEnvChecker(env)), 7)
    env = wrappers.TransformReward(wrappers.RecordEpisodeStatistics(env), lambda reward: 2 * reward)
    env = wrappers.FrameStackObservation(
        wrappers.FlattenObservation(wrappers.TimeAwareObservation(env)), 2
    )
    rng, paid, lengths = np.random.default_rng(1), 0.0, []
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        seen, info = env.reset(seed=1)
        for _ in range(30):
            assert env.observation_space.contains(seen)
            seen, reward, over, cut, info = env.step(masked(info["action_mask"], rng))
            paid += reward
            if over or cut:
                assert info["episode"]["l"] == inner.batch.lengths[0] <= 7
                assert (
                    info["episode"]["r"]
                    == pytest.approx(inner.batch.sums[0])
                    == pytest.approx(paid / 2)
                )
                lengths.append(info["episode"]["l"])
                seen, info = env.reset()
                paid = 0.0
    assert len(lengths) >= 3


def test_videos_are_recorded(tmp_path, monkeypatch):
    films = []

    class Clip:
        def __init__(self, frames, fps):
            films.append((frames, fps))

        def write_videofile(self, path, logger=None):
            del path, logger

    for name in (
        "moviepy",
        "moviepy.video",
        "moviepy.video.io",
        "moviepy.video.io.ImageSequenceClip",
    ):
        monkeypatch.setitem(sys.modules, name, types.ModuleType(name))
    sys.modules["moviepy.video.io.ImageSequenceClip"].ImageSequenceClip = Clip
    env = tessera.env("sokoban.lua", render_mode="rgb_array", max_episode_steps=5, side=8)
    env = wrappers.RecordVideo(env, str(tmp_path / "films"), episode_trigger=lambda k: k < 2)
    for _ in range(3):
        env.reset(seed=3)
        for action in (0, 1, 2, 3, 0):
            env.step(action)
    env.close()
    assert [len(frames) for frames, _ in films] == [6, 6]
    frames, fps = films[0]
    assert {frame.dtype.name for frame in frames} == {"uint8"}
    assert len({frame.shape for frame in frames}) == 1
    assert fps == env.metadata["render_fps"]
    collected = wrappers.RenderCollection(tessera.env("tower", render_mode="ansi"))
    collected.reset(seed=1)
    collected.step(0)
    assert all(text.endswith("\n") for text in collected.render())


@pytest.mark.parametrize("mode", list(MODES))
@pytest.mark.parametrize("name", FEW)
def test_wrappers_of_vectors_keep_the_statistics_of_the_batch(name, mode):
    inner = tessera.vector(name, 5, autoreset=mode, max_episode_steps=6, **few(name))
    envs = of_vectors.RecordEpisodeStatistics(inner)
    if mode != "same_step":
        envs = of_vectors.FlattenObservation(envs)
    envs = of_vectors.TransformReward(envs, lambda rewards: rewards * 3)
    envs = of_vectors.DictInfoToList(envs)
    rng, ended = np.random.default_rng(2), 0
    _, told = envs.reset(seed=2)
    for _ in range(25):
        masks = np.array([info["action_mask"] for info in told])
        seen, _, over, cut, told = envs.step(masked(masks, rng))
        assert envs.observation_space.contains(seen)
        for i in np.flatnonzero(over | cut):
            assert told[i]["episode"]["l"] == inner.batch.lengths[i]
            assert told[i]["episode"]["r"] == pytest.approx(inner.batch.sums[i])
            ended += 1
        if mode == "never" and (over | cut).any():
            again = inner.reset(options={"reset_mask": over | cut})[1]["action_mask"]
            envs.env.env.env.reset(options={"reset_mask": over | cut})
            told = [{"action_mask": mask} for mask in again]
    assert ended >= 10


def test_processes_have_environments():
    make = [lambda: tessera.env("2048.lua", starts=4, max_episode_steps=9)] * 2
    envs, alone = (
        AsyncVectorEnv(make, context="spawn"),
        tessera.vector("2048.lua", 2, starts=4, max_episode_steps=9),
    )
    try:
        assert np.array_equal(envs.reset(seed=5)[0], alone.reset(seed=5)[0])
        for action in (0, 1, 2, 3) * 4:
            for theirs, mine in zip(
                envs.step([action] * 2)[:4], alone.step([action] * 2)[:4], strict=True
            ):
                assert np.array_equal(theirs, mine)
    finally:
        envs.close()


@pytest.mark.parametrize("name", SAMPLES)
def test_pettingzoo_draws(name):
    def make(render_mode):
        mode = None if render_mode == "human" else render_mode
        return tessera.aec(name, render_mode=mode, max_cycles=30, side=2, **few(name))

    render_test(make, {"ansi": lambda text: isinstance(text, str) and text.endswith("\n")})


@pytest.mark.parametrize(
    "name", ["connect4.lua", "othello.lua", "horizontally", "2048.lua", "vault.txt"]
)
def test_wrappers_of_pettingzoo_stack(name):
    env = tessera.aec(name, max_cycles=30, illegal="refuse", **few(name))
    env = TerminateIllegalWrapper(env, illegal_reward=-1)
    env = OrderEnforcingWrapper(AssertOutOfBoundsWrapper(env))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env, num_cycles=60)
    env.reset(seed=1)
    mask = env.observe(env.agent_selection)["action_mask"]
    agent = env.agent_selection
    if not mask.all():
        env.step(int(mask.argmin()))
        assert all(env.terminations.values())
        assert env.rewards[agent] == -1


@pytest.mark.parametrize("make", [
    lambda: tessera.env("2048.lua", starts=4), lambda: tessera.vector("trios.txt", 3, starts=4, autoreset="same_step"),
    lambda: tessera.env("samegame", record=True),
])  # fmt: skip
def test_environments_go_on_after_pickling_and_copying(make):
    env, rng = make(), np.random.default_rng(3)
    _, info = env.reset(seed=7)
    for _ in range(4):
        info = env.step(masked(info["action_mask"], rng))[4]
    others = [pickle.loads(pickle.dumps(env)), copy.deepcopy(env)]
    for _ in range(9):
        action = masked(info["action_mask"], rng)
        *seen, info = env.step(action)
        for other in others:
            *same, told = other.step(action)
            for mine, theirs in zip(seen, same, strict=True):
                assert np.array_equal(mine, theirs)
            assert np.array_equal(info["action_mask"], told["action_mask"])
        if getattr(env, "_episode", None) is not None:
            assert {other.recording() for other in others} == {env.recording()}


def test_a_pickled_game_of_two_goes_on():
    aec = tessera.aec("othello.lua")
    aec.reset(seed=1)
    other = pickle.loads(pickle.dumps(aec))
    for _ in range(20):
        agent = aec.agent_selection
        assert other.agent_selection == agent
        mine, theirs = aec.observe(agent), other.observe(agent)
        assert np.array_equal(mine["observation"], theirs["observation"])
        action = int(mine["action_mask"].argmax())
        aec.step(action)
        other.step(action)


def test_arrays_are_shared_with_tensors():
    batch = tessera.Batch("connect4.lua", 3)
    batch.reset()
    shared = np.from_dlpack(batch.observations)
    before = shared.copy()
    batch.step([0, 1, 2])
    assert not np.array_equal(shared, before)
    assert np.array_equal(shared, batch.observations)


def test_arrays_are_shared_with_torch():
    torch = pytest.importorskip("torch")
    batch = tessera.Batch("connect4.lua", 3)
    batch.reset()
    seen, mine = torch.from_dlpack(batch.observations), torch.zeros((3, 7), dtype=torch.int8)
    batch.bind(masks=mine.numpy())
    batch.step(torch.tensor([0, 1, 2]))
    assert np.array_equal(seen.numpy(), batch.observations)
    assert mine.sum() == 21
    trees = tessera.Trees(batch, 20)
    trees.select()
    trees.back(torch.zeros(3), torch.ones(3, 7))


def test_what_another_thread_writes_into_an_array_of_actions_does_no_harm():
    batch = tessera.Batch("connect4.lua", 2000, autoreset="same_step")
    batch.reset(1)
    actions, ended = np.zeros(2000, np.int32), threading.Event()

    def scribble() -> None:
        while not ended.is_set():
            actions[:] = 2**31 - 1
            actions[:] = 3

    thread = threading.Thread(target=scribble)
    thread.start()
    refused = set()
    try:
        for _ in range(150):
            try:
                batch.step(actions)
            except tessera.Error as error:
                refused.add(str(error).split(": ")[-1])
    finally:
        ended.set()
        thread.join()
    assert refused <= {f"action {2**31 - 1} is not in 0..6"}
    actions[:] = 0
    batch.step(actions)


def test_a_check_of_gymnasium_is_passed_by_what_it_makes():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make("tessera/Samegame-v0", max_episode_steps=5)
        env.reset(seed=1)
        for _ in range(5):
            *_, over, cut, _ = env.step(int(env.unwrapped.batch.masks[0].argmax()))
            if over or cut:
                break
        env.close()
