"""Specifies that the programs of docs/python.md run, and that the reference is what docstrings say."""

import contextlib
import importlib.util
import io
import re

from support import ROOT


def blocks(path, kind):
    return re.findall(rf"^```{kind}\n(.*?)^```", (ROOT / path).read_text(), re.M | re.S)


def output(program):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(program, {})
    return out.getvalue()


def test_the_programs_of_the_document_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    outputs = [output(program) for program in blocks("docs/python.md", "python")]
    assert len(outputs) == 5
    assert "#" in outputs[0]
    assert outputs[1].startswith("(512, 4, 6, 7) ")
    assert outputs[2].startswith("['")
    assert (tmp_path / "episode.play").read_text().endswith("\nend\n")
    assert outputs[4] == "5 of 5 levels\n"


def test_the_program_of_the_readme_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    [game] = [block for block in blocks("README.md", "lua") if block.startswith("-- boxes.lua")]
    (tmp_path / "boxes.lua").write_text(game)
    [program] = blocks("README.md", "python")
    shape, won, solution = output(program).splitlines()
    assert shape == "(1000, 5, 5, 7)"
    assert re.fullmatch(r"[1-9]\d* games won in 200000 random steps", won)
    assert solution.startswith("['down', 'right', ")


def test_the_reference_says_what_the_docstrings_say():
    spec = importlib.util.spec_from_file_location("reference", ROOT / "python/reference.py")
    reference = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(reference)
    text = reference.page()
    assert (ROOT / "docs/python-reference.md").read_text() == text, "run `make reference-python`"
    assert not re.search(r"`[^`\n]*`: *$|\| *\| *\|", text)
    for name in (*reference.tessera.__all__, "select", "back", "advance", "reset", "recording"):
        assert re.search(rf"\b{name}\b", text), name
