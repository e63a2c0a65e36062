"""P24 to P26 of what any rule system may keep secret: contents of forces, what was learnt, plans, order books."""

import re
from collections.abc import Callable, Iterator

import pytest
from django.utils import timezone

from navalassist.auditlog.models import Entry
from navalassist.campaigns.viewer import OBSERVER
from navalassist.engine import Effect, Remove, Set
from navalassist.play.rules import order_books
from navalassist.play.rules.order_books import BookRefused
from tests.in_hand import InHand, seated
from tests.promises.http import ask, crawl
from tests.promises.kept import rolled_back
from tests.promises.test_p25_non_interference import ONCE, check_same, core
from tests.straits.rules import AIM, SEARCH
from tests.straits.state import Sailing, Ship, ShipKind, Side, Water
from tests.straits.system import begin, install

pytestmark = [pytest.mark.django_db, pytest.mark.rule("X.4", "X.9")]
PARTS = ("", "known/", "orders/", "log/", "do/", f"do/{SEARCH}/?side=south&force=n1", "version/", "dice/", "disputes/")
# What hashes and salts come to; they are random to whoever does not know what was hashed.
RANDOM = re.compile(
    r"\b[0-9a-f]{8} …|\b[0-9a-f]{32}\b|\b[0-9a-f]{64}\b|\b[0-9A-Z]{4}(?:-[0-9A-Z]{4}){2}\b|[0-9a-f-]{36}"
)
MARKER = "Leviathan-7731"


@pytest.fixture
def straits(monkeypatch: pytest.MonkeyPatch) -> None:
    """The system, at noon."""
    install(monkeypatch.setitem)
    noon = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: noon)


def north(table: InHand, *effects: Effect) -> None:
    table.edit(*effects, seat="north", chain="north")


def ship(key: str, name: str = MARKER, kind: ShipKind = ShipKind.CRUISER) -> Effect:
    return Ship.new(key, side=Side.NORTH, name=name, kind=kind, force="n1")


def order(key: str, force: str, water: Water) -> Effect:
    return Sailing.new(key, side=Side.NORTH, turn="1901-06", force=force, water=water)


SECRET_CHANGES: dict[str, Callable[[InHand], object]] = {
    "a ship joins": lambda table: north(table, ship("new")),
    "it becomes another": lambda table: north(table, Set("straits-ship:new.kind", "transport")),
    "it carries something": lambda table: north(table, Set("straits-ship:new.cargo", MARKER)),
    "it joins another force": lambda table: north(table, Set("straits-ship:new.force", "n2")),
    "a ship is gone": lambda table: north(table, Remove("straits-ship:n-1")),
    "an order is written": lambda table: north(table, order("a", "n1", Water.EAST)),
    "another is written": lambda table: north(table, order("b", "n2", Water.WEST)),
    "an order is changed": lambda table: north(table, Set("straits-sailing:a.water", "narrows")),
    "an order is wrong": lambda table: north(table, Set("straits-sailing:a.water", "west")),
    "an order is struck out": lambda table: north(table, Remove("straits-sailing:b")),
    "an input is taken back": lambda table: table.take_back("north"),
    "a seal is refused": lambda table: refused_seal(table),
}


def refused_seal(table: InHand) -> None:
    with pytest.raises(BookRefused):
        table.act(order_books.seal, "north", seat="north")


@pytest.mark.promise("P25")
@pytest.mark.parametrize("seat", ["south", OBSERVER])
def test_twelve_secret_changes_leave_every_other_seat_with_the_same_bytes(straits: None, seat: str) -> None:
    table = InHand(begin())
    table.until("south/watch-1/search")
    table.do(SEARCH, "3", seat="south", side="south", force="n1")
    before, mine = core(table.campaign, seat, PARTS), core(table.campaign, "north", PARTS)
    assert len(SECRET_CHANGES) == 12
    for why, change in SECRET_CHANGES.items():
        change(table)
        check_same(before, core(table.campaign, seat, PARTS), why)
    assert core(table.campaign, "north", PARTS) != mine
    table.check()


def masked(pages: dict[str, str]) -> dict[str, str]:
    """Without what is random to whoever does not know the secret."""
    return {address: RANDOM.sub("…", ONCE.sub("", text)) for address, text in pages.items()}


def answers(table: InHand, seat: str, *sent: tuple[str, dict[str, str]]) -> dict[str, str]:
    """What a seat is told, by its pages and where it sends something that is refused."""
    found = core(table.campaign, seat, PARTS)
    client, home = seated(table.campaign, seat), f"/c/{table.slug}/"
    waits = [f"waiting/{entry.reference}/" for entry in Entry.objects.filter(campaign=table.campaign, kind="waiting")]
    for address in (*waits, *(f"log/{e.reference}/" for e in public(table))):
        found[address] = ask(client, home + address).whole
    for address, typed in sent:
        key = f"{address} {sorted(typed)}"
        found[key] = ask(client, home + address, "post", data={"submission": "a" * 32, "seen": "", **typed}).whole
    return masked(found)


