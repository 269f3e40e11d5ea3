"""Specifies tessera.Batch: arrays in place, actions in any form, resets, texts, pictures, pickling."""

import os
import pickle
import subprocess
import threading
from pathlib import Path

import numpy as np
import pytest
import tessera
from hypothesis import given, settings
from hypothesis import strategies as st
from support import LUA, ROOT, growth

ROOM = "#####\n#@$.#\n#####"
CORRIDOR = "######\n#@$ .#\n######"


def levels(folder: Path, *boards: str) -> str:
    path = folder / "levels.txt"
    path.write_text("\n\n".join(boards) + "\n")
    return str(path)


def chosen(batch: tessera.Batch, rng: np.random.Generator) -> np.ndarray:
    return (batch.masks * rng.random(batch.masks.shape)).argmax(1)


def test_a_push_is_seen_in_the_arrays(tmp_path):
    batch = tessera.Batch("sokoban.lua", 2, levels=levels(tmp_path, ROOM), autoreset="never")
    seen = batch.observations
    batch.reset()
    assert batch.text(0) == ROOM + "\n"
    assert batch.game.actions == ("up", "down", "left", "right")
    assert batch.masks.tolist() == [[0, 0, 0, 1]] * 2
    assert batch.step(["right", "up"]) == 1
    assert batch.text(0) == "#####\n# @*#\n#####\n"
    assert batch.rewards.tolist() == [1.0, 0.0]
    assert batch.terminated.tolist() == [True, False]
    assert batch.illegal.tolist() == [False, True]
    assert batch.lengths.tolist() == [1, 1]
    assert batch.players.tolist() == [-1, 0]
    assert batch.observations is seen
    box = batch.game.planes().index("box")
    assert seen[:, box, 1].tolist() == [[0, 0, 0, 1, 0], [0, 0, 1, 0, 0]]


@pytest.mark.parametrize("form", [3, np.int64(3), np.array([3]), np.array([3], np.int32), [3],
                                  "right", ["right"], np.array([3], np.uint8)])  # fmt: skip
def test_an_action_may_have_any_form(tmp_path, form):
    batch = tessera.Batch("sokoban.lua", levels=levels(tmp_path, ROOM), autoreset="never")
    batch.reset()
    assert batch.step(form) == 1


@pytest.mark.parametrize(("form", "error"), [
    (4, tessera.Error), (-1, tessera.Error), (2**40, tessera.Error), (np.array([2**40]), tessera.Error),
    (1.0, ValueError), ([0, 0], ValueError), ("jump", ValueError), (np.zeros((1, 1, 2)), ValueError),
])  # fmt: skip
def test_what_is_no_action_is_refused_and_moves_nothing(tmp_path, form, error):
    batch = tessera.Batch("sokoban.lua", levels=levels(tmp_path, ROOM), autoreset="never")
    batch.reset()
    with pytest.raises(error):
        batch.step(form)
    assert batch.text(0) == ROOM + "\n"


def test_errors_say_where(tmp_path):
    path = tmp_path / f"{'long' * 15}.lua"
    path.write_text("local tessera = require 'tessera'\nreturn tessera.game {\n")
    with pytest.raises(tessera.Error) as caught:
        tessera.Game(path)
    assert caught.value.file == str(path)
    assert caught.value.line in (2, 3)
    assert str(caught.value).startswith(f"{path}:{caught.value.line}: ")
    with pytest.raises(tessera.Error, match="did you mean|no game|named by its file"):
        tessera.Game("towr")


@pytest.mark.parametrize("option", ["observation", "observer", "masks", "autoreset", "illegal"])
def test_words_that_are_none_are_refused(option):
    with pytest.raises(ValueError, match=f"{option} is 'nonsense', not one of"):
        tessera.Batch("tower", **{option: "nonsense"})


@pytest.mark.parametrize("name", ["connect4.lua", "mines.lua", "snakes.lua"])
def test_sampled_actions_are_possible_and_the_same_by_the_same_number(name):
    batch = tessera.Batch(name, 50, autoreset="same_step")
    batch.reset(1)
    for k in range(50):
        actions = batch.sample(k)
        assert actions is batch.actions
        possible = np.take_along_axis(batch.masks, actions[..., None], -1)[..., 0]
        assert (possible | ~batch.masks.any(-1)).all()
        before = actions.copy()
        assert (batch.sample(k) == before).all()
        assert (batch.sample(k - 2**64) == before).all()
        assert (batch.sample(k + 1) != before).any()
        batch.step()


