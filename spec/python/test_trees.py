"""Specifies tessera.Trees: what trees find in Lua they find here, in arrays; wrong use raises."""

import copy
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import tessera
from support import LUA, ROOT, growth

WIN = ".......\n.......\n.......\n.......\nooo....\nxxx....\n"
EMPTY = ("." * 7 + "\n") * 6

#: Plays as `searched` does, by the batches of Lua; prints visits and means of each turn.
IN_LUA = """
package.path = "lua/?.lua;" .. package.path
package.cpath = os.getenv "TESSERA_BUILD" .. "/?.so;" .. package.cpath
local batch, trees = require "tessera.batch", require "tessera.trees"
local file, count, leaves, seed, noise = arg[1], math.tointeger(arg[2]), math.tointeger(arg[3]), math.tointeger(arg[4]), tonumber(arg[5])
local many = batch.new(file:find "%.lua$" and dofile(file) or file,
  { count = count, levels = { arg[6] }, level = 1, seed = seed, autoreset = "never", observation = "planes" })
many:reset()
local found = trees.new(many, { nodes = 60, leaves = leaves, seed = seed, noise = noise, discount = tonumber(arg[7]) })
local actions = #many:actions()
for _ = 1, 3 do
  for _ = 1, 25 do
    found:select()
    local values, priors, players, seen = {}, {}, found:players(), found:observations()
    local each = #seen // (count * leaves)
    for k = 1, count * leaves do
      local sum = 0
      for i = 1, each do
        sum = (sum * 31 + seen:byte((k - 1) * each + i)) % 65521
      end
      values[k] = players[k] > 0 and (sum % 201 - 100) / 128 or 0
      for i = 1, actions do
        priors[#priors + 1] = players[k] > 0 and (1 + (sum + (i - 1) * 7) % 16) / 16 or 0
      end
    end
    found:back(values, priors)
  end
  local visits, means, chosen = found:visits(), found:means(), {}
  for i = 1, count do
    local best = 1
    for k = 1, actions do
      local at = (i - 1) * actions
      io.write(("%d/%.4f "):format(visits[at + k], means[at + k]))
      best = visits[at + k] > visits[at + best] and k or best
    end
    chosen[i] = best
  end
  print()
  many:step(chosen)
  found:advance(chosen)
end
"""


def position(folder: Path, board: str) -> str:
    path = folder / "level.txt"
    path.write_text(board)
    return str(path)


def judged(boards: np.ndarray, actions: int) -> tuple[np.ndarray, np.ndarray]:
    sums = np.zeros(len(boards), np.int64)
    for column in boards.reshape(len(boards), -1).T:
        sums = (sums * 31 + column) % 65521
    return (sums % 201 - 100) / 128, (1 + (sums[:, None] + np.arange(actions) * 7) % 16) / 16


def searched(batch: tessera.Batch, trees: tessera.Trees) -> str:
    lines = []
    for _ in range(3):
        for _ in range(25):
            boards, _ = trees.select()
            trees.back(*judged(boards, len(batch.game.actions)))
        trees.look()
        told = zip(trees.visits.flat, trees.means.flat, strict=True)
        lines.append("".join(f"{n}/{mean:.4f} " for n, mean in told) + "\n")
        batch.step(trees.visits.argmax(1))
        trees.advance()
    return "".join(lines)


