"""Specifies what is said of wrong arguments: in one line, what was expected and what came."""

import gymnasium
import numpy as np
import pytest
import tessera


def said(call) -> str:
    """Return what a call raises, which is one line that is not long."""
    with pytest.raises((ValueError, RuntimeError, gymnasium.error.ResetNeeded)) as raised:
        call()
    text = str(raised.value)
    assert "\n" not in text
    assert len(text) < 200
    return text


def batch() -> tessera.Batch:
    made = tessera.Batch("sokoban.lua", 4)
    made.reset()
    return made


@pytest.mark.parametrize(
    ("actions", "got"),
    [
        (np.zeros(4), "float64 [4]"),
        ([0, 1], "a list of 2 (int)"),
        (list(range(5000)), "a list of 5000 (int)"),
        ([None, 1, 2, 3], "a list of 4 (NoneType, int)"),
        ([[1], [2, 3], 4, 5], "a list of 4 (int, list)"),
        (3, "3"),
        ("right", "'right'"),
    ],
)
def test_actions_of_another_form(actions, got):
    made = batch()
    expected = f"actions: expected 4 integers or texts, got {got}"
    assert said(lambda: made.step(actions)) == expected
    if not isinstance(actions, str):
        trees = tessera.Trees(made, 9)
        assert said(lambda: trees.advance(actions)) == expected
    assert made.lengths.tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("actions", "got"),
    [
        (np.zeros((4, 2), int), "[4, 2]"),
        (np.zeros((2, 2), int), "[2, 2]"),
        (np.zeros((1, 4), np.int32), "[1, 4]"),
        ([[0, 1], [2, 3]], "[2, 2]"),
        ([["up"], ["up"], ["up"], ["up"]], "[4, 1]"),
    ],
)
def test_actions_of_another_shape(actions, got):
    made = batch()
    expected = f"actions: expected shape [4], got {got}"
    vector = tessera.vector("sokoban.lua", 4)
    vector.reset()
    trees = tessera.Trees(made, 9)
    for call in (made.step, vector.step, trees.advance):
        assert said(lambda call=call: call(actions)) == expected
    told = said(lambda: made.record(made.save(0), actions))
    assert told == f"actions: expected shape [{len(actions)}], got {got}"
    assert made.lengths.tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize(
    "action", [5, -1, 2**31 - 1, 2**31, -(2**31) - 1, 2**40, -(2**40), 2**63, 2**70, -(2**70)]
)
def test_actions_that_are_none_are_told(action):
    made, one, env = batch(), tessera.Batch("sokoban.lua"), tessera.env("sokoban.lua", record=True)
    one.reset()
    env.reset()
    trees = tessera.Trees(made, 9)
    none = f"action {action} is not in 0..3"
    given = [[0, 0, 0, action]]
    for kind in (np.int64, np.uint64):
        if np.iinfo(kind).min <= action <= np.iinfo(kind).max:
            given.append(np.array(given[0], kind))
            assert said(lambda kind=kind: one.step(kind(action))) == f"environment 0: {none}"
    for actions in given:
        assert said(lambda actions=actions: made.step(actions)) == f"environment 3: {none}"
        if abs(action) > 2**31:
            told = said(lambda actions=actions: trees.advance(actions))
            assert told == f"environment 3: {none}"
    for call in (one.step, env.step):
        assert said(lambda call=call: call(action)) == f"environment 0: {none}"
    assert said(lambda: one.step([action])) == f"environment 0: {none}"
    told = said(lambda: made.record(made.save(0), [0, action]))
    assert told == f"there is no action {action}"
    assert made.lengths.tolist() == [0, 0, 0, 0]
    many = tessera.Batch("commons.lua", 2)
    many.reset()
    last = f"player 7: action {action} is not in 0..{len(many.game.actions) - 1}"
    assert said(lambda: many.step([[0] * 8, [0] * 7 + [action]])) == f"environment 1: {last}"
    assert said(lambda: many.idle(1, [0] * 7 + [action])) == f"environment 1: {last}"


def test_actions_after_the_end_are_ignored_whatever_they_are():
    made = tessera.Batch("sokoban.lua", 2, autoreset="never", max_steps=1)
    made.reset(which=[True, True])
    made.step([0, 0])
    made.reset(which=[False, True])
    made.step(np.array([2**40, 0]))
    assert made.lengths.tolist() == [1, 1]


@pytest.mark.parametrize(
    ("which", "got"),
    [
        ([0], "a list of 1 (int)"),
        ([True], "a list of 1 (bool)"),
        (np.array(True), "bool []"),
        (np.ones((4, 1), bool), "bool [4, 1]"),
        (np.ones(4, np.uint8), "uint8 [4]"),
        (2, "2"),
    ],
)
def test_masks_are_not_broadcast(which, got):
    made = batch()
    made.step([0, 1, 2, 3])
    assert said(lambda: made.reset(which=which)) == f"which: expected bool [4], got {got}"
    assert made.lengths.tolist() == [1, 1, 1, 1]
    made.reset(which=[True, False, False, True])
    assert made.lengths.tolist() == [0, 1, 1, 0]
    trees = tessera.Trees(made, 9)
    assert said(lambda: trees.start(which)) == f"which: expected bool [4], got {got}"
    vector = tessera.vector("sokoban.lua", 4)
    vector.reset()
    told = said(lambda: vector.reset(options={"reset_mask": which}))
    assert told == f"reset_mask: expected bool [4], got {got}"