def test_sampled_actions_are_equally_likely_in_each_environment():
    batch = tessera.Batch("connect4.lua", 3, autoreset="never")
    batch.reset()
    batch.step([0, 0, 0])
    batch.masks[1, [0, 6]] = 0
    counts = np.zeros((3, 7), int)
    together = 0
    for k in range(7000):
        actions = batch.sample(k)
        counts[range(3), actions] += 1
        together += int(actions[0] == actions[2])
    assert (counts[1, [0, 6]] == 0).all()
    assert np.abs(counts[[0, 2]] - 1000).max() < 150
    assert np.abs(counts[1, 1:6] - 1400).max() < 170
    assert abs(together - 1000) < 150


def test_without_masks_nothing_is_sampled():
    with pytest.raises(ValueError, match="no masks to sample"):
        tessera.Batch("connect4.lua", masks=None).sample(1)
    batch = tessera.Batch("connect4.lua")
    with pytest.raises(TypeError):
        batch.sample("seed")
    batch.close()
    with pytest.raises(ValueError, match="closed"):
        batch.sample(1)


def test_own_arrays_are_written(tmp_path):
    batch = tessera.Batch("sokoban.lua", 2, levels=levels(tmp_path, ROOM))
    mine = np.zeros((2, 5, 3, 5), np.uint8)
    batch.bind(observations=mine)
    batch.reset()
    assert batch.observations is mine
    assert mine.sum() == 2 * (3 * 5 + 2)
    for wrong in (np.zeros((2, 5, 3, 4), np.uint8), np.zeros((2, 5, 3, 5), np.float32)):
        with pytest.raises(ValueError, match="observations: expected an array of uint8"):
            batch.bind(observations=wrong)
    with pytest.raises((ValueError, BufferError)):
        batch.bind(observations=np.zeros((2, 5, 5, 3), np.uint8).transpose(0, 1, 3, 2))
    fixed = np.zeros((2, 5, 3, 5), np.uint8)
    fixed.flags.writeable = False
    with pytest.raises((ValueError, BufferError)):
        batch.bind(observations=fixed)
    with pytest.raises(ValueError, match="no array"):
        batch.bind(nonsense=mine)


def test_resets_by_seed_by_level_and_of_some(tmp_path):
    batch = tessera.Batch("sokoban.lua", 8, levels=levels(tmp_path, ROOM, CORRIDOR))
    batch.reset(7)
    drawn = [batch.level(i) for i in range(8)]
    assert set(drawn) == {0, 1}
    for i, level in enumerate(drawn):
        one = tessera.Batch("sokoban.lua", levels=levels(tmp_path, ROOM, CORRIDOR))
        one.reset(7 + i)
        assert one.level(0) == level
    batch.reset(levels=1)
    assert [batch.level(i) for i in range(8)] == [1] * 8
    batch.reset(levels=0, which=[True] + [False] * 7)
    assert [batch.level(i) for i in range(8)] == [0] + [1] * 7
    with pytest.raises(tessera.Error, match="there is no level 2"):
        batch.reset(levels=2)


@pytest.mark.parametrize("name", ["2048.lua", "connect4.lua", "mines.lua", "crates.txt", "trios.txt",
                                  "samegame", "horizontally"])  # fmt: skip
def test_a_pickled_batch_goes_on_alike(name):
    rng = np.random.default_rng(1)
    batch = tessera.Batch(name, 3, autoreset="same_step", all_players=True)
    batch.reset(5)
    for _ in range(9):
        batch.step(chosen(batch, rng))
    other = pickle.loads(pickle.dumps(batch))
    for _ in range(12):
        for array in ("observations", "masks", "rewards", "sums", "terminated", "truncated",
                      "players", "outcomes", "lengths"):  # fmt: skip
            assert np.array_equal(getattr(batch, array), getattr(other, array)), array
        actions = chosen(batch, rng)
        batch.step(actions)
        other.step(actions)


def test_a_position_is_saved_loaded_and_copied():
    batch = tessera.Batch("2048.lua", 2, autoreset="never")
    batch.reset(3)
    batch.copy(1, batch, 0)
    batch.look()
    assert batch.hash(0) == batch.hash(1)
    kept = batch.save(0)
    batch.step([0, 1])
    batch.load(0, kept)
    assert batch.save(0) == kept
    with pytest.raises(tessera.Error):
        batch.load(0, "nonsense")
    for wrong in (-1, 2, 2**40):
        with pytest.raises(IndexError):
            batch.text(wrong)
    with pytest.raises(ValueError, match="two games"):
        batch.copy(0, tessera.Batch("2048.lua"), 0)


