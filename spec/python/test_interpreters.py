"""Specifies what a second interpreter of a process may do, and a second import."""

import subprocess
import sys

import pytest

# Python 3.11 has them by one name, 3.13 by another; those meant here share one lock.
NAMES = ("_xxsubinterpreters", "create()") if sys.version_info < (3, 13) else (
    "_interpreters", "create('legacy')")  # fmt: skip

# Runs programs in interpreters of their own, in turn, and prints what became of each.
HOST = """
import sys, tessera, {0} as interpreters
batch = tessera.Batch("tower")
batch.reset(1)
before = batch.hash(0)
for program in sys.argv[1:]:
    one = interpreters.{1}
    try:
        failed = interpreters.run_string(one, program.replace("PATH", repr(tessera._core.__file__)))
        print(failed.formatted if failed else "done")
    except Exception as error:
        print(error)
    interpreters.destroy(one)
batch.reset(1)
assert batch.hash(0) == before
"""

# Loads the compiled module without the package, which needs numpy, and plays.
ALONE = """
import importlib.machinery, importlib.util
loader = importlib.machinery.ExtensionFileLoader("tessera._core", PATH)
core = importlib.util.module_from_spec(importlib.util.spec_from_loader("tessera._core", loader))
loader.exec_module(core)
game = core.Game("tower")
batch = core.Batch(game, 1, 1, 0, -1, 0, 0, 0, 0, 0.0, 1.0, 0.0, False, 0, 1)
batch._reset()
before = batch.hash(0)
batch.step(core.Game._action_index(game, game._actions[0]))
assert batch.save(0)
try:
    batch.load(0, "no position")
except core.Error:
    pass
else:
    raise AssertionError
"""


@pytest.fixture
def host():
    pytest.importorskip(NAMES[0])

    def run(*programs):
        command = [sys.executable, "-X", "faulthandler", "-c", HOST.format(*NAMES), *programs]
        ran = subprocess.run(command, capture_output=True, text=True, check=True)
        return [line for line in ran.stdout.splitlines() if line]

    return run


def test_the_package_in_a_second_interpreter_is_an_error_and_the_first_goes_on(host):
    told = host("import tessera", "import tessera")
    assert len(told) == 2
    assert all("ImportError" in line and "more than once per process" in line for line in told)


def test_the_compiled_module_plays_in_each_interpreter(host):
    assert host(ALONE, ALONE) == ["done", "done"]


def test_a_second_import_in_one_interpreter_has_games_of_its_own():
    program = """if 1:
        import sys, tessera
        batch = tessera.Batch("tower")
        batch.reset(1)
        for name in [name for name in sys.modules if name.split(".")[0] == "tessera"]:
            del sys.modules[name]
        import tessera as again
        assert again.Batch is not tessera.Batch
        other = again.Batch("tower")
        other.reset(1)
        assert other.hash(0) == batch.hash(0)
        try:
            again.Trees(batch, nodes=10)
        except TypeError as error:
            print(error)
    """
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ran.stdout == "batch is a Batch, not a tessera.Batch\n"