@pytest.mark.parametrize(("name", "board", "given"), [
    ("samples/games/connect4.lua", EMPTY, {"leaves": 1, "seed": 1, "noise": 0.25, "discount": 1.0}),
    ("samples/games/connect4.lua", EMPTY, {"leaves": 5, "seed": 2, "noise": 0.0, "discount": 1.0}),
    ("samples/games/sokoban.lua", "#######\n#@ $ .#\n#     #\n#######\n",
     {"leaves": 2, "seed": 3, "noise": 0.0, "discount": 0.9}),
    ("samples/games/2048.lua", "2..2\n....\n.4..\n....\n", {"leaves": 3, "seed": 4, "noise": 0.1, "discount": 0.97}),
    ("samegame", "1123\n1223\n3121\n2213\n", {"leaves": 2, "seed": 5, "noise": 0.0, "discount": 1.0}),
])  # fmt: skip
def test_trees_find_what_they_find_in_lua(tmp_path, name, board, given):
    path = ROOT / name if name.endswith(".lua") else name
    levels, seed = position(tmp_path, board), given["seed"]
    batch = tessera.Batch(path, 2, levels=levels, seed=seed, autoreset="never")
    batch.reset()
    trees = tessera.Trees(batch, 60, **given)
    arguments = [
        name,
        2,
        given["leaves"],
        seed,
        given["noise"],
        board.strip(),
        given["discount"],
    ]
    out = subprocess.run([LUA, "-", *map(str, arguments)], input=IN_LUA, capture_output=True, text=True,
                         cwd=ROOT, check=False)  # fmt: skip
    assert out.stderr == ""
    assert out.stdout.count("\n") == 3
    assert searched(batch, trees) == out.stdout


def test_a_win_is_found_in_the_arrays(tmp_path):
    batch = tessera.Batch("connect4.lua", levels=position(tmp_path, WIN), autoreset="never")
    batch.reset()
    trees = tessera.Trees(batch, nodes=400)
    arrays = {name: getattr(trees, name) for name in ("observations", "masks", "players", "visits", "policies",
                                                      "means", "values")}  # fmt: skip
    shapes = {name: (array.dtype.name, array.shape) for name, array in arrays.items()}
    assert shapes == {"observations": ("uint8", (1, 1, 4, 6, 7)), "masks": ("int8", (1, 1, 7)),
                      "players": ("int32", (1, 1)), "visits": ("int32", (1, 7)), "policies": ("float32", (1, 7)),
                      "means": ("float32", (1, 7)), "values": ("float32", (1,))}  # fmt: skip
    assert (trees.players.tolist(), trees.found) == ([[-1]], 0)
    boards, masks = trees.select()
    assert (trees.players.tolist(), trees.found) == ([[0]], 1)
    assert boards.base is not None
    assert np.shares_memory(boards, trees.observations)
    assert np.array_equal(boards, batch.observations)
    assert np.array_equal(masks, batch.masks)
    trees.back([0], [[1] * 7])
    for _ in range(299):
        trees.select()
        trees.back(np.zeros((1, 1), np.float32), np.ones((1, 1, 7), np.float32))
    policies, values = trees.look()
    assert trees.visits.tolist() == [[3, 3, 3, 281, 3, 3, 3]]
    assert policies is trees.policies
    assert policies.argmax() == 3
    assert abs(policies.sum() - 1) < 1e-6
    assert values is trees.values
    assert values[0] > 0.9
    assert trees.means[0, 3] == 1
    for name, array in arrays.items():
        assert getattr(trees, name) is array


@pytest.mark.parametrize("name", ["connect4.lua", "2048.lua", "crates.txt", "tower"])
def test_numbers_do_not_depend_on_threads_nor_on_the_form_of_judgements(name):
    told = []
    for threads in (1, 2):
        batch = tessera.Batch(name, 9, threads=threads, autoreset="never", seed=5)
        batch.reset()
        trees = tessera.Trees(batch, 40, leaves=3, seed=5, noise=0.25)
        told.append(searched(batch, trees))
    assert told[0] == told[1]
    assert told[0].count("\n") == 3


def test_trees_go_on_below_what_was_played_or_begin_anew(tmp_path):
    batch = tessera.Batch("connect4.lua", 2, levels=position(tmp_path, EMPTY), autoreset="never")
    batch.reset()
    trees = tessera.Trees(batch, 200)

    def search(times: int) -> np.ndarray:
        for _ in range(times):
            trees.select()
            trees.back(np.zeros(2), np.ones((2, 7)))
        trees.look()
        return trees.visits.sum(1)

    assert search(50).tolist() == [49, 49]
    batch.step([3, 3])
    kept = trees.visits[:, 3].copy()
    trees.advance()
    assert search(0).tolist() == (kept - 1).tolist()
    search(30)
    batch.step(["drop 4", "drop 1"])
    trees.advance(["drop 4", "drop 2"])  # the second one is not where its environment is
    assert (search(0) > 0).tolist() == [True, False]
    search(10)
    trees.start([True, False])
    assert (search(0) > 0).tolist() == [False, True]
    trees.start()
    assert search(0).tolist() == [0, 0]
    assert not trees.policies.any()


