"""Plays each sample in an environment that has nothing but the package; python.mk runs it."""

import importlib.util
import sys

import tessera

for name in ("gymnasium", "pettingzoo", "pytest"):
    assert importlib.util.find_spec(name) is None, name
assert tessera.__file__.startswith(sys.prefix)
hashes = []
for name in tessera.samples():
    batch = tessera.Batch(name, 2, level=0, **({"starts": 2} if "." in name else {}))
    batch.reset(1)
    for k in range(3):
        action = k % len(batch.game.actions)
        batch.step([[action] * batch.game.players if batch.game.together else action] * 2)
    hashes.append(batch.hash(0))
    batch.picture(0, 2)
print(f"tessera {tessera.__version__}: {len(hashes)} games, {hash(tuple(hashes)) & 0xFFFFFFFF:08x}")
