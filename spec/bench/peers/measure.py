"""Measures environments beside others: measure.py [WORD...], those whose titles have these words.

Each row is a process of its own on one core. Steps a second are those of CPU time, the most of
three runs, with random actions, observations and new episodes; a batch of N steps N environments
in a call where the peer has one, else one after the other. The first step counts from the start
of Python, in seconds of CPU time, memory is the most that was in use (MB).
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

COUNTS = (1, 64, 4096)
LIMIT = 300  # seconds for a row
Step = Callable[[], object]


def with_tessera(game: str, **options: Any) -> Callable[[int], Step]:
    def make(count: int) -> Step:
        import numpy as np
        import tessera

        batch = tessera.Batch(game, count, autoreset="same_step", max_steps=200, **options)
        batch.reset(1)
        rng = np.random.default_rng(1)
        actions = [
            rng.integers(0, len(batch.game.actions), count).astype(np.int32) for _ in range(50)
        ]
        turn = iter(range(10**9))
        if game != "connect4.lua":
            return lambda: batch.step(actions[next(turn) % 50])

        def step() -> None:
            batch.sample(next(turn))
            batch.step()

        return step

    return make


def with_rooms(count: int) -> Step:
    import tempfile
    from pathlib import Path

    sys.path.insert(0, "samples/python")
    import boards

    folder = tempfile.mkdtemp()
    path = boards.write(Path(folder) / "rooms.txt", 100, 1, boards.rooms)
    import tessera

    return with_tessera(tessera.Game("rogue.lua", levels=path, starts=1), masks=None)(count)


def with_gymnasium(name: str, packages: str = "") -> Callable[[int], Step]:
    def make(count: int) -> Step:
        import importlib

        import gymnasium
        import numpy as np

        if packages:
            importlib.import_module(packages)
        rng = np.random.default_rng(1)
        if count == 1:
            env = gymnasium.make(name)
            env.reset(seed=1)
            most = int(env.action_space.n)

            def step() -> None:
                _, _, over, cut, _ = env.step(int(rng.integers(most)))
                if over or cut:
                    env.reset()

            return step
        envs = gymnasium.make_vec(name, count, vectorization_mode="sync")
        envs.reset(seed=1)
        most = int(envs.single_action_space.n)
        return lambda: envs.step(rng.integers(0, most, count))

    return make


def with_envpool(name: str) -> Callable[[int], Step]:
    def make(count: int) -> Step:
        import envpool
        import numpy as np

        envs = envpool.make_gymnasium(name, num_envs=count, num_threads=1, seed=1)
        envs.reset()
        rng, most = np.random.default_rng(1), int(envs.action_space.n)
        return lambda: envs.step(rng.integers(0, most, count).astype(np.int32))

    return make


def with_open_spiel(name: str) -> Callable[[int], Step]:
    def make(count: int) -> Step:
        import random

        import pyspiel

        game = pyspiel.load_game(name)
        states = [game.new_initial_state() for _ in range(count)]
        seen = game.get_type().provides_observation_tensor

        def step() -> None:
            for i, state in enumerate(states):
                while state.is_chance_node():
                    actions, shares = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(random.choices(actions, shares)[0])
                if not state.is_terminal():
                    state.apply_action(random.choice(state.legal_actions()))
                if state.is_terminal():
                    states[i] = game.new_initial_state()
                if seen and not states[i].is_chance_node():
                    states[i].observation_tensor(states[i].current_player())

        return step

    return make


def with_pgx(name: str) -> Callable[[int], Step]:
    def make(count: int) -> Step:
        import jax
        import jax.numpy as jnp
        import pgx
        from pgx.experimental import auto_reset

        env = pgx.make(name)
        keys = jax.random.split(jax.random.PRNGKey(1), count)
        state = jax.jit(jax.vmap(env.init))(keys)
        play = auto_reset(env.step, env.init)

        @jax.jit
        def go(state: Any, key: Any) -> tuple[Any, Any]:
            key, one, two = jax.random.split(key, 3)
            actions = jax.random.categorical(one, jnp.log(state.legal_action_mask * 1.0), axis=1)
            return jax.vmap(play)(state, actions, jax.random.split(two, count)), key

        kept = [state, jax.random.PRNGKey(2)]

        def step() -> None:
            kept[:] = go(*kept)
            kept[0].observation.block_until_ready()

        return step

    return make


def with_jumanji(name: str) -> Callable[[int], Step]:
    def make(count: int) -> Step:
        import jax
        import jumanji
        from jumanji.environments.routing.sokoban.env import Sokoban
        from jumanji.environments.routing.sokoban.generator import ToyGenerator
        from jumanji.wrappers import VmapAutoResetWrapper

        # Its Sokoban would download levels: here it has the few that come with it.
        inner = Sokoban(ToyGenerator()) if name == "Sokoban" else jumanji.make(name)
        env = VmapAutoResetWrapper(inner)
        keys = jax.random.split(jax.random.PRNGKey(1), count)
        most = int(env.action_spec.num_values)
        state, _ = jax.jit(env.reset)(keys)

        @jax.jit
        def go(state: Any, key: Any) -> tuple[Any, Any, Any]:
            key, one = jax.random.split(key)
            state, seen = env.step(state, jax.random.randint(one, (count,), 0, most))
            return state, key, seen.observation

        kept = [state, jax.random.PRNGKey(2)]

        def step() -> None:
            state, key, seen = go(*kept)
            kept[:] = [state, key]
            jax.block_until_ready(seen)

        return step

    return make


ROWS: dict[str, Callable[[int], Step]] = {
    "Sokoban: tessera": with_tessera("sokoban.lua", levels="spec/bench/batch.xsb", masks=None),
    "Sokoban: tessera, with masks": with_tessera("sokoban.lua", levels="spec/bench/batch.xsb"),
    "Sokoban: envpool": with_envpool("Jumanji/Sokoban-v0"),
    "Sokoban: jumanji": with_jumanji("Sokoban"),
    "Connect Four: tessera": with_tessera("connect4.lua"),
    "Connect Four: open_spiel": with_open_spiel("connect_four"),
    "Connect Four: pgx": with_pgx("connect_four"),
    "2048: tessera": with_tessera("2048.lua", masks=None),
    "2048: tessera, with masks": with_tessera("2048.lua"),
    "2048: envpool": with_envpool("Jumanji/Game2048-v1"),
    "2048: open_spiel": with_open_spiel("2048"),
    "2048: pgx": with_pgx("2048"),
    "2048: jumanji": with_jumanji("Game2048-v1"),
    "key and door: tessera, Rogue": with_rooms,
    "key and door: envpool, MiniGrid": with_envpool("MiniGrid-DoorKey-8x8-v0"),
    "key and door: minigrid": with_gymnasium("MiniGrid-DoorKey-8x8-v0", "minigrid"),
    "Frozen Lake: envpool": with_envpool("FrozenLake8x8-v1"),
    "Frozen Lake: gymnasium": with_gymnasium("FrozenLake8x8-v1"),
}


def measure(title: str, count: int) -> None:
    """Print what a row has taken in this process."""
    step = ROWS[title](count)
    step()
    first, best = time.process_time(), 0.0
    for _ in range(3):
        begun, calls = time.process_time(), 0
        while time.process_time() - begun < 0.4:
            step()
            calls += 1
        best = max(best, calls * count / (time.process_time() - begun))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"speed": best, "first": first, "memory": memory}))


def main(words: list[str]) -> None:
    print(f"{'':36} {'N':>5} {'steps/s':>12} {'first step':>10} {'MB':>6}")
    kept = {
        **os.environ,
        "OPENBLAS_NUM_THREADS": "1",
        "JAX_PLATFORMS": "cpu",
        "OMP_NUM_THREADS": "1",
    }
    core = ["taskset", "-c", str(min(os.sched_getaffinity(0)))]
    for title in ROWS:
        if not all(word in title for word in words):
            continue
        for count in COUNTS:
            command = [*core, sys.executable, __file__, "--row", title, str(count)]
            try:
                run = subprocess.run(
                    command, capture_output=True, text=True, env=kept, timeout=LIMIT, check=False
                )
                found = json.loads(run.stdout.strip().split("\n")[-1])
            except subprocess.TimeoutExpired:
                print(f"{title:36} {count:5}  more than {LIMIT} s", flush=True)
                continue
            except json.JSONDecodeError:
                lines = run.stderr.strip().split("\n")
                print(f"{title:36} {count:5}  {lines[-1][:80]}", flush=True)
                continue
            numbers = f"{found['speed']:12,.0f} {found['first']:10.2f} {found['memory']:6.0f}"
            print(f"{title:36} {count:5} {numbers}", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--row"]:
        measure(sys.argv[2], int(sys.argv[3]))
    else:
        main(sys.argv[1:])
