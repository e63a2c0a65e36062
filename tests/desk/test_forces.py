"""Pages of what sides know and plan: forces, sealed plans, boxes with damage that waits, order books."""

import re
from collections.abc import Iterator

import pytest

from navalassist.campaigns.viewer import MODERATOR, OBSERVER, Viewer
from navalassist.desk.at import At
from navalassist.desk.forces.known import forces
from tests.in_hand import ACTOR, InHand, in_hand, words_of
from tests.straits.rules import AIM, FIRE, SEARCH
from tests.straits.system import begin, install


@pytest.fixture
def straits(monkeypatch: pytest.MonkeyPatch, db: None) -> Iterator[InHand]:
    install(monkeypatch.setitem)
    with in_hand(begin()) as table:
        yield table


def offered(table: InHand, words: str) -> str:
    """The address of the line of This step that says so."""
    page = table.text("")
    found = re.findall(rf'<a[^>]*href="([^"]*)"[^>]*>(?:(?!</a>).)*?{re.escape(words)}', page, re.S)
    assert found, words_of(page)
    return str(found[0])


def sent(table: InHand, address: str, to: str = "", **typed: str) -> str:
    """The form of a page is sent; what one reads then."""
    answer = table.send(address, to, **typed)
    assert answer.status_code == 302, words_of(answer)
    return str(answer["Location"])


@pytest.mark.rule("X.4")
def test_each_seat_sees_of_a_force_what_it_may(straits: InHand) -> None:
    straits.until("south/watch-1/search")
    north, south, observer = (straits.at(seat) for seat in ("north", "south", OBSERVER))
    assert "You know nothing of what it holds." in south.words("known/")
    search = offered(south, "Search for Force 1")
    assert "33 %" in south.words(search)
    sent(south, search, f"do/{SEARCH}/", side="south", force="n1", dice="typed", strip="3")
    words = south.words("known/")
    assert "Force 1 ■ North In the west. nothing in general in full 2 warships, transports Known until" in words
    assert "Seen before seen in the west, 1901-06, Watch 1, Search: 2 warships, transports" in words
    assert "Only ● South and the moderator see this: South Heron (cruiser)" in words
    for other in (north, observer):
        words = other.words("known/")
        assert "2 warships" not in words
        assert "Known until" not in words
    assert "South sees in general Force 1." in observer.words("log/")


@pytest.mark.rule("X.9")
def test_two_tablets_seal_their_plans_and_fire_at_once(straits: InHand) -> None:
    straits.until("north/watch-1/battle")
    north, south = straits.at("north"), straits.at("south")
    assert offered(north, "Aim the forts")
    waits = sent(north, f"do/{AIM}/?side=north", f"do/{AIM}/", side="north", dice="server")
    assert "waits for North and South" in south.words("")
    assert "Where do your forts aim?" in south.words(waits)
    said = words_of(south.send(waits, waits, **{"line-sand": "elsewhere"}))
    assert "Nothing was done. Fort Sand fires at: choose one of Fort Rock, holds its fire." in said
    waits = sent(south, waits, **{"line-sand": "rock"})
    assert "Only ● South sees this: Fort Sand fires at: Fort Rock . Sealed. It waits for ■ North" in south.words(waits)
    assert "waits for North" in north.words("")
    assert "Fort Rock ." not in north.words(waits)
    assert "● South answered" in north.words(waits)
    waits = sent(south, waits, **{"line-sand": "holds"})
    waits = sent(south, waits, **{"line-sand": "rock"})
    done = sent(north, waits, **{"line-rock": "sand"})
    assert "The forts aim: Fort Rock at Fort Sand; Fort Sand at Fort Rock." in south.words(done)
    assert "Fort Rock fires at: Fort Sand Where do your forts aim?" in south.words(done)
    fire = offered(north, "Fort Rock fires")
    # Its box of 8 hits on 4 and less: 4 of 6; the mean is 5/6.
    assert "67 %" in north.words(fire)
    sent(north, fire, f"do/{FIRE}/", fort="rock", dice="typed", strip="1")
    words = south.words("known/")
    assert "Pending: 2 at the end of the step. 2 by the fire of Fort Rock" in words
    assert "6 hit in this step, counts at its end, 4 hit in this step, counts at its end, 2 left, 0 left" in words
    straits.end_step()
    assert "6 hit, 4 hit, 2 in force, 0 left" in south.words("known/")
    assert "2 by the fire of Fort Rock" in south.words("log/")


def test_books_are_written_sealed_and_opened_by_taps(straits: InHand) -> None:
    north, south = straits.at("north"), straits.at("south")
    sent(north, "orders/", act="add-straits-sailing", force="n1", water="west")
    words = north.words("orders/")
    assert "Which force: Force 1 of North; Where to: the west Force 1 is in the west already." in words
    told = words_of(north.send("orders/", act="seal"))
    assert "Nothing was done. Force 1 is in the west already." in told
    (row,) = (row for row in straits.rows("straits-sailing"))
    sent(north, "orders/", act="remove", order=f"straits-sailing:{row}")
    sent(north, "orders/", act="add-straits-sailing", force="n1", water="narrows")
    assert "● South writes its orders" in north.words("orders/")
    assert "the narrows" not in south.words("orders/").partition("Write:")[0]
    sent(north, "orders/", act="seal")
    words = south.words("orders/")
    assert "■ North sealed SHA-256 of its text:" in words
    assert words.count("Force 1 of North;") == 0
    assert "It waits for ● South" in north.words("orders/")
    refused = north.post("orders/", **north.keys("orders/"), act="add-straits-sailing", force="n2", water="west")
    assert "The book of this turn is sealed" in words_of(refused)
    asked = words_of(south.post("orders/", **south.keys("orders/"), act="seal"))
    assert "The book is not sealed yet" in asked, "an empty book is asked about"
    sent(south, "orders/", act="seal", confirm="yes")
    sent(south, "orders/", act="open")
    words = south.words("orders/")
    assert "■ North open" in words
    assert "Which force: Force 1 of North; Where to: the narrows" in words
    assert '"water":"narrows"' in words
    assert "Its SHA-256, worked out again just now, is the one that was sealed." in words


def test_an_observer_looks_on_and_a_campaign_without_books_has_no_page(straits: InHand) -> None:
    observer = straits.at(OBSERVER)
    assert "Write:" not in observer.words("orders/")
    answer = observer.post("orders/", submission="a" * 32, act="seal")
    assert answer.status_code == 403


def test_an_umpire_sees_all_of_it_and_what_each_side_knows(straits: InHand) -> None:
    straits.until("south/watch-1/search")
    straits.do(SEARCH, "3", seat="south", side="south", force="n1")
    umpire = Viewer(straits.campaign, MODERATOR, ACTOR, umpires=frozenset({"north", "south"}))
    here = At(straits.state.seen_by(umpire.audiences), umpire, straits.system)
    north, *_ = forces(here)
    assert (north.own, north.words.startswith("North Heron")) == (True, True)
    assert north.others == (("south", "in general", "2 warships, transports"),)
