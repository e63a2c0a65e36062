"""P25 of the theatre campaign, to the last byte: how much a side orders and forms is in nothing that others fetch."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.utils import timezone

from navalassist.auditlog.export import lines
from navalassist.campaigns.viewer import OBSERVER
from navalassist.play.rules import order_books
from navalassist.systems.theatre.setup import begin_lingayen
from tests.in_hand import InHand, seated
from tests.promises.http import ask, crawl, plain
from tests.promises.kept import rolled_back
from tests.promises.test_p25_non_interference import ONCE, first_difference
from tests.promises.test_p25_straits import RANDOM

pytestmark = [pytest.mark.django_db, pytest.mark.promise("P25"), pytest.mark.rule("PG.6.3", "PG.6.1.3", "PG.6.4.1")]
SEATS = ("allied", OBSERVER)
Act = Callable[[InHand], object]


def axis(slug: str, **typed: object) -> Act:
    return lambda table: table.do(slug, seat="axis", **typed)


def formed(port: str, *units: str) -> Act:
    return axis("pg-form", port=port, kind="task-force", units=units)


# What Japan does besides, of which nothing is spotted: each is an act of its own.
IN_SECRET: dict[str, Act] = {
    "a group is formed": formed("mako", "hatakaze", "kuma"),
    "another is": formed("palau", "nachi"),
    "a unit joins": axis("pg-join", group="a3", units=("kasuga",)),
    "a unit leaves": axis("pg-leave", group="a3", units=("kasuga",)),
    "a boat goes overland": axis("pg-overland", unit="midgets", port="mako"),
    "a route is drawn": axis("pg-route", group="a1", route="E1 D1 D2"),
    "another is drawn": axis("pg-route", group="a3", route="L10 K10 J10"),
    "the carrier patrols": axis("pg-patrol", group="a3", route="L10 K10 J10 I10 I9 I8"),
    "its aircraft do": axis("pg-air-patrol", air="kate", target="G6"),
    "troops land far off": axis(
        "pg-invade", start="pg-port:taipei", group="a1", troops=("troop-1",), route="E1 D1 D2 D3", lands="E3",
        pool="japan-indian",
    ),
    "transports are sent": axis(
        "pg-send-transports", start="pg-port:takao", returns="pg-port:palau", pool="japan-indian", transports="3",
        route="E2 F3 G4 H5 I6 J7 K8 L9 L10",
    ),
    "destroyers change their base": lambda table: table.do(
        "pg-operational", seat="axis", group=table.numbered("pg-group", 4), route="D2 E2", returns="pg-port:takao"
    ),
    "that is taken back": lambda table: table.take_back("axis"),
}  # fmt: skip


@pytest.fixture(autouse=True)
def noon(monkeypatch: pytest.MonkeyPatch) -> None:
    at = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: at)


def told(text: str) -> str:
    """Without what is random to whoever does not know the secret."""
    return RANDOM.sub("…", ONCE.sub("", text))


def fetched(table: InHand, seat: str) -> Iterator[tuple[str, str]]:
    """Every page that links lead to, each entry as JSON, the log as files: with status, headers and cookies."""
    client, home = seated(table.campaign, seat), f"/c/{table.slug}/"
    for one in crawl(client, home, f"{home}version/", of_a_kind=6, within=home, deep=True):
        yield told(one.url), told(one.whole)
    for form in ("csv", "json"):
        sent = {"format": form, "submission": "a" * 31 + form[0]}
        yield form, told(plain(ask(client, f"{home}log/download/", "post", data=sent)).whole)
    yield "export", told("\n".join(lines(table.campaign, frozenset({"public", seat} - {OBSERVER}))))


def version(table: InHand, seat: str) -> str:
    """What a stream tells this seat, as soon as it changes."""
    return seated(table.campaign, seat).get(f"/c/{table.slug}/version/").content.decode()


def evening(much: bool) -> dict[str, list[tuple[str, str]]]:
    """Cover and cruiser spot one another, and each goes for the other; much: with all that Japan does besides."""
    with rolled_back():
        table = InHand(begin_lingayen())
        before = {seat: version(table, seat) for seat in SEATS}
        for why, act in IN_SECRET.items() if much else ():
            act(table)
            assert {seat: version(table, seat) for seat in SEATS} == before, why
        table.do("pg-patrol", seat="axis", group="a2", route="D2 C3 C4 C5")
        table.do("pg-form", seat="allied", port="manila", kind="task-force", units=("houston",))
        cruiser = table.numbered("pg-group", 2, "allied")
        table.do("pg-patrol", seat="allied", group=cruiser, route="E6 E7 D6 D5")
        for side in ("axis", "allied"):
            table.act(order_books.seal, side, seat=side)
        table.end_step()
        table.act(order_books.open_both, seat="allied")
        table.do("pg-search", seat="allied")
        for seat, unit, where in (("allied", "houston", "C5"), ("axis", "ashigara", "D5")):
            (key,) = (row for row in table.rows("pg-sighting") if row.startswith(seat))
            numbers = {"allied": 1, "axis": 5 if much else 1}
            force = f"pg-order:{table.numbered('pg-order', numbers[seat], seat)}"
            table.do("pg-intercept", seat=seat, sighting=key, where=where, force=force, units=(unit,))
        table.end_step()
        table.do("pg-queue", seat="axis")
        table.check()
        return {seat: list(fetched(table, seat)) for seat in SEATS}


@pytest.mark.slow
def test_thirteen_secret_acts_change_no_byte_that_another_seat_can_fetch() -> None:
    few, many = evening(False), evening(True)
    for seat in SEATS:
        assert len(few[seat]) > 60
        assert [url for url, _ in few[seat]] == [url for url, _ in many[seat]]
        for (url, one), (_, other) in zip(few[seat], many[seat], strict=True):
            assert one == other, (seat, url, *first_difference(one, other))
        # Nor does a byte name the cruisers that go, by name or key: everybody hears of their type alone.
        assert not [url for url, text in few[seat] if "ashigara" in text.casefold()]
