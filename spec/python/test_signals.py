"""Specifies that signals end calls that take long, and that what was played on goes on."""

import signal
import subprocess
import sys
import threading
import time

import pytest
import tessera

# A line that is walked along; `wait` does not return.
LINE = """return require "tessera".game { name = "line", players = 1,
  legend = { ["."] = "empty", ["@"] = "player" }, map = "@....", moves = { "go", "wait" },
  fields = { steps = 0 }, outcomes = { "There" }, setup = SETUP,
  actions = function(_, add) add "go" add "wait" end,
  apply = function(state, move)
    state.steps = state.steps + 1
    if move == "wait" then
      BEGUN
      while true do pcall(function() while true do end end) end
    end
  end }"""
ENDLESS = 2**50
CALLS = {
    "step": "batch.step(['go', 'wait', 'go'])",
    "solve": "tessera.solve(batch, 1, seconds=0)",
}


def line(setup: str = "nil", count: int = 3, **options) -> tessera.Batch:
    text = LINE.replace("SETUP", setup).replace("BEGUN", "")
    return tessera.Batch("line.lua", count, text=text, instructions=ENDLESS, **options)


@pytest.mark.parametrize("call", CALLS)
def test_ctrl_c_ends_a_program(call, tmp_path):
    tells = 'io.open("begun", "w"):close()'
    text = LINE.replace("SETUP", "nil").replace("BEGUN", tells)
    (tmp_path / "line.lua").write_text(text)
    program = f"""if True:
        import tessera
        batch = tessera.Batch("line.lua", 3, trusted=True, instructions={ENDLESS})
        batch.reset()
        {CALLS[call]}"""
    with subprocess.Popen(
        [sys.executable, "-c", program], cwd=tmp_path, stderr=subprocess.PIPE, text=True
    ) as process:
        while not (tmp_path / "begun").exists() and process.poll() is None:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        told = process.communicate(timeout=60)[1]
    assert told.splitlines()[-1] == "KeyboardInterrupt"
    assert process.returncode == -signal.SIGINT


class Alarm:
    """Raises an error in a handler of signals, once the library works in a call of this function."""

    def __init__(self, function: str, use=lambda: None) -> None:
        self.function, self.use = function, use

    def __enter__(self) -> None:
        self.before = signal.signal(signal.SIGALRM, self.ring)
        signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)

    def ring(self, _, frame) -> None:
        if frame.f_code.co_name == self.function:
            self.use()
            raise InterruptedError

    def __exit__(self, *_) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self.before)


def step_and_wait(batch: tessera.Batch) -> None:
    batch.step(["go", "wait", "go"])


def test_environments_go_on_after_an_interruption():
    batch = line()
    batch.reset()
    with pytest.raises(InterruptedError), Alarm("step_and_wait"):
        step_and_wait(batch)
    batch.look()
    assert batch.lengths.tolist() == [1, 0, 0]
    assert batch.step(["go"] * 3) == 0
    assert batch.lengths.tolist() == [2, 1, 1]


def test_searches_and_trees_are_ended():
    batch = tessera.Batch("peg.lua")
    batch.reset()
    before = batch.save(0)
    for function in ("solve", "report"):
        with pytest.raises(InterruptedError), Alarm(function):
            getattr(batch, function)(0, seconds=0)
    assert batch.save(0) == before


def select(trees: tessera.Trees) -> None:
    while True:  # sooner or later a walk tries to wait
        trees.select()
        trees.back([[0.0]] * 3, [[[0.5, 0.5]]] * 3)


def test_trees_are_ended_and_go_on():
    batch = line()
    batch.reset()
    trees = tessera.Trees(batch, nodes=10)
    for _ in range(2):
        with pytest.raises(InterruptedError), Alarm("select"):
            select(trees)
    trees.start()
    trees.select()
    assert trees.found == 3


def test_openings_are_ended():
    with pytest.raises(InterruptedError), Alarm("__init__"):
        line("function() while true do end end")


def test_a_handler_cannot_use_the_game_that_it_interrupts():
    batch = line()
    batch.reset()
    with (
        pytest.raises(RuntimeError, match="a handler of signals cannot use the game"),
        Alarm("step_and_wait", lambda: batch.hash(0)),
    ):
        step_and_wait(batch)
    assert batch.step(["go"] * 3) == 0


def wait(batch: tessera.Batch) -> None:
    while True:
        batch.hash(0)


def test_who_waits_for_another_thread_is_ended(tmp_path):
    begun, end = tmp_path / "begun", tmp_path / "end"
    loop = f"""io.open({str(begun)!r}, "w"):close()
      repeat local file = io.open({str(end)!r}) until file
      if true then return end"""
    text = LINE.replace("SETUP", "nil").replace("BEGUN", loop)
    batch = tessera.Batch("line.lua", text=text, trusted=True)
    batch.reset()
    thread = threading.Thread(target=batch.step, args=("wait",))
    thread.start()
    while not begun.exists():
        time.sleep(0.01)
    at_work = []
    with (
        pytest.raises(InterruptedError),
        Alarm("wait", lambda: at_work.append(thread.is_alive())),
    ):
        wait(batch)
    end.touch()
    thread.join()
    assert at_work == [True]
    assert batch.lengths[0] == 1
