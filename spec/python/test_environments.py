"""Specifies tessera.env, tessera.vector, tessera.aec by the checks of Gymnasium and PettingZoo."""

import pickle
import subprocess
import sys
import warnings

import gymnasium
import numpy as np
import pytest
import tessera
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from pettingzoo.test import api_test, seed_test
from tessera._gymnasium import MODES

# Players who act together are those of test_together.py.
SAMPLES = [name for name in tessera.samples() if not tessera.Game(name).together]
SINGLE = [name for name in SAMPLES if tessera.Game(name).players == 1]
IN_C = [name for name in SAMPLES if "." not in name]
TURNS = ["connect4.lua", "2048.lua", "crates.txt", "tower"]
STARTS = {"starts": 8}


def options(name: str) -> dict:
    return {} if name in IN_C else STARTS


def masked(masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    return (masks * rng.random(masks.shape)).argmax(-1)


@pytest.mark.parametrize("name", SINGLE)
def test_check_env(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        gymnasium.register("check/Game-v0", entry_point=tessera.env,
                           kwargs={"game": name, "max_episode_steps": 30, **options(name)})  # fmt: skip
        env = gymnasium.make("check/Game-v0", disable_env_checker=True)
        check_env(env.unwrapped)
        del gymnasium.registry["check/Game-v0"]


@pytest.mark.parametrize("mode", list(MODES))
@pytest.mark.parametrize("name", ["sokoban.lua", "2048.lua", "crates.txt", "samegame"])
def test_a_vector_is_many_single_ones(name, mode):
    rest = {"max_episode_steps": 9, **options(name)}
    many = tessera.vector(name, 4, autoreset=mode, **rest)
    single = SyncVectorEnv([lambda: tessera.env(name, **rest)] * 4, autoreset_mode=MODES[mode])
    rng = np.random.default_rng(3)
    (board, info), (other, told) = many.reset(seed=11), single.reset(seed=11)
    ends = 0
    for _ in range(60):
        assert np.array_equal(board, other)
        assert np.array_equal(info["action_mask"], told["action_mask"])
        actions = masked(info["action_mask"], rng)
        board, reward, over, cut, info = many.step(actions)
        other, *numbers, told = single.step(actions)
        for mine, theirs in zip((reward, over, cut), numbers, strict=True):
            assert np.array_equal(mine, theirs)
        ends += int((over | cut).sum())
        assert ("final_obs" in info) == ("final_obs" in told)
        if "final_obs" in info:
            assert np.array_equal(info["_final_obs"], told["_final_obs"])
            for i in np.flatnonzero(info["_final_obs"]):
                assert np.array_equal(info["final_obs"][i], told["final_obs"][i])
            assert np.array_equal(info["_final_info"], told["_final_info"])
            assert set(info["final_info"]) == set(told["final_info"])
            for key, value in info["final_info"].items():
                assert np.array_equal(value, told["final_info"][key])
        if mode == "never" and (over | cut).any():
            board, info = many.reset(options={"reset_mask": over | cut})
            other, told = single.reset(options={"reset_mask": over | cut})
            assert np.array_equal(info["action_mask"][over | cut], told["action_mask"][over | cut])
            told["action_mask"] = info["action_mask"]  # it tells nothing of the others
    assert ends > 8


def test_samples_are_registered_and_statistics_are_kept():
    tessera.register()
    env = gymnasium.make("tessera/Sokoban-v0", max_episode_steps=5)
    env = gymnasium.wrappers.RecordEpisodeStatistics(env)
    env.reset(seed=1)
    for _ in range(5):
        *_, cut, info = env.step(0)
    assert cut
    assert info["episode"]["l"] == 5
    envs = gymnasium.make_vec("tessera/Sokoban-v0", 3, max_episode_steps=5)
    assert isinstance(envs.unwrapped, type(tessera.vector("tower")))
    envs = gymnasium.wrappers.vector.RecordEpisodeStatistics(envs)
    envs.reset(seed=1)
    for _ in range(5):
        *_, cut, info = envs.step([0, 1, 2])
    assert cut.all()
    assert info["episode"]["l"].tolist() == [5, 5, 5]
    registered = {key for key in gymnasium.registry if key.startswith("tessera/")}
    assert len(registered) == len(SINGLE)


def test_environments_pickle_and_draw():
    env = tessera.env("sokoban.lua", render_mode="rgb_array")
    env.reset(seed=4)
    env.step(1)
    again = pickle.loads(pickle.dumps(env))
    assert np.array_equal(env.render(), again.render())
    assert env.render().shape[2] == 3
    assert np.array_equal(env.step(2)[0], again.step(2)[0])
    assert env.reset()[0].tolist() == again.reset()[0].tolist()
    text = tessera.env("sokoban.lua", render_mode="ansi")
    text.reset(options={"level": 0})
    assert "@" in text.render()
    envs = tessera.vector("sokoban.lua", 2, copy=False, autoreset=AutoresetMode.SAME_STEP)
    first = envs.reset(seed=1)[0]
    assert envs.step([0, 0])[0] is first
    with pytest.raises(ValueError, match="2 players: use tessera.aec"):
        tessera.env("connect4.lua")
    with pytest.raises(ValueError, match="render_mode"):
        tessera.env("tower", render_mode="human")


@pytest.mark.parametrize("name", SAMPLES)
def test_pettingzoo(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        rest = {"max_cycles": 40, **options(name)}
        api_test(tessera.aec(name, **rest), num_cycles=40)
        seed_test(lambda: tessera.aec(name, **rest), num_cycles=15)


@pytest.mark.parametrize("name", TURNS)
def test_max_cycles(name):
    aec = tessera.aec(name, max_cycles=3)
    aec.reset(seed=1)
    steps = 0
    for agent in aec.agent_iter():
        seen, _, over, cut, _ = aec.last()
        if over or cut:
            aec.step(None)
            continue
        steps += 1
        aec.step(aec.action_space(agent).sample(seen["action_mask"]))
    assert steps <= 3
    assert not aec.agents


def test_players_draw_win_and_lose():
    aec = tessera.aec("connect4.lua", render_mode="ansi")
    aec.reset(seed=1)
    assert aec.observe("player_1")["action_mask"].sum() == 0
    for column in (0, 1, 0, 1, 0, 1, 0):
        aec.step(column)
    assert all(aec.terminations.values())
    assert aec.rewards["player_0"] > aec.rewards["player_1"]
    assert aec.render().count("\n") == 6
    with pytest.raises(ValueError, match="render_mode"):
        tessera.aec("connect4.lua", render_mode="human")


@pytest.mark.parametrize("program", [
    "import sys; sys.modules['gymnasium'] = sys.modules['pettingzoo'] = None\n"
    "import tessera; b = tessera.Batch('sokoban.lua'); b.reset(); b.step(0); print('played')",
    "import sys, tessera; assert 'gymnasium' not in sys.modules; print('played')",
    "import gymnasium, tessera; gymnasium.register_envs(tessera)\n"
    "gymnasium.make('tessera/Tower-v0').reset(); print('played')",
    "import tessera, importlib.util; assert importlib.util.find_spec('gymnasium')\n"
    "import gymnasium; gymnasium.register_envs(tessera)\n"
    "gymnasium.make('tessera/Tower-v0').reset(); print('played')",
    "import tessera, sys; sys.path[:] = []\n"
    "try: import gymnasium\n"
    "except ImportError: print('played')",
])  # fmt: skip
def test_gymnasium_is_imported_when_it_is_asked_for(program):
    out = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (out.stdout, out.stderr) == ("played\n", "")


def test_an_action_that_is_none_is_refused():
    env = tessera.env("samples/games/sokoban.lua", levels="samples/games/levels/sokoban.txt")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="action is None: a number or a text is expected"):
        env.step(None)
    aec = tessera.aec("samples/games/connect4.lua")
    aec.reset(seed=1)
    with pytest.raises(ValueError, match="action is None: a number or a text is expected"):
        aec.step(None)
    assert aec.batch.lengths[0] == 0


def test_only_a_truth_value_trusts():
    for trusted in ("yes", 1, float("nan")):
        with pytest.raises(TypeError, match="trusted: expected True or False"):
            tessera.env("samples/games/sokoban.lua", trusted=trusted)


def test_an_environment_that_is_none_is_named():
    batch = tessera.Batch("samples/games/connect4.lua", 2)
    for i in (2, -1, 2**31, -(2**70)):
        with pytest.raises(IndexError, match=f"there is no environment {i}$"):
            batch.hash(i)
