"""Specifies that the programs of samples/python learn, by seed and counted steps."""

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest
import tessera

SAMPLES = Path(__file__).parents[2] / "samples/python"
sys.path.insert(0, str(SAMPLES))
import boards  # noqa: E402
import curve  # noqa: E402
import imitate  # noqa: E402
import net  # noqa: E402
import ppo  # noqa: E402
import selfplay  # noqa: E402


def quiet(*_: object) -> None:
    pass


def test_ppo_finds_the_key_and_the_door():
    before, after, points = ppo.train(steps=80_000, seed=1, size=6, levels=200, say=quiet)
    assert after > before + 0.3
    assert points[-1][1] > points[0][1]


def test_the_same_seed_and_steps_learn_the_same():
    def run(seed):
        return ppo.train("sokoban", steps=8192, seed=seed, levels=50, say=quiet)

    assert run(1) == run(1)
    assert run(1) != run(2)


def test_imitation_solves_levels_that_it_never_saw():
    before, after, _ = imitate.train(rounds=4, seed=1, levels=400, parts=300, say=quiet)
    assert after > before + 0.3


def test_a_turned_board_has_a_turned_label(tmp_path):
    game = ppo.open_game("sokoban", str(tmp_path), 20, 3)
    batch = tessera.Batch(game, 20, autoreset="never")
    batch.reset(0, levels=np.arange(20))
    lessons = imitate.Lessons(game)
    assert lessons.teach(batch, np.ones(20, bool)) == 20
    assert batch.terminated.any()
    seen, labels = np.concatenate(lessons.boards), np.concatenate(lessons.labels)
    # What lies ahead of a player is the same however one looks at it.
    radius = seen.shape[2] // 2
    ahead = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}

    def faced(some, which):
        steps = np.array([ahead[game.actions[a]] for a in which]) + radius
        return some[np.arange(len(some)), :, steps[:, 0], steps[:, 1]]

    different = {imitate.turned(game, seen[:1], labels[:1], how)[0].tobytes() for how in range(8)}
    assert len(different) == 8
    for how in range(8):
        assert (faced(*imitate.turned(game, seen, labels, how)) == faced(seen, labels)).all()


def test_self_play_beats_a_random_player():
    scores = []
    for moves in (64, 12_000):
        network = selfplay.train(moves=moves, seed=2, games=64, walks=16, say=quiet)
        points = selfplay.match(network, selfplay.Random(1), 200, 2, 1)
        scores.append(sum(points) / len(points))
    assert scores[1] > scores[0] + 0.1


def test_a_match_counts_points_of_both_colours():
    class First:
        """Drops into the first column that has room."""

        def __call__(self, batch, _):
            return batch.masks.argmax(1)

    network = selfplay.new_net(1)
    points = selfplay.match(network, First(), 8, 64, 1)
    assert len(points) == 4
    assert points == [1.0] * 4


def test_the_engine_answers_in_a_match():
    engine = selfplay.Engine(50, 1)
    points = selfplay.match(selfplay.new_net(1), engine, 4, 2, 1)
    engine.close()
    assert points == [0.0, 0.0]
    assert engine.games > 20


@pytest.mark.parametrize(("name", "make"), [("rogue", boards.rooms), ("sokoban", boards.warehouse)])
def test_levels_are_solvable_and_all_different(tmp_path, name, make):
    path = boards.write(tmp_path / "levels.txt", 40, 1, make)
    game = tessera.Game(f"{name}.lua", levels=path, starts=1)
    assert game.levels == 40
    batch = tessera.Batch(game, 40)
    batch.reset(0, levels=np.arange(40))
    assert len({batch.text(i) for i in range(40)}) == 40
    assert all(len(tessera.solve(batch, i)) for i in range(40))


def test_slopes_are_those_of_the_loss():
    rng = np.random.default_rng(1)
    network = net.Net((2, 4, 5), 3, window=3, channels=4, hidden=8, seed=1)
    seen = rng.normal(size=(6, 2, 4, 5))
    network.weights = {name: w.astype(np.float64) for name, w in network.weights.items()}
    by_logits, by_values = rng.normal(size=(6, 3)), rng.normal(size=6)

    def loss():
        logits, values = network.judge(seen)
        return (logits * by_logits).sum() + (values * by_values).sum()

    found = {}
    network._descend = found.update
    loss()
    network.learn(by_logits, by_values)
    for name, weights in network.weights.items():
        place = tuple(rng.integers(weights.shape))
        kept = weights[place]
        sides = []
        for step in (1e-3, -1e-3):
            weights[place] = kept + step
            sides.append(loss())
        weights[place] = kept
        assert found[name][place] == pytest.approx((sides[0] - sides[1]) / 2e-3, rel=0.02, abs=0.02)


def test_a_curve_is_an_svg(tmp_path):
    path = tmp_path / "curve.svg"
    curve.draw(path, "points <&>", {"a": [(0, 0), (2000, 50)], "b": []}, "steps", "%", top=100)
    texts = [node.text for node in ET.parse(path).iter() if node.text and node.text.strip()]
    assert "points <&>" in texts
    assert {"0", "25", "50", "75", "100", "500", "1,000", "1,500", "2,000"} <= set(texts)
    curve.draw(path, "small", {"a": [(0.5, -1), (0.25, 0.5)]}, "x", "y")
    ET.parse(path)


def test_a_program_draws_its_curve(tmp_path):
    path = tmp_path / "curve.svg"
    command = [sys.executable, SAMPLES / "ppo.py", "sokoban", "--steps", "8192", "--svg", path]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "of 100 new levels: " in run.stdout
    assert "steps" in path.read_text()


def test_a_curve_that_cannot_be_written_is_refused_before_learning(tmp_path):
    path = tmp_path / "none" / "curve.svg"
    with pytest.raises(SystemExit, match=r"--svg: .*curve\.svg: No such file or directory"):
        curve.check(path)
    command = [sys.executable, str(SAMPLES / "ppo.py"), "--svg", str(path)]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert run.returncode == 1
    assert "No such file or directory" in run.stderr
    assert run.stdout == ""
