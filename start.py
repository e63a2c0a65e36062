#!/usr/bin/env python3
"""NavalAssist's commands. Nothing but Python 3.11 or newer is needed.

    python3 start.py          install what is missing, and serve one table at http://127.0.0.1:8000/
    python3 start.py club     the same for a club: accounts, seats and secrets, every tablet live (docs/operating.md)
    python3 start.py install  only install what a club needs, for a service that may not write here
    python3 start.py test     run the tests on SQLite; further words go to pytest
                              (with --postgres what can differ there, on a PostgreSQL server that is started for it;
                              with --all every test on both, with loops as long as tests/counts.py has them)
    python3 start.py check    run everything else that must hold: style, types, layers, migrations, contract

Everything is installed into .venv beside this file, from the locked versions in requirements/. Only the first start
needs a network.
"""

import sys

# This stays above everything that an older Python would stumble over. Keep the whole file readable for Python 3.6.
if sys.version_info < (3, 11):
    sys.exit(
        "NavalAssist needs Python 3.11 or newer, and this is Python %d.%d: install a newer one, "
        "or if you have uv, type  uv run --python 3.12 start.py" % sys.version_info[:2]
    )

import argparse
import hashlib
import importlib.util
import os
import shutil
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
LOCKS = ROOT / "requirements"
STAMP = VENV / "installed.txt"
# Each lock holds all of those before it, and so answers for them.
HOLDS = {"run": ["run"], "club": ["run", "club"], "test": ["run", "club", "test"]}

NO_NETWORK_SIGNS = (
    "connection",
    "name resolution",
    "timed out",
    "getaddrinfo",
    "max retries",
    "network is unreachable",
    "proxyerror",
    "dns error",
    "error sending request",
)
# pytest decides by itself how to share the tests out, unless one of these says that few are wanted, or all in order.
ALONE = ("-k", "-n", "-s", "-x", "--pdb", "--numprocesses", "--collect-only", "--co", "--lf", "--ff", "--sw", "--trace")


class Problem(Exception):
    """One plain sentence for the person at the keyboard."""


class NoNetwork(Problem):
    """The packages can't be reached."""


def say(text: str) -> None:
    print(text, flush=True)


# ---------------------------------------------------------------------------------------------- installing


def install(lock: str) -> None:
    """Bring .venv to the versions in requirements/<lock>.lock; quick and silent where it is there already."""
    wanted = LOCKS / (lock + ".lock")
    digests = {name: hashlib.sha256((LOCKS / (name + ".lock")).read_bytes()).hexdigest() for name in HOLDS[lock]}
    have = read_stamp() if PYTHON.exists() else {}
    if have.get(lock) == digests[lock]:
        return
    if lock == "run" and not have and install_more():
        return
    if not have:
        make_venv()
    STAMP.unlink(missing_ok=True)
    count = sum(1 for line in wanted.read_text("utf-8").splitlines() if "==" in line)
    say(f"Installing {count} packages into .venv; this needs a network and may take a minute ...")
    fetch(wanted)
    STAMP.write_text("".join(f"{name} {digest}\n" for name, digest in {**have, **digests}.items()), "utf-8")


def install_more() -> bool:
    """At the very first start, install what a club needs too: then `club` needs no network later either.

    False where that can't be done, as on a machine for which not all of its packages are made.
    """
    try:
        install("club")
    except NoNetwork:
        raise
    except Problem:
        return False
    return True


def read_stamp() -> dict:
    """Which locks .venv was installed from, as {name: digest}; empty where the last installation did not end."""
    try:
        lines = STAMP.read_text("utf-8").splitlines()
    except OSError:
        return {}
    return dict(line.split(" ", 1) for line in lines if " " in line)


