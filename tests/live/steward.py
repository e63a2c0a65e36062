"""A process that stays beside a server and runs scripts on its data: to start one for each script takes two seconds."""

import json
import subprocess
import sys
from pathlib import Path

from tests.promises.shipped import ROOT, environment

# What scripts name they need not import. Between two of them no line to the database is held: tests count the server's.
LOOP = """
import contextlib, io, json, sys, traceback
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connections
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import Viewer
from navalassist.engine import Set
from navalassist.play.people import accounts as people, seats
from navalassist.play.storage.bodies import Body
from navalassist.play.dice.server import DiceInput
from navalassist.play.rules.resolve import carry_out
from navalassist.engine.duties import Moment
from navalassist.play.write.transaction import writing
from navalassist.seats.models import ADMINISTRATOR, Account, Seat

for line in sys.stdin:
    said, wrong = io.StringIO(), ""
    try:
        with contextlib.redirect_stdout(said):
            exec(json.loads(line), {**globals()})
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