def test_values_of_three_players_are_one_for_each(tmp_path):
    path = tmp_path / "three.lua"
    path.write_text("""return require("tessera").game { name = "three", players = 3, map = "...",
      pieces = { "red", "yellow", "gem" }, moves = { "put <column>" },
      legend = { ["."] = "empty", r = "red", y = "yellow", g = "gem" },
      rules = { { "put <column>", "[ empty ] -> [ mine ]" } }, ends = { { "Full", "no empty" } } }""")
    batch = tessera.Batch(path, 2)
    batch.reset()
    trees = tessera.Trees(batch, 9, leaves=2)
    trees.select()
    with pytest.raises(ValueError, match=r"values: expected numbers \[2, 2, 3\] or \[4, 3\], got "):
        trees.back(np.zeros(4), np.ones((4, 3)))
    trees.back([[0.25, 0.5, 0.75]] * 4, np.ones((4, 3)))
    assert trees.look()[1].tolist() == [0.25, 0.25]


def test_full_trees_find_no_leaves_and_take_no_notice():
    batch = tessera.Batch("connect4.lua", 3, observation=None, masks=None)
    batch.reset()
    trees = tessera.Trees(batch, 4, leaves=2)
    masks = None
    for _ in range(6):
        boards, masks = trees.select()
        assert boards is None
        assert (trees.players >= 0).sum() == trees.found
        trees.back(np.where(trees.players < 0, np.nan, 0.5), np.ones((6, 7)))
    assert trees.found == 0
    assert masks.tolist() == [[1] * 7] * 6
    trees.look()
    assert trees.visits.sum(1).tolist() == [3, 3, 3]


def made(**options):
    batch = tessera.Batch("connect4.lua", 2)
    batch.reset()
    return tessera.Trees(batch, **{"nodes": 20, **options})


@pytest.mark.parametrize(("options", "text"), [
    ({"nodes": 1}, "nodes is 1, not in 2 to 2147483647"), ({"nodes": 2**40}, "nodes is 1099511627776, not in"),
    ({"edges": 0}, "edges is 0, not in 1 to"), ({"leaves": 0}, "leaves is 0, not in 1 to"),
    ({"exploration": 0}, "exploration is 0, not in 1e-06 to 1000000"),
    ({"noise": 1.5}, "noise is 1.5, not in 0 to 1"), ({"noise": float("nan")}, "noise is nan, not in 0 to 1"),
    ({"alpha": 0}, "alpha is 0, not in 0.001 to 1000000"), ({"discount": 0}, "discount is 0, not in 1e-06 to 1"),
    ({"nodes": 2**31 - 1}, "so many environments have no room for so many nodes"),
])  # fmt: skip
def test_numbers_out_of_range_are_refused(options, text):
    with pytest.raises(ValueError, match=text):
        made(**options)


