"""Servers of one PostgreSQL database see one another, and agree in release and key."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import psycopg
import pytest
from django.db import connection
from django.test import override_settings

from navalassist.databases import connection_words
from navalassist.keeping import servers
from navalassist.keeping.servers import Among, Kind, own_kind, place_in, refuse_another_release, serving
from navalassist.listening import CannotStart
from tests.databases import only_on_postgresql
from tests.live.test_club_server import eventually

OWN = Kind("0.9.1", "0a1b2c3d", "00112233aabb")


def test_what_a_server_says_of_itself_fits_into_the_name_of_a_connection() -> None:
    said = str(Kind("10.10.10.dev10", "0a1b2c3d", "00112233aabb"))
    assert len(said) < 64
    assert servers.NAME.fullmatch(said)
    assert servers.NAME.fullmatch(str(own_kind()))


def test_the_fingerprint_of_a_key_is_that_of_no_other_and_holds_nothing_of_it() -> None:
    key = own_kind().key
    assert own_kind().key == key
    with override_settings(SECRET_KEY="another key " * 5):
        assert own_kind().key != key
        assert own_kind().files == own_kind().files
        assert own_kind().key not in "another key " * 5


@pytest.mark.parametrize(
    ("other", "why"),
    [
        (OWN, ""),
        (Kind("0.9.0", OWN.files, OWN.key), "with NavalAssist 0.9.0 (files 0a1b2c3d), and this one is 0.9.1"),
        (Kind("0.9.1", "ffffffff", OWN.key), "with NavalAssist 0.9.1 (files ffffffff), and this one is 0.9.1"),
        (Kind("0.9.1", OWN.files, "ffffffffffff"), "copy secret.key from its data folder"),
    ],
)
def test_in_what_servers_of_one_database_agree(other: Kind, why: str) -> None:
    assert why in OWN.differs_from(other)
    assert bool(why) == bool(OWN.differs_from(other))


def test_on_sqlite_there_is_no_other() -> None:
    place = place_in({"ENGINE": "django.db.backends.sqlite3"})
    with place.starting(print):
        place.look()
    assert place.others == 0
    refuse_another_release({"ENGINE": "django.db.backends.sqlite3"})


@pytest.fixture
def other(transactional_db: None) -> Iterator[psycopg.Connection[Any]]:
    """Another server's connection, which says nothing yet."""
    with psycopg.connect(**connection_words(connection.settings_dict), autocommit=True) as link:
        yield link


def says(link: psycopg.Connection[Any], kind: Kind) -> None:
    link.execute("SELECT set_config('application_name', %s, false)", [str(kind)])


def begun() -> Among:
    """A server that has begun."""
    place = Among(connection.settings_dict)
    with place.starting(print):
        pass
    return place


on_postgresql = only_on_postgresql("they are its connections")


@on_postgresql
def test_it_is_seen_from_its_beginning_to_its_end(other: psycopg.Connection[Any]) -> None:
    assert serving(other) == []
    place = begun()
    assert serving(other) == [own_kind()]
    place.leave()
    eventually(lambda: serving(other) == [])


@on_postgresql
def test_it_counts_the_others(other: psycopg.Connection[Any]) -> None:
    says(other, own_kind())
    assert begun().others == 1


@on_postgresql
@pytest.mark.parametrize("differs", [{"release": "0.1.0"}, {"files": "0" * 8}, {"key": "0" * 12}])
def test_one_of_another_kind_is_refused(other: psycopg.Connection[Any], differs: dict[str, str]) -> None:
    says(other, replace(own_kind(), **differs))
    with pytest.raises(CannotStart, match=r"Another server serves .* Nothing was changed\."):
        begun()


@on_postgresql
def test_the_database_is_not_changed_under_servers_of_another_release(other: psycopg.Connection[Any]) -> None:
    says(other, replace(own_kind(), key="0" * 12))
    refuse_another_release(connection.settings_dict)
    says(other, replace(own_kind(), release="0.1.0"))
    with pytest.raises(CannotStart, match=r"same release.* Nothing was changed\."):
        refuse_another_release(connection.settings_dict)


@on_postgresql
def test_while_another_one_starts_it_waits(other: psycopg.Connection[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    assert other.execute(servers.BEGIN).fetchone() == (True,)
    monkeypatch.setattr(servers.time, "sleep", lambda _: other.execute(servers.BEGUN))
    with Among(connection.settings_dict).starting(said.append):
        assert len(said) == 1
        assert other.execute(servers.BEGIN).fetchone() == (False,), "it is this one's turn"
    assert other.execute(servers.BEGIN).fetchone() == (True,)


@on_postgresql
def test_where_the_line_broke_it_is_seen_again(other: psycopg.Connection[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(servers, "LOOK_SECONDS", 0)
    place = begun()
    other.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = %s", [str(own_kind())]
    )
    eventually(lambda: serving(other) == [])
    place.look()
    assert serving(other) == [own_kind()]
    place.look()
    assert serving(other) == [own_kind()]


@on_postgresql
def test_where_others_took_its_place_meanwhile_it_ends(
    other: psycopg.Connection[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(servers, "LOOK_SECONDS", 0)
    place = begun()
    place.leave()
    says(other, replace(own_kind(), release="0.1.0"))
    with pytest.raises(CannotStart, match=r"This one ends\."):
        place.look()


@on_postgresql
def test_while_one_starts_nobody_takes_a_place_again(
    other: psycopg.Connection[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(servers, "LOOK_SECONDS", 0)
    place = begun()
    place.leave()
    assert other.execute(servers.BEGIN).fetchone() == (True,)
    place.look()
    assert serving(other) == []
    other.execute(servers.BEGUN)
    place.look()
    assert serving(other) == [own_kind()]
