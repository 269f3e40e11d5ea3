"""Specifies samples/python/ppo.py with torch: the network is that in numpy. Debian's torch is asked.

Its Python has a numpy of its own, so programs run there, with nothing else of this environment than
tessera.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import tessera

SAMPLES = Path(__file__).parents[2] / "samples/python"
SYSTEM = "/usr/bin/python3"

SAME = """
import net, net_torch, numpy as np
rng = np.random.default_rng(1)
one, other = (module.Net((3, 4, 5), 6, hidden=16, seed=2) for module in (net, net_torch))
for _ in range(20):
    boards = rng.integers(0, 2, (32, 3, 4, 5)).astype(np.uint8)
    by_logits, by_values = rng.normal(size=(32, 6)) / 32, rng.normal(size=32) / 32
    for mine, theirs in zip(one.judge(boards), other.judge(boards), strict=True):
        assert np.abs(mine - theirs).max() < 1e-3
    one.learn(by_logits, by_values)
    other.learn(by_logits, by_values)
moved = net.Net((3, 4, 5), 6, hidden=16, seed=2).weights["hidden"] - one.weights["hidden"]
assert np.abs(moved).max() > 0.01
"""

RUNS = """
import ppo
said = []
ppo.train(steps=8192, seed=1, size=6, levels=20, max_steps=20, say=said.append,
          make=ppo.network_in_torch())
assert "after 8,192 steps" in said[-1]
"""


@pytest.fixture(scope="module")
def debian(tmp_path_factory):
    has = [shutil.which(SYSTEM), "-c", "import torch, numpy"]
    if has[0] is None or subprocess.run(has, capture_output=True, check=False).returncode != 0:
        pytest.skip("Debian's python3-torch is not installed")
    folder = tmp_path_factory.mktemp("only")
    (folder / "tessera").symlink_to(Path(tessera.__file__).parent)
    paths = os.pathsep.join(map(str, (folder, SAMPLES)))

    def run(program):
        subprocess.run([SYSTEM, "-c", program], env={"PYTHONPATH": paths}, check=True)

    return run


def test_the_network_in_torch_is_that_in_numpy(debian):
    debian(SAME)


def test_ppo_runs_with_torch(debian):
    debian(RUNS)


def test_without_torch_one_line_says_what_is_missing():
    program = "import sys, runpy; sys.modules['torch'] = None; sys.argv[1:] = ['--torch']; " \
              "runpy.run_path('ppo.py', run_name='__main__')"  # fmt: skip
    run = subprocess.run([sys.executable, "-c", program], cwd=SAMPLES, capture_output=True, text=True,
                         env={**os.environ, "PYTHONPATH": str(SAMPLES)}, check=False)  # fmt: skip
    assert run.returncode == 1
    assert run.stderr.startswith("ppo.py: --torch needs torch, such as Debian's python3-torch: ")
    assert run.stderr.count("\n") == 1
