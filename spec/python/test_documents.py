"""Specifies that the programs of docs/python.md run, and teach something."""

import contextlib
import io
import re
from pathlib import Path

PROGRAMS = re.findall(
    r"^```python\n(.*?)^```",
    (Path(__file__).parents[2] / "docs/python.md").read_text(),
    re.M | re.S,
)


def test_the_programs_of_the_document_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    outputs = []
    for program in PROGRAMS:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(program, {})
        outputs.append(out.getvalue())
    assert len(outputs) == 5
    assert "#" in outputs[0]
    assert outputs[1].startswith("(512, 4, 6, 7) ")
    assert outputs[2].startswith("['")
    assert (tmp_path / "episode.play").read_text().endswith("\nend\n")
    assert outputs[4] == "6 of 6 levels\n"
