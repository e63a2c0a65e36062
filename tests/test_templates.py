"""Templates are written for people: whoever reads one never has to look beyond the edge of the window."""

from pathlib import Path

ROOT = Path(__file__).parents[1]
LONGEST = 160


def test_no_line_of_a_template_is_too_long() -> None:
    files = sorted((*ROOT.glob("templates/**/*.html"), *ROOT.glob("tests/**/templates/**/*.html")))
    assert len(files) > 100
    lines = ((file, at, line) for file in files for at, line in enumerate(file.read_text("utf-8").splitlines(), 1))
    found = [f"{file.relative_to(ROOT)}:{at}: {len(line)}" for file, at, line in lines if len(line) > LONGEST]
    assert not found, f"over {LONGEST} characters:\n" + "\n".join(found)