def make_venv() -> None:
    uv = shutil.which("uv")
    if not uv and not all(map(importlib.util.find_spec, ("venv", "ensurepip"))):
        raise Problem(
            "Python's venv module is missing: install it (on Debian and Ubuntu: apt install python3-venv) "
            "and start again."
        )
    require_writable(ROOT)
    say("Making .venv, a Python environment for this folder alone ...")
    ways = [[sys.executable, "-m", "venv", "--clear", str(VENV)]]
    if uv:
        ways.insert(0, [uv, "venv", "--quiet", "--clear", "--seed", "--python", sys.executable, str(VENV)])
    complain(first_that_works(ways), "The Python environment .venv can't be made")


def fetch(wanted: Path) -> None:
    pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"]
    ways = [[*pip, "--require-hashes", "--only-binary=:all:", "-r", str(wanted)]]
    uv = shutil.which("uv")
    if uv:
        uv_install = [uv, "pip", "install", "--quiet", "--python", str(PYTHON)]
        # pip comes second, for where it is set up to use a mirror that uv knows nothing of.
        ways.insert(
            0, [*uv_install, "--compile-bytecode", "--require-hashes", "--only-binary=:all:", "-r", str(wanted)]
        )
    said = first_that_works(ways)
    if any(sign in said.lower() for sign in NO_NETWORK_SIGNS):
        raise NoNetwork(
            "The packages can't be fetched, for there seems to be no network: go online once and start again; "
            "later starts need none."
        )
    complain(said, "The packages can't be installed")
    compile_all()


def compile_all() -> None:
    """Compile the product: where Python is told to keep no bytecode, each process would do it again."""
    subprocess.run([str(PYTHON), "-m", "compileall", "-q", "navalassist", "tables"], cwd=str(ROOT))


def first_that_works(ways: list) -> str:
    """Run commands until one ends well; what the last one said on standard error, or nothing where one did."""
    said = ""
    for command in ways:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, stdout=subprocess.PIPE)
        if done.returncode == 0:
            return ""
        said = (done.stderr or done.stdout).decode("utf-8", "replace").strip() or f"exit code {done.returncode}"
    return said


def complain(said: str, what: str) -> None:
    if said:
        raise Problem(f"{what}: {said.splitlines()[-1]}")


def require_writable(folder: Path) -> None:
    try:
        # A new folder is for its owner alone: in time it holds the campaigns' secrets.
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise Problem(
            f"The folder {folder} can't be written to ({error.strerror}): "
            "use one of your own, by moving NavalAssist there or with --data."
        ) from None


# ---------------------------------------------------------------------------------------------- the commands


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise Problem(f"{message[:1].upper()}{message[1:]}; type  python3 start.py --help  for what can be said.")


def port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) <= 65535):
        raise argparse.ArgumentTypeError(f"{text!r} is no port, which is a number from 0 to 65535")
    return int(text)


def words_of_a_server() -> Parser:
    parser = Parser(prog="start.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on; 0.0.0.0 lets tablets in")
    parser.add_argument("--port", default=8000, type=port, help="port to listen on (default 8000; 0 takes a free one)")
    parser.add_argument("--data", default=ROOT / "data", type=Path, help="folder of the campaigns (default data/)")
    parser.add_argument("--beside-another", action="store_true", help="serve data that another server serves already")
    return parser


def run(words: list) -> int:
    return serve(words_of_a_server().parse_args(words), "run", "navalassist.server", [])


def club(words: list) -> int:
    parser = words_of_a_server()
    parser.add_argument("--workers", type=int, help="processes that make pages (PostgreSQL; default: one a core)")
    given = parser.parse_args(words)
    if os.name != "posix":
        raise Problem("The club server needs Linux or macOS; here  python3 start.py  serves one table.")
    return serve(given, "club", "navalassist.club", ["--workers", str(given.workers)] if given.workers else [])


