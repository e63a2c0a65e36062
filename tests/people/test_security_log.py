"""What was refused can be seen by whoever looks after the server, and shut out; no line lets anybody in."""

import io
import json
import logging
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from navalassist import security_log
from navalassist.campaigns.models import Campaign
from navalassist.systems.europa.setup import begin_demo
from tests.club import PASSWORD, Club, club, look_at

__all__ = ["club"]
DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
FROM = {"REMOTE_ADDR": "203.0.113.7"}


class Lines:
    """What was written meanwhile, on the security log and on all others."""

    def __init__(self, own: io.StringIO, others: io.StringIO) -> None:
        self._own, self._others = own, others

    @property
    def text(self) -> str:
        return self._own.getvalue()

    @property
    def others(self) -> str:
        return self._others.getvalue()

    @property
    def told(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.text.splitlines()]

    def last(self) -> tuple[str, ...]:
        """(act, outcome, address, who) of the last line."""
        return tuple(self.told[-1].get(name, "") for name in ("act", "outcome", "address", "who"))


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> Iterator[Lines]:
    monkeypatch.setattr(security_log, "_budget", security_log.Budget())
    found = Lines(io.StringIO(), io.StringIO())
    handlers = {"navalassist.security": found._own, "": found._others}
    made = {name: logging.StreamHandler(stream) for name, stream in handlers.items()}
    for name, handler in made.items():
        logging.getLogger(name).addHandler(handler)
    yield found
    for name, handler in made.items():
        logging.getLogger(name).removeHandler(handler)


@pytest.fixture
def campaign(club: Club) -> Campaign:
    return begin_demo()


def browser(club: Club, name: str = "") -> Client:
    return club.client(club.account(name).user if name else None, **FROM)


def test_a_wrong_password_names_account_address_and_outcome_and_never_what_was_typed(club: Club, lines: Lines) -> None:
    club.account("Alice")
    client = browser(club)
    for name, password in (("Alice", "hunter2-hunter2"), ("my-secret-passphrase", "Alice")):
        client.post("/login/", {"username": name, "password": password})
    assert [told["who"] for told in lines.told] == ["alice", "nobody here"]
    assert lines.last() == ("login", "wrong name or password", "203.0.113.7", "nobody here")
    for _ in range(8):
        client.post("/login/", {"username": "Alice", "password": "hunter2-hunter2"})
    assert lines.last() == ("login", "locked out", "203.0.113.7", "alice")
    for secret in ("hunter2", "my-secret"):
        assert secret not in lines.text
        assert secret not in lines.others, "nor does any other logger say it"


def test_rights_foreign_campaigns_and_codes(club: Club, campaign: Campaign, lines: Lines) -> None:
    bob = browser(club, "Bob")
    bob.get("/people/")
    assert lines.last() == ("right", "for administrators", "203.0.113.7", "bob")
    bob.get(f"/c/{campaign.slug}/board/")
    assert lines.last()[:2] == ("right", "no seat in such a campaign")
    bob.get("/c/no-such-campaign/board/")
    assert lines.last()[:2] == ("right", "no seat in such a campaign"), "it tells nobody which campaigns there are"
    club.seat("Bob", "axis", campaign)
    assert bob.post(f"/c/{campaign.slug}/people/invite/", {"seat": "allied"}).status_code == 403
    assert lines.last()[:2] == ("right", "for the moderator seat")
    stranger = browser(club)
    look_at(stranger, "/join/#ABCD-EFGH-JKMN-PQRS")
    assert lines.last()[:2] == ("code", "no such invitation")
    look_at(stranger, "/reset/#MQ.c0ffee-0123456789abcdef0123456789abcdef")
    assert lines.last()[:2] == ("code", "no such link to a new password")
    assert lines.told[-1]["where"] == "reset/open/", "the pattern, not the address"
    assert "ABCD" not in lines.text + lines.others
    assert "c0ffee" not in lines.text + lines.others


