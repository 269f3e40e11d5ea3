"""Builds tessera._core, with libtessera inside.

In a source distribution all that it is compiled from lies in engine/: the C of the library and of
Lua, and the library's Lua as C. Else it is what `make lib` leaves in TESSERA_LIB. With
TESSERA_SHARED it is linked with libtessera.so instead, which has to be installed.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

HERE = Path(__file__).resolve().parent
ENGINE = HERE / "engine"
HOME = ENGINE if ENGINE.is_dir() else Path(os.environ.get("TESSERA_HOME", HERE.parent))
LIB = Path(os.environ.get("TESSERA_LIB", HOME / "build" / "lib")).resolve()
SHARED = bool(os.environ.get("TESSERA_SHARED"))
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


def compiled(folder: Path) -> list[str]:
    """Compile the engine: each line of engine/flags has flags, and the files that they are for."""
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    compiler += shlex.split(os.environ.get("CFLAGS", "-O2"))
    jobs = []
    for line in (ENGINE / "flags").read_text().splitlines():
        flags, files = line.split(" : ")
        for file in files.split():
            to = folder.resolve() / "engine" / f"{file}.o"
            to.parent.mkdir(parents=True, exist_ok=True)
            jobs.append((str(to), [*compiler, *shlex.split(flags), "-c", file, "-o", str(to)]))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda job: subprocess.run(job[1], cwd=ENGINE, check=True), jobs))
    return [to for to, _ in jobs]


class BuildExtension(build_ext):
    """Compiles the engine before the module, or takes the library."""

    def build_extension(self, ext: Extension) -> None:
        """Build."""
        if SHARED:
            pass
        elif ENGINE.is_dir():
            ext.extra_objects = compiled(Path(self.build_temp))
        elif not (LIB / "libtessera.a").is_file():
            raise SystemExit(
                f"there is no libtessera.a in {LIB}: run `make lib`, set TESSERA_LIB to its "
                "folder, or take the source distribution, which brings all of it (`make sdist`)"
            )
        super().build_extension(ext)


setup(
    version=VERSION,
    packages=["tessera"],
    package_data={"tessera": ["py.typed", "*.pyi"]},
    cmdclass={"build_py": Build, "build_ext": BuildExtension},
    ext_modules=[
        Extension(
            "tessera._core",
            [f"src/{name}.c" for name in ("module", "game", "batch", "one", "arrays", "trees")],
            depends=["src/core.h"],
            include_dirs=[str(ENGINE / "src/api" if ENGINE.is_dir() else LIB)],
            extra_objects=[] if SHARED else [str(LIB / "libtessera.a")],
            library_dirs=[str(LIB)] if SHARED else [],
            libraries=["tessera"] if SHARED else ["m", "pthread"],
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
            extra_link_args=[] if SHARED else ["-Wl,-s"],
            py_limited_api=True,
        )
    ],
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
