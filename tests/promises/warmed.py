"""Commands in processes of their own that need not read the libraries and the rules again.

Each is forked from a process that has read them, which takes half of the time of most commands. What depends on a data
folder or on settings is read by each as by any other process. But all of one worker share the seed of their hashes, and
none does what it was to do at its exit: where bytes are compared, or an end is looked at, a test runs a command apart.
"""

import multiprocessing
import os
import runpy
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from subprocess import CompletedProcess

ROOT = Path(__file__).resolve().parents[2]
FORKED = multiprocessing.get_context("forkserver")
FORKED.set_forkserver_preload(
    [
        "django.core.management.commands.migrate",
        "django.db.backends.sqlite3.base",
        "django.template.defaulttags",
        "django.test",
        "navalassist.rules.europa",
        "navalassist.systems.storm_of_steel.rules",
        "psycopg_pool",
        "tables",
        __name__,
    ]
)


def carry_out(words: Sequence[str], environment: Mapping[str, str], said: Sequence[str]) -> None:
    """In the new process: what Python does with such words in such an environment; it writes to the files `said`."""
    for number, name in enumerate(said, start=1):
        os.dup2(os.open(name, os.O_WRONLY), number)
    os.chdir(ROOT)
    os.environ.clear()
    os.environ.update(environment)
    script, sys.argv = words[0], list(words)
    if script == "-c":
        sys.argv = ["-c", *words[2:]]
        exec(words[1], {"__name__": "__main__"})
    else:
        runpy.run_path(script, run_name="__main__")


def run(words: Sequence[str], environment: Mapping[str, str], timeout: float) -> CompletedProcess[str]:
    """`python -c …` or `python manage.py …` in the project's folder. TimeoutError where it does not end by then."""
    with tempfile.TemporaryDirectory(prefix="navalassist-said-") as folder:
        said = [Path(folder, name) for name in ("out", "err")]
        for file in said:
            file.touch()
        process = FORKED.Process(target=carry_out, args=(words, dict(environment), [str(file) for file in said]))
        process.start()
        process.join(timeout)
        if process.exitcode is None:
            process.kill()
            raise TimeoutError(words)
        out, err = (file.read_text("utf-8", "replace") for file in said)
        return CompletedProcess([sys.executable, *words], process.exitcode, out, err)