def serve(given: argparse.Namespace, lock: str, module: str, more: list) -> int:
    from navalassist.listening import CannotStart, open_port

    try:
        # Better to learn of a port that is taken now than after the packages have come.
        open_port(given.host, given.port).close()
    except CannotStart as error:
        raise Problem(str(error)) from None
    data = given.data.expanduser().absolute()
    require_writable(data)
    install(lock)
    say("Starting ...")
    command = [str(PYTHON), "-m", module, "--host", given.host, "--port", str(given.port)]
    beside = ["--beside-another"] if given.beside_another else []
    return hand_over([*command, "--data", str(data), *beside, *more])


def install_only(words: list) -> int:
    if words:
        raise Problem("install takes no further words.")
    install("club")
    say("Everything is installed.")
    return 0


def workers() -> int:
    """How many processes share the tests: two more than there are cores, for two are in a browser, and often wait."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return cores + 2


def test(words: list) -> int:
    install("test")
    own = {"--postgres", "--all"} & set(words)
    words = [word for word in words if word not in own]
    some = [word for word in words if word.startswith(ALONE) or (ROOT / word.split("::")[0]).exists()]
    shared = [] if some else ["-n", str(workers()), "--dist", "loadgroup"]
    on_sqlite, on_postgres = ([str(PYTHON), "-m", runner, *shared, *words] for runner in ("pytest", "tests.postgres"))
    # Else each worker would compile all tests again.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    if "--all" in own:
        os.environ["NAVALASSIST_ALL"] = "1"
    if own == {"--all"}:
        failed = subprocess.run(on_sqlite, cwd=str(ROOT)).returncode
        return subprocess.run(on_postgres, cwd=str(ROOT)).returncode or failed
    return hand_over(on_postgres if own else on_sqlite)


def run_step(words: list, data: Path) -> tuple:
    """A step of `check`: its exit code, and what it said."""
    done = subprocess.run(
        [str(PYTHON), *words],
        cwd=str(ROOT),
        env={**os.environ, "NAVALASSIST_DATA": str(data)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    return done.returncode, done.stdout.decode("utf-8", "replace")


def check(words: list) -> int:
    if words:
        raise Problem("check takes no further words.")
    install("test")
    manage = ["manage.py"]
    lint_imports = "from importlinter.cli import lint_imports_command; lint_imports_command(['--no-logo'])"
    steps = {
        "mypy": ["-m", "mypy"],
        "ruff format --check": ["-m", "ruff", "format", "--check", "."],
        "ruff check": ["-m", "ruff", "check", "."],
        "lint-imports": ["-c", lint_imports],
        "manage.py check": [*manage, "check", "--fail-level", "WARNING"],
        "manage.py makemigrations --check": [*manage, "makemigrations", "--check", "--dry-run"],
        "manage.py coverage": [*manage, "coverage"],
    }
    failed = []
    with tempfile.TemporaryDirectory(prefix="navalassist-check-") as data, ThreadPoolExecutor(os.cpu_count()) as pool:
        # All is told in order. No two steps make the same data.
        began = {name: pool.submit(run_step, step, Path(data, name)) for name, step in steps.items()}
        for name, step in began.items():
            code, said = step.result()
            say(f"== {name}\n{said}".rstrip())
            if code:
                failed.append(name)
    say(f"check failed: {', '.join(failed)}" if failed else f"check: all {len(steps)} passed")
    return 1 if failed else 0


def hand_over(command: list) -> int:
    """Become the command; where the system has no such thing, run it and pass on its exit code."""
    os.chdir(str(ROOT))
    sys.stdout.flush()
    if os.name == "posix":
        os.execv(command[0], command)
    child = subprocess.Popen(command)
    while True:
        try:
            return child.wait()
        except KeyboardInterrupt:
            continue  # Ctrl-C reaches the child as well, which ends in its own way


def main(words: list) -> int:
    commands = {"club": club, "install": install_only, "test": test, "check": check}
    try:
        if words and words[0] in commands:
            return commands[words[0]](words[1:])
        return run(words)
    except Problem as problem:
        print(problem, file=sys.stderr)
        return 1
    except OSError as error:
        print(f"NavalAssist can't start: {error}.", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
