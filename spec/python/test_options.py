"""Specifies what is said of options that there are not, or that do not fit."""

import re

import numpy as np
import pytest
import tessera


def refused(error: type[Exception], told: str, make, *arguments, **options) -> None:
    with pytest.raises(error, match=f"^{re.escape(told)}$"):
        make(*arguments, **options)


@pytest.mark.parametrize(
    ("make", "option", "told"),
    [
        ("env", "max_steps", "env: unknown option 'max_steps' (did you mean 'max_episode_steps'?)"),
        ("env", "autoreset", "env: unknown option 'autoreset'"),
        ("env", "count", "env: unknown option 'count'"),
        ("vector", "count", "vector: unknown option 'count' (did you mean 'num_envs'?)"),
        ("vector", "max_step", "vector: unknown option 'max_step'"),
        ("aec", "max_steps", "aec: unknown option 'max_steps' (did you mean 'max_cycles'?)"),
        ("aec", "all_players", "aec: unknown option 'all_players'"),
        ("parallel", "max_cycles", "parallel: unknown option 'max_cycles' (did you mean "
         "'max_steps'?)"),
        ("Batch", "num_envs", "Batch: unknown option 'num_envs' (did you mean 'count'?)"),
        ("Batch", "max_step", "Batch: unknown option 'max_step' (did you mean 'max_steps'?)"),
    ],
)  # fmt: skip
def test_options_that_there_are_not(make, option, told):
    with pytest.raises(TypeError) as raised:
        getattr(tessera, make)("sokoban.lua", **{option: 3})
    assert str(raised.value).startswith(told)
    assert "_batch" not in str(raised.value)


def test_options_of_batches_and_games_are_those_of_environments():
    tessera.env("sokoban.lua", threads=1, illegal="end", starts=2, level=0)
    tessera.vector("sokoban.lua", 2, threads=1, memory=2**28)
    tessera.aec("connect4.lua", illegal="fail", starts=2)
    tessera.parallel("commons.lua", seed=3, starts=2)


def test_what_does_not_fit_is_refused_when_it_is_made():
    words = "not one of 'planes', 'layers', 'bits'"
    for make, game in ((tessera.env, "tower"), (tessera.vector, "tower"), (tessera.aec, "tower"),
                       (tessera.parallel, "commons.lua")):  # fmt: skip
        refused(ValueError, f"observation is None, {words}", make, game, observation=None)
        refused(ValueError, "side is 100, not in 1 to 64", make, game, side=100)
        refused(TypeError, "side: expected an integer, got 'a'", make, game, side="a")
    batch = tessera.Batch
    with pytest.raises(tessera.Error, match="observation: what players see who act together"):
        tessera.parallel("commons.lua", observation="layers")
    most = 2**31 - 1
    refused(ValueError, f"count is 2147483648, not in 1 to {most}", batch, "tower", count=2**31)
    refused(TypeError, "max_steps: expected an integer, got 1.5", batch, "tower", max_steps=1.5)
    with pytest.raises(tessera.Error, match=r"^level is 99"):
        batch("sokoban.lua", level=99)
    trees = tessera.Trees
    refused(TypeError, "nodes: expected an integer, got 'a'", trees, batch("tower"), nodes="a")
    refused(TypeError, "alpha: expected a number, got 'a'", trees, batch("tower"), 9, alpha="a")
    refused(TypeError, "seed: expected an integer, got 1.5", trees, batch("tower"), 9, seed=1.5)


@pytest.mark.parametrize(
    ("option", "given", "told"),
    [
        ("win_reward", "a", "win_reward: expected a number, got 'a'"),
        ("step_reward", None, "step_reward: expected a number, got None"),
        ("illegal_reward", [1], "illegal_reward: expected a number, got [1]"),
        ("seed", "a", "seed: expected an integer, got 'a'"),
        ("text", 5, "text: expected a text, got 5"),
        ("levels", 5, "levels: expected a path, got 5"),
        ("trusted", 3, "trusted: expected True or False, got 3"),
        ("starts", "a", "starts: expected an integer, got 'a'"),
        ("memory", 1.5, "memory: expected an integer, got 1.5"),
        ("instructions", None, "instructions: expected an integer, got None"),
    ],
)
def test_options_of_another_type_are_named(option, given, told):
    refused(TypeError, told, tessera.Batch, "sokoban.lua", 1, **{option: given})
    refused(TypeError, told, tessera.env, "sokoban.lua", **{option: given})


def test_arguments_of_another_type_are_named():
    batch = tessera.Batch("tower")
    batch.reset()
    before = batch.save(0)
    refused(TypeError, "game: expected a path, got 5", tessera.Batch, 5)
    refused(TypeError, "text: expected a text, got None", batch.load, 0, None)
    refused(IndexError, f"there is no environment {2**40}", batch.load, 2**40, before)
    assert batch.save(0) == before


def test_errors_without_a_place_say_so():
    with pytest.raises(tessera.Error) as raised:
        tessera.Trees(tessera.Batch("tower"), 9).back([0], [[1]])
    error = raised.value
    assert (error.file, error.line, error.column, error.rule) == (None, None, None, None)


def test_options_of_a_reset(tmp_path):
    env = tessera.env("sokoban.lua")
    refused(TypeError, "reset: options: unknown option 'lvl' (did you mean 'level'?)",
            env.reset, options={"lvl": 1})  # fmt: skip
    refused(ValueError, "level: expected an integer, or a list of 1, got '1'",
            env.reset, options={"level": "1"})  # fmt: skip
    env.reset(options={"of a wrapper": 1, "level": 1})
    assert env.unwrapped.batch.level(0) == 1
    refused(tessera.Error, f"'{tmp_path}' is a folder: a game is a file", tessera.Batch, tmp_path)


def test_actions_of_agents():
    env = tessera.parallel("commons.lua")
    with pytest.raises(RuntimeError, match="call reset first"):
        env.step({})
    env.reset(seed=1)
    waits = dict.fromkeys(env.agents, 0)
    told = "player_7: action 50 is not in 0..4"
    refused(ValueError, told, env.step, waits | {"player_7": 50})
    refused(ValueError, "player_1: expected an integer or a text, got 0.5",
            env.step, waits | {"player_1": 0.5})  # fmt: skip
    refused(ValueError, "actions: expected a dictionary by agents, got a list of 8 (int)",
            env.step, [0] * 8)  # fmt: skip
    names = ", ".join(env.possible_agents)
    refused(ValueError, f"there is no agent 'x', but {names}", env.step, waits | {"x": 0})
    refused(ValueError, f"there is no agent 'x', but {names}", env.action_space, "x")
    assert env.batch.lengths[0] == 0
    env.step({agent: np.int64(1) for agent in env.agents})
    assert env.batch.lengths[0] == 1
    aec = tessera.aec("connect4.lua")
    for ask in (aec.action_space, aec.observation_space, aec.observe):
        refused(ValueError, "there is no agent 'x', but player_0, player_1", ask, "x")


def test_leaves_are_judged_once():
    batch = tessera.Batch("tower", 2)
    batch.reset()
    trees = tessera.Trees(batch, 9)
    judged = np.zeros(2), np.ones((2, len(batch.game.actions)))
    for _ in range(2):
        refused(tessera.Error, "trees: no leaves wait: select finds some", trees.back, *judged)
        trees.select()
        trees.back(*judged)


def test_two_games_of_one_file():
    one, two = (tessera.Batch("tower") for _ in range(2))
    told = "the batches are of two games: open one, and make both batches of it"
    refused(ValueError, told, one.copy, 0, two, 0)
