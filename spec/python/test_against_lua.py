"""Specifies that a batch plays as the engine in Lua does, on any actions, possible or not."""

import json
import subprocess
from pathlib import Path

import numpy as np
import pytest
import tessera
from hypothesis import given, settings
from hypothesis import strategies as st
from support import LUA, ROOT

GAMES = Path(tessera.__file__).parent / "games"

#: Answers requests, a line each: plays actions from a saved state, and tells what came of each.
ENGINE = """
package.path, package.cpath = "lua/?.lua;" .. package.path, (os.getenv "TESSERA_BUILD" or "build") .. "/?.so;" .. package.cpath
local games, json, known = require "tessera.base.games", require "dkjson", {}
local function game(path)
  if path:find "%.lua$" then
    return dofile(path)
  elseif path:find "%.txt$" then
    local file <close> = assert(io.open(path))
    return assert(require("tessera.puzzlescript").read(file:read "a"))
  end
  return require("tessera." .. path)
end
for line in io.lines() do
  local asked, answers = json.decode(line), {}
  known[asked.path] = known[asked.path] or game(asked.path)
  local state = games.find(asked.saved:match "^tessera (%S+)").load(asked.saved)
  for i, action in ipairs(asked.actions) do
    local done, _, passed = state:apply(action)
    answers[i] = { possible = done or passed or false, saved = state:save(), outcome = state:outcome() or "",
      actions = setmetatable(state:actions(), { __jsontype = "array" }) }
  end
  print(json.encode(setmetatable(answers, { __jsontype = "array" })))
  io.flush()
end
"""


@pytest.fixture(scope="module")
def engine(tmp_path_factory):
    script = tmp_path_factory.mktemp("lua") / "engine.lua"
    script.write_text(ENGINE)
    with subprocess.Popen([LUA, str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                          cwd=ROOT) as process:  # fmt: skip

        def ask(**request):
            process.stdin.write(json.dumps(request) + "\n")
            process.stdin.flush()
            return json.loads(process.stdout.readline())

        yield ask
        process.stdin.close()


BATCHES: dict[str, tessera.Batch] = {}


def opened(name: str) -> tessera.Batch:
    if name not in BATCHES:
        rest = {"starts": 4} if "." in name else {}
        BATCHES[name] = tessera.Batch(name, autoreset="never", **rest)
    return BATCHES[name]


def state_of(saved: str) -> str:
    return saved[saved.index("tessera ") :]


# Players who act together are those of test_together.py.
SAMPLES = [name for name in tessera.samples() if not tessera.Game(name).together]


@settings(max_examples=250, deadline=None, database=None, derandomize=True)
@given(name=st.sampled_from(SAMPLES), seed=st.integers(0, 2**64 - 1),
       draws=st.lists(st.tuples(st.integers(0, 10**6), st.booleans()), min_size=1, max_size=25))  # fmt: skip
def test_any_actions_do_what_they_do_in_lua(engine, name, seed, draws):
    batch = opened(name)
    batch.reset(seed)
    first, told = state_of(batch.save(0)), []
    for draw, wild in draws:
        possible = np.flatnonzero(batch.masks[0])
        if batch.terminated[0]:
            break
        among = np.arange(len(batch.game.actions)) if wild or len(possible) == 0 else possible
        action = int(among[draw % len(among)])
        batch.step(action)
        actions = {batch.game.actions[k] for k in np.flatnonzero(batch.masks[0])}
        outcome = (
            batch.game.outcomes[batch.outcomes[0]]
            if batch.outcomes[0] >= 0 and batch.game.outcomes
            else None
        )
        told.append(
            (
                batch.game.actions[action],
                not batch.illegal[0],
                state_of(batch.save(0)),
                actions,
                outcome,
            )
        )
    path = str(GAMES / name) if "." in name else name
    answers = engine(path=path, saved=first, actions=[action for action, *_ in told])
    assert len(answers) == len(told)
    for (action, possible, saved, actions, outcome), answer in zip(told, answers, strict=True):
        assert answer["saved"] == saved, action
        assert answer["possible"] == possible, action
        if answer["outcome"]:
            assert outcome in (None, answer["outcome"])
            assert not actions
        else:
            assert outcome is None
            assert actions == set(answer["actions"])
