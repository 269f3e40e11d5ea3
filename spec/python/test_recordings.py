"""Specifies recordings: what an environment has played is played again by the command and by a page."""

import json
import subprocess
from pathlib import Path

import numpy as np
import pytest
import tessera
from support import LUA, ROOT

GAMES = Path(tessera.__file__).parent / "games"


def replayed(text: str, folder: Path, game: str) -> str:
    path, page = folder / "episode.play", folder / "page.html"
    path.write_text(text)
    given = ["--game", str(GAMES / game)] if "." in game else []
    out = subprocess.run([LUA, "run.lua", "replay", str(path), "--html", str(page), *given], capture_output=True,
                         text=True, cwd=ROOT, check=False)  # fmt: skip
    assert (out.stdout, out.stderr, out.returncode) == ("", "", 0)
    return page.read_text()


def played(env, steps: int, rng: np.random.Generator) -> int:
    _, info = env.reset(seed=int(rng.integers(100)))
    for k in range(steps):
        mask = info["action_mask"] if rng.random() < 0.8 or k == 0 else None
        if mask is not None and not mask.any():
            return k
        *_, over, cut, info = env.step(env.action_space.sample(mask))
        if over or cut:
            return k + 1
    return steps


def opened(text: str, game: str) -> dict:
    """Open a game and a recording as the playground does."""
    load = {"source": (GAMES / game).read_text(), "path": game} if "." in game else {"game": game}
    levels = GAMES / "levels" / f"{Path(game).stem}.txt"
    if levels.exists():
        load["levels"] = levels.read_text()
    asked = [
        {"call": "load", **load},
        {"call": "replay", "text": text},
        {"call": "show", "step": 1},
    ]
    out = subprocess.run([LUA, "spec/support/page_host.lua"], input="".join(json.dumps(a) + "\n" for a in asked),
                         capture_output=True, text=True, cwd=ROOT, check=False)  # fmt: skip
    answers = [json.loads(line) for line in out.stdout.splitlines()]
    answers = [answer for answer in answers if "post" not in answer]
    assert [answer.get("error") for answer in answers] == [None] * 3
    return answers[1]["result"]


CASES = [
    "sokoban.lua",
    "2048.lua",
    "mines.lua",
    "boulder.lua",
    "crates.txt",
    "trios.txt",
    "samegame",
    "tower",
]


@pytest.mark.parametrize("name", CASES)
def test_an_episode_is_replayed_by_the_command_and_by_a_page(tmp_path, name):
    rng = np.random.default_rng(4)
    env = tessera.env(name, record=True, illegal="refuse")
    env.action_space.seed(4)
    played(env, 5, rng)
    steps = played(env, 12, rng)
    text, last = env.recording(), env.batch.save(0)
    assert text.count("\n> ") == steps > 0
    states = text.split("\ntessera ")[1:]
    assert ("tessera " + states[-1].split("\n> ")[0]).removesuffix("end\n").strip() == last[
        last.index("tessera ") :
    ].strip()
    assert replayed(text, tmp_path, name).startswith("<!doctype html>")
    assert opened(text, name)["count"] == steps
    assert env.recording() == text


def test_a_game_of_two_and_a_batch_are_recorded(tmp_path):
    aec = tessera.aec("connect4.lua", record=True)
    aec.reset(seed=1)
    batch = tessera.Batch("connect4.lua", 2, autoreset="never", all_players=True)
    batch.reset(1)
    first = batch.save(0)
    for column in (0, 1, 0, 1, 0, 1, 0):
        aec.step(column)
        batch.step([column, 6])
    aec.step(None)
    text = aec.recording()
    assert text.endswith("> drop 1\n< ok: Red wins\n" + text[text.rindex("tessera connect4 1") :])
    assert batch.record(first, ["drop 1", "drop 2", 0, 1, 0, 1, 0]) == text
    assert "< no: " in batch.record(first, [6] * 7)
    assert batch.record(first, []).endswith("\nend\n")
    assert opened(text, "connect4.lua")["count"] == 7
    replayed(text, tmp_path, "connect4.lua")
    for actions, error, says in (([7], tessera.Error, "there is no action 7"), (["jump"], ValueError, "no action 'jump'"),
                                 ([0.5, None], ValueError, "integers or texts")):  # fmt: skip
        with pytest.raises(error, match=says):
            batch.record(first, actions)
    with pytest.raises(tessera.Error, match="line 1"):
        batch.record("nonsense", [])


def test_what_was_not_kept_cannot_be_recorded():
    for env in (tessera.env("tower"), tessera.aec("tower")):
        env.reset(seed=1)
        with pytest.raises(ValueError, match="make the environment with record=True"):
            env.recording()
    with pytest.raises(ValueError, match="before the first reset"):
        tessera.env("tower", record=True).recording()
