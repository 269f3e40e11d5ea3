"""Builds tessera._core, with libtessera inside, which `make lib` leaves in TESSERA_LIB."""

import os
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


class Build(build_py):
    """Copies the sample games, too."""

    def run(self) -> None:
        """Build."""
        super().run()
        folder = Path(self.build_lib) / "tessera" / "games"
        folder.mkdir(parents=True, exist_ok=True)
        for path in games():
            shutil.copy(path, folder / path.name)
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
