"""Specifies what is packed: the wheel's tag and files, and the sources."""

import os
import tarfile
import zipfile
from pathlib import Path

import tessera
from support import ROOT

PACKED = ROOT / os.environ.get("TESSERA_BUILD", "build") / "python"


def check_licences(texts: dict[str, str]) -> None:
    """Whose the parts are."""
    assert set(texts) == {"LICENSE", "LICENSE-Lua", "LICENSE-dkjson"}
    for name, author in (
        ("LICENSE", "MIT License Copyright (c) 2026 The Tessera authors"),
        ("LICENSE-Lua", "Lua.org, PUC-Rio"),
        ("LICENSE-dkjson", "Kolf"),
    ):
        text = " ".join(texts[name].split())
        assert author in text[:80]
        assert "Permission is hereby granted, free of charge" in text
        assert text.upper().endswith("DEALINGS IN THE SOFTWARE.")


def test_the_wheel_is_for_many_linuxes_and_has_the_package_alone():
    (wheel,) = PACKED.glob("wheel/*.whl")
    assert wheel.name.startswith(f"tessera-{tessera.__version__}-cp311-abi3-manylinux_2_")
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0] for name in names} == {
        "tessera",
        f"tessera-{tessera.__version__}.dist-info",
    }
    assert {"tessera/py.typed", "tessera/_core.pyi", "tessera/games/sokoban.lua", "tessera/games/players.json",
            "tessera/games/levels/sokoban.txt"} < set(names)  # fmt: skip
    with zipfile.ZipFile(wheel) as packed:
        licences = {
            name.rsplit("/", 1)[1]: packed.read(name).decode()
            for name in names
            if "LICENSE" in name
        }
    check_licences(licences)


def test_the_sources_bring_what_is_compiled_and_whose_it_is():
    (sdist,) = PACKED.glob("sdist/*.tar.gz")
    with tarfile.open(sdist) as packed:
        texts = {
            Path(*Path(m.name).parts[1:]).as_posix(): packed.extractfile(m).read()
            for m in packed
            if m.isfile()
        }
    check_licences(
        {name: text.decode() for name, text in texts.items() if name.startswith("LICENSE")}
    )
    flags = texts["engine/flags"].decode()
    for file in (file for line in flags.splitlines() for file in line.split(" : ")[1].split()):
        assert f"engine/{file}" in texts
    assert not [name for name, text in texts.items() if str(ROOT).encode() in text]
    assert not [
        name
        for name in texts
        if name.startswith(("spec", "engine/spec")) or name.endswith((".o", ".so"))
    ]