def test_tokens_hosts_and_sizes(club: Club, lines: Lines, settings: Any) -> None:
    club.account("Alice")
    client = club.client(enforce_csrf_checks=True, **FROM)
    client.post("/login/", {"username": "Alice", "password": PASSWORD}, headers={"Origin": "http://evil.example/x"})
    assert lines.last() == ("token", "Origin checking failed", "203.0.113.7", "")
    client.get("/login/", headers={"Host": "evil.example"})
    assert lines.last() == ("host", "no name of this server", "203.0.113.7", "")
    # The form of whoever has no cookie of ours is not read at all.
    client.get("/login/")
    settings.DATA_UPLOAD_MAX_NUMBER_FIELDS = 10
    client.post("/login/", {f"field{number}": "x" for number in range(11)})
    assert lines.last()[:2] == ("size", "a form with too many fields")
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 100
    client.post("/login/", "x=" + "1" * 200, content_type="application/x-www-form-urlencoded")
    assert lines.last()[:2] == ("size", "a form that is too large")
    assert "evil.example" not in lines.others, "the terminal is spared the traces"
    assert all(set(told) <= {"time", "act", "outcome", "address", "who", "where"} for told in lines.told)


def test_a_flood_writes_few_lines_and_says_how_many_were_left_out(
    lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    for number in range(1000):
        security_log.log_refusal("login", "no", address=f"198.51.100.{number % 100}")
    assert len(lines.told) == security_log.MOST
    now[0] += security_log.WINDOW_SECONDS
    for _ in range(100):
        security_log.log_refusal("login", "no", address="198.51.100.1")
    assert len(lines.told) == security_log.MOST + security_log.MOST_OF_AN_ADDRESS
    assert lines.told[security_log.MOST]["left_out_before"] == 700


def test_a_line_is_one_line_and_takes_nothing_for_an_address_that_is_none(lines: Lines) -> None:
    who = 'x", "address": "192.0.2.1\n{"time": "'
    security_log.log_refusal("login", "no", address="203.0.113.7\n", who=who)
    security_log.log_refusal("login", "no", address="unix:", who=who * 9)
    assert [told["address"] for told in lines.told] == ["", ""]
    assert lines.told[0]["who"] == who


def test_the_ban_reads_real_lines_and_finds_no_address_in_what_a_stranger_chose(club: Club, lines: Lines) -> None:
    text = (DEPLOY / "fail2ban" / "filter.conf").read_text("utf-8")
    found = re.search(r"^failregex = (.+)$", text, re.M)
    # What fail2ban puts in the place of its word, shortened.
    pattern = re.compile(found[1].replace("<ADDR>", r"(?P<address>[0-9A-Fa-f:.]+)"))
    club.account("Alice")
    client = browser(club)
    client.post("/login/", {"username": "Alice", "password": "hunter2-hunter2"})
    look_at(client, "/join/#ABCD-EFGH-JKMN-PQRS")
    security_log.log_refusal("login", "no", address="2001:db8::7", who='", "address": "192.0.2.1"')
    client.get("/login/", headers={"Host": "evil.example"})
    journal = [f"host navalassist[7]: {line}" for line in lines.text.splitlines()]
    matches = [pattern.search(line) for line in journal]
    assert [match and match["address"] for match in matches] == ["203.0.113.7", "203.0.113.7", "2001:db8::7", None]


def test_a_log_that_cannot_be_written_refuses_nobody_a_page(
    club: Club, lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(security_log._log, "warning", full)
    assert look_at(browser(club), "/join/#ABCD-EFGH-JKMN-PQRS").status_code == 404


def test_a_file_for_it_may_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from navalassist import settings as product

    monkeypatch.setenv("NAVALASSIST_SECURITY", str(tmp_path / "security.log"))
    assert product._security_log()["filename"] == str(tmp_path / "security.log")
    monkeypatch.delenv("NAVALASSIST_SECURITY")
    assert product._security_log() == {"class": "logging.StreamHandler"}