def public(table: InHand) -> Iterator[Entry]:
    return Entry.objects.filter(campaign=table.campaign, chain="public").iterator()


def of_both(play: Callable[[InHand, bool], dict[str, str]]) -> tuple[dict[str, str], dict[str, str]]:
    """The same evening with the one secret and with the other."""
    told = []
    for secret in (False, True):
        with rolled_back():
            told.append(play(InHand(begin()), secret))
    return told[0], told[1]


@pytest.mark.promise("P25")
@pytest.mark.parametrize("seat", ["south", OBSERVER])
@pytest.mark.parametrize("again", [0, 1, 2])
def test_a_sealed_plan_tells_nobody_what_it_is_nor_whether_it_was_changed(straits: None, seat: str, again: int) -> None:
    """again: how often it is sealed once more, as it was or otherwise."""

    def play(table: InHand, secret: bool) -> dict[str, str]:
        table.until("north/watch-1/battle")
        entry = table.do(AIM, seat="north", side="north")
        entry = table.answer(entry, "rock=sand", seat="north")
        for _ in range(again):
            entry = table.answer(entry, "rock=holds" if secret else "rock=sand", seat="north")
        waits = f"waiting/{entry.reference}/"
        return answers(table, seat, (waits, {"line-sand": "nothing"}), (waits, {"line-rock": "sand"}))

    check_same(*of_both(play), "the plan")


@pytest.mark.promise("P25")
@pytest.mark.parametrize("seat", ["south", OBSERVER])
def test_a_sealed_book_tells_nobody_what_is_in_it_nor_how_much(straits: None, seat: str) -> None:
    def play(table: InHand, secret: bool) -> dict[str, str]:
        for one in (order("a", "n1", Water.EAST), order("b", "n2", Water.WEST)) if secret else ():
            north(table, one)
        table.act(order_books.seal, "north", seat="north")
        acts = ("open", "seal-it", "remove")
        return answers(table, seat, *(("orders/", {"act": act, "order": "straits-sailing:a"}) for act in acts))

    check_same(*of_both(play), "the book")


@pytest.mark.promise("P25")
@pytest.mark.parametrize("seat", ["north", OBSERVER])
def test_what_was_learnt_is_the_learners_alone(straits: None, seat: str) -> None:
    """South sees the same force in full; what it held then is told by nobody's page but its own, and North's."""

    def play(table: InHand, secret: bool) -> dict[str, str]:
        north(table, ship("new", MARKER if secret else "Goldfishy-0001"))
        table.until("south/watch-1/search")
        table.do(SEARCH, "5", seat="south", side="south", force="n1")
        assert (MARKER in table.at("south").text("known/")) == secret
        found = answers(table, OBSERVER if seat == OBSERVER else "north")
        # Its own ship stands on North's page: not what South knows of it.
        return {address: text.replace(MARKER, "…").replace("Goldfishy-0001", "…") for address, text in found.items()}

    one, other = of_both(play)
    check_same(one, other, "the lesson")
    assert not any("Seen before seen in the west" in text for text in one.values())


@pytest.mark.promise("P24")
def test_no_page_that_links_lead_to_tells_what_nobody_has_learnt(straits: None) -> None:
    table = InHand(begin())
    north(table, ship("new"))
    north(table, order("a", "n1", Water.EAST))
    north(table, Set("straits-ship:n-2.cargo", MARKER))
    table.act(order_books.seal, "north", seat="north")
    table.until("south/watch-1/search")
    table.do(SEARCH, "3", seat="south", side="south", force="n1")
    home = f"/c/{table.slug}/"
    for seat in ("south", OBSERVER):
        found = {one.url: one.whole for one in crawl(seated(table.campaign, seat), home, within=home, deep=True)}
        assert len(found) > 20
        assert [url for url, text in found.items() if MARKER in text or "straits-sailing:a" in text] == []
    own = [one.whole for one in crawl(seated(table.campaign, "north"), home, within=home)]
    assert any(MARKER in text for text in own)


@pytest.mark.promise("P26")
def test_an_order_of_the_other_side_and_one_that_there_is_not_are_one_answer(straits: None) -> None:
    table = InHand(begin())
    north(table, order("a", "n1", Water.EAST))
    south = table.at("south")
    told = {
        RANDOM.sub(
            "…", ONCE.sub("", south.post("orders/", **south.keys("orders/"), act="remove", order=row).content.decode())
        )
        for row in ("straits-sailing:a", "straits-sailing:b", "straits-ship:n-1", "nothing")
    }
    assert len(told) == 1
    assert "It is no longer here" in told.pop()
