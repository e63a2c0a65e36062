"""A process that stays beside a server and runs scripts on its data: to start one for each script takes two seconds."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.promises.shipped import ROOT, environment

# Between two scripts it holds no line to the database: tests count those of the server.
LOOP = """
import contextlib, io, json, sys, traceback
from django.db import connections

for line in sys.stdin:
    said, wrong = io.StringIO(), ""
    try:
        with contextlib.redirect_stdout(said):
            exec(json.loads(line), {})
    except BaseException:
        wrong = traceback.format_exc()
    connections.close_all()
    print(json.dumps([said.getvalue(), wrong]), flush=True)
"""


class Steward:
    """Runs scripts, one at a time, until he is seen off; with whoever began him he ends by himself."""

    def __init__(self, data: Path) -> None:
        command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", LOOP]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self._process = subprocess.Popen(command, cwd=ROOT, env=environment(data), text=True, bufsize=1, **pipes)

    def run(self, script: str) -> str:
        """What the script printed. Fails where it fails."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(script) + "\n")
        said, wrong = json.loads(self._process.stdout.readline())
        assert not wrong, wrong
        return str(said)

    def close(self) -> None:
        """He goes when nobody speaks to him any more."""
        self._process.communicate()
