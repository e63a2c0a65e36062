#!/usr/bin/env python3
"""Put the modules that know the log's format into verify_log.py, which is given out alone: python3 tools/assemble.py

What stands between its marks is a copy of shape.py, fold.py, came_since.py and course.py in navalassist/auditlog,
without their heads. Change those, then call this; a test compares them. With --check it changes nothing, and its exit
code is 1 where the copy is another.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TOOL = ROOT / "tools" / "verify_log.py"
MODULES = ("shape", "fold", "came_since", "course")
BEGIN = "# ======== What follows is a copy of navalassist/auditlog/{}.py, by tools/assemble.py\n"
END = "# ======== The copies end here\n"


def copy_of(name: str) -> str:
    """A module without its docstring and imports, which the tool has of its own."""
    text = (ROOT / "navalassist" / "auditlog" / f"{name}.py").read_text("utf-8")
    lines = text.split('"""', 2)[2].lstrip("\n").splitlines(keepends=True)
    while lines and (lines[0].startswith(("from ", "import ", ")", "    ")) or not lines[0].strip()):
        del lines[0]
    return BEGIN.format(name) + "\n" + "".join(lines).rstrip("\n") + "\n\n\n"


def assembled(tool: str) -> str:
    """The text of the tool with the copies as they are now."""
    before, _, rest = tool.partition(BEGIN.format(MODULES[0]))
    return before + "".join(map(copy_of, MODULES)) + END + rest.partition(END)[2]


def main() -> int:
    before = TOOL.read_text("utf-8")
    after = assembled(before)
    if "--check" in sys.argv[1:]:
        return int(before != after)
    TOOL.write_text(after, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