def test_seeds_and_levels():
    made = batch()
    for seed, got in (("x", "'x'"), ([1, 2], "a list of 2 (int)"), (1.5, "1.5")):
        assert said(lambda seed=seed: made.reset(seed)) == (
            f"seed: expected an integer, or a list of 4, got {got}"
        )
    for levels, got in (
        ([0, 1], "a list of 2 (int)"),
        (1.5, "1.5"),
        (["a"] * 4, "a list of 4 (str)"),
    ):
        assert said(lambda levels=levels: made.reset(levels=levels)) == (
            f"levels: expected an integer, or a list of 4, got {got}"
        )
    assert said(lambda: made.reset(levels=99)) == "environment 0: there is no level 99"
    made.reset(levels=[0, 1, 2, -1])
    assert [made.level(i) for i in range(3)] == [0, 1, 2]


def test_arrays_of_the_caller():
    made = batch()
    shape = list(made.masks.shape)
    for array, got in (([1], "a list of 1 (int)"), (np.zeros((4, 9), np.int8), "int8 [4, 9]")):
        told = said(lambda array=array: made.bind(masks=array))
        assert told == f"masks: expected an array of int8 {shape}, got {got}"
    turned = np.zeros(made.masks.shape, np.int8, order="F")
    fixed = np.zeros(made.masks.shape, np.int8)
    fixed.flags.writeable = False
    for array in (turned, fixed):
        told = said(lambda array=array: made.bind(masks=array))
        assert told == "masks: expected an array in C order that can be written"


def test_values_of_leaves():
    trees = tessera.Trees(batch(), 9)
    trees.select()
    assert said(lambda: trees.back("x", [1])) == "values: expected numbers [4, 1] or [4], got 'x'"
    told = said(lambda: trees.back(np.zeros(4), np.zeros((4, 3))))
    assert told == "priors: expected numbers [4, 1, 4] or [4, 4], got float64 [4, 3]"


def test_environments_that_were_not_reset():
    aec = tessera.aec("connect4.lua")
    assert said(lambda: aec.step(0)) == "call reset first"
    assert said(aec.last) == "call reset first"
    assert said(lambda: aec.observe("me")) == "there is no agent 'me', but player_0, player_1"
    assert said(lambda: tessera.env("tower").step(0)) == "call reset first"
    assert said(lambda: tessera.vector("tower", 2).step([0, 0])) == "call reset first"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("sokoban", "there is no game 'sokoban' (did you mean 'sokoban.lua'?)"),
        ("conect4", "there is no game 'conect4' (did you mean 'connect4.lua'?)"),
        ("crates", "there is no game 'crates' (did you mean 'crates.txt'?)"),
        ("towr", "there is no game 'towr' (did you mean 'tower'?); one in Lua is named by its file, "
         "such as my.lua"),
        ("sokobn.lua", "cannot open sokobn.lua: No such file or directory "
         "(did you mean 'sokoban.lua'?)"),
        ("mine", "there is no game 'mine' (did you mean 'mine.lua'?)"),
    ],
)  # fmt: skip
def test_names_that_are_none(name, told, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.lua").write_text("")
    assert said(lambda: tessera.Batch(name)) == told


LINE = """return require "tessera".game { name = "line", legend = { ["."] = "empty", ["@"] = "player" },
  map = "@.", moves = { "go" },
  %s }"""


@pytest.mark.parametrize(
    ("rest", "told"),
    [
        ("apply = function(s)\n s.nothing = 3 end", "line.lua:4: line has no field or method 'nothing'"),
        ("apply = 3", "line.lua:3:3: game 'line': apply: expected a value of type function, got 3"),
        ("rules = { { 'go', '[ player | emty ] -> [ | player ]' } }",
         "line.lua:3:33: game 'line': rule 1: there is no kind 'emty' (did you mean 'empty'?)"),
        ("apply = function() end, outcome = function() return 3 end",
         "line.lua:3: outcome must return nil or a text of 1..63 bytes, got 3"),
    ],
)  # fmt: skip
def test_errors_of_a_game_tell_file_and_line(rest, told):
    def play() -> None:
        made = tessera.Batch("line.lua", text=LINE % rest)
        made.reset()
        made.step(0)

    assert said(play) == told


def test_errors_of_other_files_tell_file_and_line(tmp_path):
    (tmp_path / "wrong.txt").write_text("####\n#@?#\n")
    for game in ("sokoban.lua", "tower"):
        with pytest.raises(tessera.Error) as raised:
            tessera.Batch(game, levels=tmp_path / "wrong.txt")
        error = raised.value
        assert error.file == str(tmp_path / "wrong.txt")
        assert str(error).startswith(f"{error.file}:{error.line}:")
    (tmp_path / "empty.txt").write_text("")
    with pytest.raises(tessera.Error, match=r"/empty\.txt has no level$"):
        tessera.Game("sokoban.lua", levels=tmp_path / "empty.txt")
    with pytest.raises(tessera.Error, match=r"^game\.txt:2:1: 'foo' has no colours"):
        tessera.Batch("game.txt", text="OBJECTS\nfoo\n")
