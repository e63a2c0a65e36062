"""P25 of searches at sea: where a side looks from, how likely it finds, and what it has not found, it alone knows."""

from collections.abc import Callable

import pytest
from django.utils import timezone
from django.utils.http import urlencode

from navalassist.campaigns.viewer import OBSERVER
from navalassist.engine import Effect, Remove, Set
from navalassist.systems.supermarina.setup import begin_duisburg
from navalassist.systems.supermarina.state import SearchSite, Ship, ShipType, Side
from navalassist.systems.supermarina.templates import SHIPS
from tests.in_hand import InHand, seated
from tests.promises.http import ask
from tests.promises.kept import rolled_back
from tests.promises.test_p25_non_interference import ONCE, check_same, core
from tests.promises.test_p25_straits import RANDOM
from tests.systems.supermarina.at_sea import at_sea

pytestmark = [pytest.mark.django_db, pytest.mark.promise("P25"), pytest.mark.rule("SM.3", "SM.3.A")]
SEARCH = "sm-area-search"
# Of a force that was searched for, and of one that may be.
FORMS = tuple(
    f"do/{SEARCH}/?force=axis-{force}{more}"
    for force in (1, 2)
    for more in ("", "&site=search-site:malta", "&site=search-site:new")
)
PAGES = (
    "",
    "sea/",
    "sea/?force=axis-2",
    "sea/?force=axis-1&hex=18A:1304",
    "known/",
    "ships/",
    "log/",
    "do/",
    "lists/",
    "setup/",
    "charts/",
    "version/",
    "dice/",
)
PARTS = (*PAGES, "lists/search-site/", *FORMS)
MARKER = "Leviathan-7731"


@pytest.fixture(autouse=True)
def noon(monkeypatch: pytest.MonkeyPatch) -> None:
    at = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: at)


def recon() -> InHand:
    """The Allied recon step of NAS 4."""
    table = InHand(begin_duisburg(), "allied")
    table.until("axis/nas-4/enemy-recon")
    return table


def own(side: str, *effects: Effect) -> Callable[[InHand], object]:
    return lambda table: table.edit(*effects, seat=side, chain=side)


def site(key: str, side: Side = Side.ALLIED) -> Effect:
    return SearchSite.new(key, side=side, name=MARKER, hex="18A:1605")


def ship(key: str) -> Effect:
    more = SHIPS[ShipType.DD] | {"searcher": True}
    told = {"name": MARKER, "nation": "italian", "type": ShipType.DD, "place": "force:axis-1"}
    return Ship.new(key, side=Side.AXIS, **told, **more)


# What each side may change without the other's, or an observer's, noticing: the searcher's sites, what is looked for.
SECRET_CHANGES: dict[str, dict[str, Callable[[InHand], object]]] = {
    "allied": {
        "an airbase is entered": own("allied", site("new")),
        "another name": own("allied", Set("search-site:new.name", "Goldfish")),
        "it moves": own("allied", Set("search-site:new.hex", "18A:4817")),
        "it is gone": own("allied", Remove("search-site:new")),
        "the last is gone": own("allied", Remove("search-site:malta")),
        "an input is taken back": lambda table: table.take_back("allied"),
    },
    "axis": {
        "a ship joins": own("axis", ship("new")),
        "it has no S": own("axis", Set("ship:new.searcher", False)),
        "it is gone": own("axis", Remove("ship:new")),
        "a transport is elsewhere": own("axis", Set("transport:duisburg.place", "force:axis-2")),
        "a cargo is another": own("axis", Set("cargo:vehicles.name", MARKER)),
        "an input is taken back": lambda table: table.take_back("axis"),
    },
}


@pytest.mark.parametrize("whose", ["allied", "axis"])
def test_twelve_secret_changes_leave_every_other_seat_with_the_same_bytes(whose: str) -> None:
    assert sum(map(len, SECRET_CHANGES.values())) == 12
    others = ["axis" if whose == "allied" else "allied", OBSERVER]
    table = recon()
    table.do(SEARCH, "9", force="axis-1")
    before, mine = {seat: core(table.campaign, seat, PARTS) for seat in others}, core(table.campaign, whose, PARTS)
    for why, change in SECRET_CHANGES[whose].items():
        change(table)
        for seat in others:
            check_same(before[seat], core(table.campaign, seat, PARTS), f"{seat}: {why}")
    assert core(table.campaign, whose, PARTS) != mine
    table.check()


