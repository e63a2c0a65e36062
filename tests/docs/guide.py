"""Guides of docs/: their blocks are files or excerpts of the project, and their commands are run in a copy of it.

`python -m tests.docs.guide` writes the blocks anew from the files: each begins with the line that it begins with now.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^`([\w/.-]+)`\n```\w+\n(.*?)^```$", re.M | re.S)
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.M | re.S)
NEEDED = ("navalassist", "tables", "templates", "static", "docs", "tests", "manage.py", "pyproject.toml")
# A rule and its table, of which a guide shows all: whoever writes them from it has the rule.
WHOLE = ("tables/storm_of_steel/merchant_shipping.toml", "navalassist/systems/storm_of_steel/rules/merchant.py")
UNWANTED = shutil.ignore_patterns("__pycache__", "data", ".*", "browser", "releases")


def text_of(path: str) -> str:
    """A file of the project."""
    return (ROOT / path).read_text("utf-8")


def blocks_of(guide: str) -> dict[str, list[str]]:
    """path -> the blocks that stand under it, in their order."""
    found: dict[str, list[str]] = {}
    for path, block in BLOCK.findall(guide):
        found.setdefault(path, []).append(block)
    return found


def files_of(guide: str) -> dict[str, str]:
    """path -> its blocks as one text: what stands at the top of a module is two lines apart."""
    return {path: "\n\n".join(blocks) for path, blocks in blocks_of(guide).items()}


def renewed(guide: str) -> str:
    """A guide with its blocks as their files are now. Of a whole file each goes on to where the next one begins."""

    def renew(match: re.Match[str]) -> str:
        path, block = match.groups()
        lines, begins = text_of(path).splitlines(keepends=True), [first_of(one) for one in blocks_of(guide)[path]]
        begin, after = lines.index(first_of(block)), begins.index(first_of(block)) + 1
        end = begin + block.count("\n")
        if path in WHOLE:
            end = lines.index(begins[after]) if after < len(begins) else len(lines)
        return match[0].replace(block, "".join(lines[begin:end]).rstrip("\n") + "\n")

    return BLOCK.sub(renew, guide)


def first_of(block: str) -> str:
    """The line by which a block is found in its file."""
    return block.splitlines(keepends=True)[0]


def commands_of(guide: str) -> Iterator[tuple[str, str]]:
    """Every command of a guide, with what it prints."""
    for block in CONSOLE.findall(guide):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, wanted = part.partition("\n")
            yield command, wanted.strip()


def copied(copy: Path) -> Path:
    """Copy the project."""
    for name in NEEDED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, copy / name, ignore=UNWANTED)
        else:
            shutil.copy(source, copy / name)
    return copy


def written(project: Path, files: Mapping[str, str]) -> None:
    """Write files into a copy; none of them is there before."""
    for path, text in files.items():
        target = project / path
        assert not target.exists(), f"{path} is there already"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8")


def run(project: Path, command: str) -> subprocess.CompletedProcess[str]:
    """Run a command of a guide, or one of Python's (`-m tests.docs.follow`)."""
    command = command.replace(".venv/bin/python", sys.executable)
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("DJANGO_", "NAVALASSIST_", "PYTEST_"))}
    environment = {**kept, "NAVALASSIST_DATA": str(project / "data")}
    return subprocess.run(
        ["bash", "-c", command], cwd=project, env=environment, capture_output=True, text=True, check=False
    )


if __name__ == "__main__":
    for name in ("docs/add-a-rule.md", "docs/add-a-rule-system.md"):
        (ROOT / name).write_text(renewed(text_of(name)), "utf-8")
