"""Builds tessera._core, with libtessera inside, which `make lib` leaves in TESSERA_LIB."""

import json
import os
import re
import shutil
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).resolve().parent
HOME = Path(os.environ.get("TESSERA_HOME", HERE.parent))
LIB = Path(os.environ.get("TESSERA_LIB", HOME / "build" / "lib")).resolve()
VERSION = (HOME / "lua/tessera/base/version.lua").read_text().split('"')[1]


def games() -> list[Path]:
    """List the sample games, which come with the package."""
    lua = [
        path
        for path in (HOME / "samples/games").glob("*.lua")
        if not path.stem.endswith(("_scenarios", "_study"))
    ]
    return sorted([*lua, *(HOME / "samples/puzzlescript").glob("*.txt")])


def players() -> dict[str, int]:
    """Say how many players each game has: in Lua and PuzzleScript, then in C."""
    in_c = {}
    for path in sorted((HOME / "src/games").glob("*/*.c")):
        found = re.search(
            r"^const struct game (\w+)_game .*?\.players = (\d+),", path.read_text(), re.M | re.S
        )
        if found:
            in_c[found[1]] = int(found[2])
    found = {
        path.name: re.search(r"^  players = (\d+),", path.read_text(), re.M) for path in games()
    }
    return {name: int(line[1]) if line else 1 for name, line in sorted(found.items())} | in_c


class Build(build_py):
    """Copies the sample games, too."""

    def run(self) -> None:
        """Build."""
        super().run()
        folder = Path(self.build_lib) / "tessera" / "games"
        folder.mkdir(parents=True, exist_ok=True)
        for path in games():
            shutil.copy(path, folder / path.name)
        (folder / "players.json").write_text(json.dumps(players(), indent=1) + "\n")
        (folder / "levels").mkdir(exist_ok=True)
        for path in (HOME / "samples/games/levels").glob("*.txt"):
            shutil.copy(path, folder / "levels" / path.name)


setup(
    version=VERSION,
    packages=["tessera"],
    package_data={"tessera": ["py.typed", "*.pyi"]},
    cmdclass={"build_py": Build},
    ext_modules=[
        Extension(
            "tessera._core",
            [f"src/{name}.c" for name in ("module", "game", "batch", "one", "arrays", "trees")],
            depends=["src/core.h", str(LIB / "libtessera.a")],
            include_dirs=[str(LIB)],
            extra_objects=[str(LIB / "libtessera.a")],
            libraries=["m", "pthread"],
            define_macros=[("Py_LIMITED_API", "0x030b0000")],
            extra_compile_args=[
                "-std=c11",
                "-D_DEFAULT_SOURCE",
                "-fvisibility=hidden",
                "-Wall",
                "-Wextra",
                "-Wno-unused-parameter",
                "-Wno-missing-field-initializers",
                "-Wshadow",
                "-Wstrict-prototypes",
                *(["-Werror"] if os.environ.get("TESSERA_WERROR") else []),
            ],
            extra_link_args=["-Wl,-s"],
            py_limited_api=True,
        )
    ],
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