def test_wrong_use_is_told_and_changes_nothing():
    trees = made(leaves=2, seed=-1)
    ones = np.ones((2, 2, 7))
    with pytest.raises(TypeError, match="batch is a str, not a tessera.Batch"):
        tessera.Trees("connect4.lua", 20)
    with pytest.raises(TypeError, match="integer"):
        made(nodes=20.5)
    assert trees.found == 0
    trees.select()
    for call in (trees.select, trees.advance, lambda: trees.advance([0, 0])):
        with pytest.raises(tessera.Error, match="the leaves of the last select are not judged yet"):
            call()
    for values, priors, text in (
        (np.zeros(3), ones, r"values: expected numbers \[2, 2\] or \[4\], got float64 \[3\]"),
        (
            np.zeros(4),
            ones.transpose(2, 0, 1),
            r"priors: expected numbers \[2, 2, 7\] or \[4, 7\], got float\d+ \[7, 2, 2\]",
        ),
        (np.zeros(4), None, "priors: expected numbers"),
        ("high", ones, "values: expected numbers"),
        ([np.inf, 0, 0, 0], ones, "value 0 is no finite number"),
        ([1e38, 0, 0, 0], ones, "value 0 is not in -1000000..1000000"),
        (np.zeros(4), ones * np.nan, "the prior of action 0 of leaf 0 is no finite number"),
        (np.zeros(4), -ones, "the prior of action 0 of leaf 0 is negative: priors are"),
    ):
        with pytest.raises((ValueError, TypeError), match=text):
            trees.back(values, priors)
    trees.back(np.zeros(4), ones)
    for actions in ([1], ["jump", "drop 1"], [0.5, 0.5], 3):
        with pytest.raises(ValueError, match="actions: expected 2 |no action 'jump'"):
            trees.advance(actions)
    with pytest.raises(ValueError, match=r"which: expected bool \[2\], got "):
        trees.start([True, False, True])
    with pytest.raises(ValueError, match="no array 'nonsense'"):
        trees.bind(nonsense=np.zeros(2))
    with pytest.raises(ValueError, match="masks: expected an array of int8"):
        trees.bind(masks=np.zeros((2, 2, 7), np.uint16))
    for way in (pickle.dumps, copy.deepcopy):
        with pytest.raises(TypeError, match="trees do not pickle"):
            way(trees)
    mine = np.zeros((2, 2, 7), np.int8)
    trees.bind(masks=mine)
    assert np.shares_memory(trees.select()[1], mine)
    assert mine.any()
    trees.batch.close()
    for call in (
        trees.select,
        trees.look,
        trees.advance,
        trees.start,
        lambda: trees.back(np.zeros(4), ones),
    ):
        with pytest.raises(ValueError, match="the batch is closed"):
            call()


def test_a_rule_that_raises_ends_a_call(tmp_path):
    path = tmp_path / "line.lua"
    path.write_text("""return require "tessera".game { name = "line", legend = { ["."] = "empty",
      ["@"] = "player" }, map = "@.", moves = { "go" }, actions = function(_, add) add "go" end,
      apply = function()
        error "oh" end }""")
    batch = tessera.Batch(path)
    batch.reset()
    trees = tessera.Trees(batch, 9)
    trees.select()
    trees.back([0], [[1]])
    with pytest.raises(tessera.Error, match="oh") as caught:
        trees.select()
    assert (caught.value.file, caught.value.line, caught.value.rule) == (str(path), 4, "apply")


def test_nothing_leaks():
    def use() -> None:
        trees = made(nodes=2000)
        trees.batch.mine = trees.mine = trees  # a circle
        other = tessera.Trees(trees.batch, 2000)
        for one in (trees, other):
            one.select()
            one.back(np.zeros(2), np.ones((2, 7)))
        trees.batch.step([0, 0])
        other.advance()

    assert growth(use) < 1_000_000


def test_refused_arrays_are_let_go():
    trees = made(leaves=2)
    batch, core = trees.batch, tessera._core
    right, wrong, ones = (
        np.zeros(4, np.float32),
        np.zeros(3, np.float32),
        np.ones((2, 2, 7), np.float32),
    )
    calls = {
        "values": lambda: core.Trees._back(trees, wrong, ones),
        "priors": lambda: core.Trees._back(trees, right, wrong),
        "no number": lambda: core.Trees._back(trees, right + np.inf, ones),
        "masks": lambda: core.Trees._bind(trees, "masks", wrong),
        "start": lambda: core.Trees._start(trees, wrong),
        "advance": lambda: trees.advance(wrong),
        "step": lambda: batch.step(wrong),
        "reset": lambda: core.Batch._reset(batch, wrong, None, None),
        "rewards": lambda: core.Batch._bind(batch, "rewards", ones),
        "record": lambda: batch.record(batch.save(0), [99]),
    }
    for name, call in calls.items():
        trees.start()
        trees.select()
        before = [sys.getrefcount(array) for array in (right, wrong, ones)]
        for _ in range(20):
            with pytest.raises((ValueError, BufferError)):
                call()
        assert [sys.getrefcount(array) for array in (right, wrong, ones)] == before, name
    assert trees.found == 2
    trees.back(right, ones)