def test_pictures_and_solutions(tmp_path):
    batch = tessera.Batch("sokoban.lua", levels=levels(tmp_path, CORRIDOR), autoreset="never")
    batch.reset()
    picture = batch.picture(0, 4)
    assert (picture.shape, picture.dtype) == ((12, 24, 3), np.uint8)
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 3
    assert tessera.solve(batch, optimal=True).tolist() == [3, 3]
    report = tessera.report(batch)
    assert (report.solvable, report.length, report.solutions) == (True, 2, 1)
    for action in tessera.solve(batch):
        batch.step(int(action))
    assert batch.terminated[0]
    stuck = tessera.Batch("sokoban.lua", levels=levels(tmp_path, "#####\n#$@.#\n#####"))
    stuck.reset()
    assert tessera.report(stuck).solvable is False
    with pytest.raises(tessera.Error, match="there is no solution"):
        tessera.solve(stuck)


@pytest.mark.parametrize("name", ["connect4.lua", "2048.lua", "crates.txt", "tower"])
def test_numbers_do_not_depend_on_threads(name):
    batches = [tessera.Batch(name, 50, threads=n, autoreset="same_step") for n in (1, 2)]
    rng = np.random.default_rng(2)
    for batch in batches:
        batch.reset(9)
    for _ in range(40):
        actions = chosen(batches[0], rng)
        for batch in batches:
            batch.step(actions)
        assert np.array_equal(batches[0].observations, batches[1].observations)
        assert np.array_equal(batches[0].rewards, batches[1].rewards)


def test_python_threads_wait_for_each_other():
    game = tessera.Game("mines.lua")
    batches = [tessera.Batch(game, 4, masks=None, autoreset="same_step") for _ in range(4)]
    failed = []

    def play(batch: tessera.Batch) -> None:
        try:
            batch.reset(1)
            for k in range(60):
                batch.step(np.full(4, k))
        except Exception as error:
            failed.append(error)

    threads = [threading.Thread(target=play, args=[batch]) for batch in batches]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    assert {batch.hash(3) for batch in batches} == {batches[0].hash(3)}


def test_a_forked_process_is_told_that_it_has_no_threads():
    batch = tessera.Batch("tower", 64, threads=2)
    batch.reset()
    child = os.fork()
    if child == 0:
        try:
            batch.look()
        except RuntimeError:
            batch.close()
            os._exit(7)
        os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    batch.look()


def test_closed_batches_say_so_and_keep_their_arrays():
    batch = tessera.Batch("tower")
    batch.reset()
    batch.close()
    batch.close()
    for call in (batch.look, lambda: batch.step(0), batch.reset, lambda: batch.save(0)):
        with pytest.raises(ValueError, match="closed"):
            call()
    assert batch.observations.any()


def test_nothing_leaks():
    def use() -> None:
        batch = tessera.Batch("connect4.lua", 64)
        batch.mine = batch.game.mine = batch  # a circle
        batch.reset()
        for _ in range(20):
            batch.step(np.zeros(64, np.int64))
            batch.picture(0)
            pickle.loads(pickle.dumps(batch)).save(3)

    assert growth(use) < 3_000_000


@settings(max_examples=12, deadline=None, database=None, derandomize=True)
@given(name=st.sampled_from(["sokoban", "peg", "connect4", "2048", "othello"]),
       draws=st.lists(st.integers(0, 1000), min_size=1, max_size=40))  # fmt: skip
def test_it_plays_as_the_command_does(name, draws):
    game = tessera.Game(f"{name}.lua")
    batch = tessera.Batch(game, autoreset="never", level=0)
    batch.reset(0)
    first, played = batch.text(0), []
    for draw in draws:
        possible = np.flatnonzero(batch.masks[0])
        if batch.terminated[0] or len(possible) == 0 or (game.chance and played):
            break
        played.append(int(possible[draw % len(possible)]))
        before = batch.text(0)
        batch.step(played[-1])
        assert not batch.illegal[0]
        assert batch.text(0) != before or name == "othello"
    if game.chance or not played:
        return
    given_text = first + "\n" + ", ".join(game.actions[a] for a in played) + "\n"
    out = subprocess.run([LUA, "run.lua", f"samples/games/{name}.lua"], input=given_text,
                         capture_output=True, text=True, cwd=ROOT, check=False)  # fmt: skip
    assert (out.stderr, out.returncode) == ("", 0)
    assert out.stdout.startswith(batch.text(0))