def test_how_far_a_force_may_go_its_enemy_does_not_learn() -> None:
    """The convoy without its slow transports, in its own movement step."""
    table = InHand(begin_duisburg(), "axis")
    before = {seat: core(table.campaign, seat, PARTS) for seat in ("axis", "allied", OBSERVER)}
    for key in ("duisburg", "san-marco", "maria", "sagitta", "rina-corrado", "conte-di-misurata", "minatitlan"):
        own("axis", Set(f"transport:{key}.place", "due"))(table)
    for seat in ("allied", OBSERVER):
        check_same(before[seat], core(table.campaign, seat, PARTS), f"{seat}: MPs")
    moves = f"/c/{table.slug}/sea/?force=axis-1&hex=18A:1304"
    assert "<b>9 MPs left" in before["axis"][moves]
    assert "<b>36 MPs left" in core(table.campaign, "axis", PARTS)[moves]


def told(table: InHand, seat: str, *sent: dict[str, str], to: str = SEARCH) -> dict[str, str]:
    """What a seat reads of it all, and is answered where it tries to search itself."""
    found = core(table.campaign, seat, PARTS)
    client, home = seated(table.campaign, seat), f"/c/{table.slug}/"
    for typed in sent:
        found[f"form {sorted(typed)}"] = ask(client, f"{home}do/{to}/?{urlencode(typed)}").whole
        answer = ask(client, f"{home}do/{to}/", "post", data={"submission": "a" * 32, "seen": "", **typed}).whole
        found[str(sorted(typed.items()))] = answer
    return {address: ONCE.sub("", text) for address, text in found.items()}


@pytest.mark.parametrize("seat", ["axis", OBSERVER])
@pytest.mark.parametrize("die", ["1", "0"])
def test_a_search_tells_the_enemy_neither_from_where_nor_how_likely(seat: str, die: str) -> None:
    """The same die with an airbase 3 hexes away and without: found by 7 of 10 or by 4; not found by either."""

    def play(secret: bool) -> dict[str, str]:
        with rolled_back():
            table = recon()
            if secret:
                own("allied", site("new"))(table)
            table.do(SEARCH, die, force="axis-1")
            asked = ({"force": "axis-2", "site": f"search-site:{key}"} for key in ("new", "malta", "none"))
            return told(table, seat, *asked)

    without, with_it = play(False), play(True)
    for pages in (without, with_it):
        assert not any(words in text for text in pages.values() for words in (MARKER, "69 Squadron"))
    check_same(masked(without), masked(with_it), "the airbase")


def masked(pages: dict[str, str]) -> dict[str, str]:
    """Without the hashes of what only its side reads."""
    return {address: RANDOM.sub("…", text) for address, text in pages.items()}


@pytest.mark.rule("SM.3.B")
@pytest.mark.parametrize("seat", ["axis", OBSERVER])
def test_a_surface_search_tells_the_enemy_nothing_of_the_ships_that_search(seat: str) -> None:
    """With one more cruiser in the force and without: pages, refusals and MPs are the same."""

    def play(secret: bool) -> dict[str, str]:
        with rolled_back():
            table = at_sea(begin_duisburg())
            place = "force:allied-1" if secret else "sm-port:malta"
            more = {"place": place, "nation": "british", "type": ShipType.CL, "name": MARKER}
            own("allied", Ship.new("new", side=Side.ALLIED, **more, **SHIPS[ShipType.CL]))(table)
            table.do("sm-surface-search", force="allied-1", light="night")
            tried = {"force": "allied-1", "light": "day"}
            return told(table, seat, tried, to="sm-surface-search")

    without, with_it = play(False), play(True)
    assert not any(MARKER in text for pages in (without, with_it) for text in pages.values())
    check_same(masked(without), masked(with_it), "the cruiser")
