"""NAVALASSIST_DATABASE: what it may say, and the one sentence that each bad address is refused with."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from navalassist.databases import Unreachable, databases, require_reachable
from tests.databases import SERVER, address, only_on_postgresql
from tests.starting import closed_port

ROOT = Path(__file__).resolve().parent.parent
DATA = Path("/data")


@pytest.mark.parametrize("nothing", ["", "  "])
def test_without_an_address_it_is_sqlite_in_the_data_folder(nothing: str) -> None:
    found = databases(nothing, DATA)["default"]
    assert (found["ENGINE"], found["NAME"]) == ("django.db.backends.sqlite3", DATA / "navalassist.sqlite3")


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ("postgresql://ann:pw@db.example:5433/club", ("ann", "pw", "db.example", "5433", "club")),
        ("postgres://ann@127.0.0.1/club", ("ann", "", "127.0.0.1", "", "club")),
        ("postgresql://a%40b:p%3A%2Fw@[::1]:5433/my%20club", ("a@b", "p:/w", "::1", "5433", "my club")),
        ("postgresql:///club?host=/run/postgresql&port=5433", ("", "", "/run/postgresql", "5433", "club")),
        ("postgresql://ann@/club?host=/run/Pg", ("ann", "", "/run/Pg", "", "club")),
        ("postgresql://ann@%2Frun%2FPg:5433/club", ("ann", "", "/run/Pg", "5433", "club")),
        (" postgresql:///club \n", ("", "", "", "", "club")),
    ],
)
def test_an_address_is_read_part_by_part(given: str, wanted: tuple[str, ...]) -> None:
    found = databases(given, DATA)["default"]
    assert tuple(found[key] for key in ("USER", "PASSWORD", "HOST", "PORT", "NAME")) == wanted
    assert found["ENGINE"] == "django.db.backends.postgresql"


def test_connections_are_pooled_and_no_writer_waits_for_ever() -> None:
    found = databases("postgresql://h/club?sslmode=verify-full", DATA)["default"]
    assert found["CONN_MAX_AGE"] == 0
    assert {"min_size": 1, "max_size": 8}.items() <= found["OPTIONS"]["pool"].items()
    assert "lock_timeout=20s" in found["OPTIONS"]["options"]
    assert found["OPTIONS"]["sslmode"] == "verify-full"


BAD = {
    "mysql://h/club": "does not begin with postgresql://",
    "/var/lib/db.sqlite3": "does not begin with postgresql://",
    "sqlite:///x": "does not begin with postgresql://",
    "postgresql://ann:top-secret@h": "names no database",
    "postgresql://ann:top-secret@h/": "names no database",
    "postgresql://ann:top-secret@h/a/b": "names no database",
    "postgresql://ann:top-secret@h:port/club": "port is no number",
    "postgresql://ann:top-secret@h:99999/club": "port is no number",
    "postgresql:///club?port=x": "port is no number",
    "postgresql://ann:top-secret#1@h/club": "written %23",
    "postgresql://ann:pw@h/club#top-secret": "written %23",
    "postgresql://h/club?pool=0": "it says pool=",
    "postgresql://h/club?options=-c%20fsync": "it says options=",
    "postgresql://h/club?host": "it is no address",
    "postgresql://[h/club": "it is no address",
}


@pytest.mark.parametrize("given", BAD)
def test_a_bad_address_is_refused_in_one_sentence_without_its_password(given: str) -> None:
    with pytest.raises(ImproperlyConfigured) as refused:
        databases(given, DATA)
    sentence = str(refused.value)
    assert BAD[given] in sentence
    assert "NAVALASSIST_DATABASE can't be used" in sentence
    assert "top-secret" not in sentence
    assert "\n" not in sentence


def start(tmp_path: Path, *command: str, **variables: str) -> tuple[int, str]:
    """Exit code and standard error of a command of the product."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("DJANGO_", "NAVALASSIST_"))}
    environment = {**kept, "NAVALASSIST_DATA": str(tmp_path), **variables}
    done = subprocess.run([sys.executable, *command], cwd=ROOT, env=environment, capture_output=True, text=True)
    return done.returncode, done.stderr


@pytest.mark.promise("P11")
@pytest.mark.parametrize("command", ["-m navalassist.server --port 0 --data {data}", "manage.py migrate"])
@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("mysql://ann:top-secret@h/club", "does not begin with postgresql://"),
        ("postgresql://ann:top-secret@127.0.0.1:{port}/club", "nobody answers there, so is PostgreSQL running"),
        ("postgresql:///club?host=/no/such/folder", "there is no such socket, so is PostgreSQL running"),
    ],
)
def test_no_start_on_a_database_that_is_not_there(tmp_path: Path, command: str, address: str, why: str) -> None:
    address = address.format(port=closed_port())
    code, said = start(tmp_path, *command.format(data=tmp_path).split(), NAVALASSIST_DATABASE=address)
    assert code == 1
    assert why in said
    assert said.count("\n") == 1, said
    assert "top-secret" not in said


@only_on_postgresql("a server is needed that refuses")
@pytest.mark.parametrize(
    ("name", "why"), [("nowhere", '"nowhere" does not exist'), ("postgres?user=nobody-known", "does not exist")]
)
def test_a_server_that_refuses_says_why(name: str, why: str) -> None:
    given = address("x").replace("/x?", f"/{name}{'&' if '?' in name else '?'}")
    with pytest.raises(Unreachable, match=why):
        require_reachable(databases(given, DATA)["default"])


@only_on_postgresql("a server is needed that answers")
def test_a_server_that_is_there_is_let_be() -> None:
    assert SERVER
    require_reachable(databases(address("postgres"), DATA)["default"])
