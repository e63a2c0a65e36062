"""A page is made once for all whose seat sees the same; what is a person's own is put in for each (21.2).

`tests.made_anew` holds each page that any test gets from memory against the same made anew.
"""

import gzip
import re
import threading
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from navalassist.auditlog.models import Payload
from navalassist.campaigns.facts import PUBLIC
from navalassist.campaigns.models import Actor, Campaign
from navalassist.campaigns.viewer import MODERATOR, OBSERVER, Viewer
from navalassist.desk.at import At
from navalassist.desk.made_once import page as made
from navalassist.desk.made_once import reading
from navalassist.desk.made_once.memory import Kept, Memory
from navalassist.desk.made_once.packed import Hole, filled, packed
from navalassist.desk.made_once.questions import Questions
from navalassist.desk.made_once.reading import read_once
from navalassist.desk.made_once.slots import Filling, Made, StandIns, split
from navalassist.play import state as states
from navalassist.play.people import drafts, seats
from navalassist.play.systems import system_of
from navalassist.ready import Ready
from tests.begun import begin_demo
from tests.club import Club
from tests.in_hand import InHand, seated, viewer_of
from tests.made_anew import Proving
from tests.promises.closed import UNIT, planned
from tests.systems.europa.board import put, typed

PAGES = ("", "board/", "log/")


@pytest.fixture
def memory(monkeypatch: pytest.MonkeyPatch) -> Proving:
    """A memory of this test's own, which counts what it gave out again."""
    monkeypatch.setattr(made, "MEMORY", found := Proving())
    return found


@pytest.fixture
def demo() -> Campaign:
    return begin_demo()


@pytest.fixture
def home(demo: Campaign) -> str:
    return f"/c/{demo.slug}/"


def body(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def keys_of(text: str) -> set[str]:
    return set(re.findall(r'name="submission" value="(\w+)"', text))


# ------------------------------------------------------------------------------------------------ for the same eyes


@pytest.mark.parametrize("where", PAGES)
def test_the_second_tablet_of_a_seat_gets_the_page_of_the_first(memory: Proving, demo: Campaign, where: str) -> None:
    address = f"/c/{demo.slug}/{where}"
    body(seated(demo, "axis"), address)
    assert (len(memory), memory.given_again) == (1, 0)
    body(seated(demo, "axis"), address)
    assert (len(memory), memory.given_again) == (1, 1)
    body(seated(demo, "allied"), address)
    assert (len(memory), memory.given_again) == (2, 1), "another seat sees another page"


@pytest.mark.parametrize("where", PAGES)
def test_every_act_that_a_seat_sees_makes_its_pages_anew(memory: Proving, demo: Campaign, where: str) -> None:
    reader, address = seated(demo, "axis"), f"/c/{demo.slug}/{where}"
    before = body(reader, address)
    put(demo, typed("7 SP"))
    after = body(reader, address)
    assert memory.given_again == 0
    version = re.compile(r'data-version="([^"]+)"')
    assert version.findall(before) != version.findall(after)


@pytest.mark.promise("P25")
@pytest.mark.parametrize("where", PAGES)
def test_what_others_do_in_secret_makes_no_page_anew_for_the_time_would_tell_of_it(memory: Proving, where: str) -> None:
    campaign = planned()
    watcher, address = seated(campaign, "allied"), f"/c/{campaign.slug}/{where}"
    before = body(watcher, address)
    put(campaign, typed(f"{UNIT} and another, 4 REs"))
    after = body(watcher, address)
    assert memory.given_again == 1
    assert UNIT not in before + after


@pytest.mark.promise("P24")
def test_no_seat_gets_the_page_of_another_from_memory(memory: Proving) -> None:
    campaign = planned()
    for seat in ("axis", MODERATOR, "axis", "allied", OBSERVER, "allied", OBSERVER):
        for where in PAGES:
            told = UNIT in body(seated(campaign, seat), f"/c/{campaign.slug}/{where}")
            assert not told or seat == "axis", (seat, where)
    assert memory.given_again


def test_a_part_of_a_page_and_an_answer_to_a_form_are_made_anew(memory: Proving, demo: Campaign, home: str) -> None:
    client = seated(demo, "axis")
    client.get(f"{home}?side=allied", headers={"HX-Request": "true", "HX-Target": "chart"})
    client.post(f"{home}board/draft/", {"sails": "7 SP", "origin": "naples", "destination": "tripoli"})
    assert len(memory) == 0


def test_what_is_not_there_is_no_page_that_is_kept(memory: Proving, demo: Campaign, home: str) -> None:
    client = seated(demo, "axis")
    assert client.get(f"{home}zone/nowhere/").status_code == 404
    assert client.get(f"{home}log/", {"go": "1"}).status_code == 302
    assert len(memory) == 0


@pytest.mark.parametrize("name", ["Set-Cookie", "Cache-Control"])
def test_what_says_more_than_its_content_is_no_page_for_all(memory: Proving, demo: Campaign, name: str) -> None:
    def make(_: HttpRequest, here: At) -> HttpResponse:
        answer = HttpResponse(here.version)
        if name == "Set-Cookie":
            answer.set_cookie("one", "two")
        else:
            answer.headers[name] = "private"
        return answer

    request: Any = RequestFactory().get("/")
    request.session = {}
    here = At(states.load(demo.slug), viewer_of(demo), system_of(demo.system))
    answer = made.made_once(request, here, make)
    assert answer.cookies if name == "Set-Cookie" else answer.headers[name]
    assert len(memory) == 0


# ------------------------------------------------------------------------------------------------ a person's own


@pytest.mark.parametrize("where", PAGES)
def test_each_answer_has_one_time_keys_and_a_token_of_its_own(demo: Campaign, where: str) -> None:
    address = f"/c/{demo.slug}/{where}"
    one, two = (body(seated(demo, "axis"), address) for _ in range(2))
    assert keys_of(one)
    assert len(keys_of(one)) == len(keys_of(two))
    assert not keys_of(one) & keys_of(two)
    tokens = [set(re.findall(r'(?:csrfmiddlewaretoken" value|X-CSRFToken": )="?(\w{64})', text)) for text in (one, two)]
    assert not tokens[0] & tokens[1]


def test_two_who_have_the_same_page_may_both_send_its_forms(demo: Campaign, home: str) -> None:
    clients, before = [Client(enforce_csrf_checks=True) for _ in range(2)], len(InHand(demo).rows("shipment"))
    pages = [body(client, f"{home}board/") for client in clients]
    for client, text in zip(clients, pages, strict=True):
        token = re.findall(r'"X-CSRFToken": "(\w{64})"', text)[0]
        key = re.findall(r'<form[^>]*id="f-new".*?name="submission" value="(\w+)"', text, re.DOTALL)[0]
        row = {"side": "axis", "sails": "7 SP", "origin": "naples", "destination": "tripoli", "submission": key}
        answer = client.post(f"{home}board/row/", row, headers={"X-CSRFToken": token})
        assert answer.status_code == 302, answer.content.decode()
    assert len(InHand(demo).rows("shipment")) == before + 2


def test_in_a_club_each_reads_their_own_name(club: Club, demo: Campaign, home: str, memory: Proving) -> None:
    alice, bob = club.person("Alice & <Co>", axis=demo), club.person("Bob", axis=demo)
    for where in PAGES:
        assert "Alice &amp; &lt;Co&gt;</a>" in body(alice, home + where)
        said = body(bob, home + where)
        assert "Bob</a>" in said
        assert "Alice &amp; &lt;Co&gt;</a>" not in said
    assert memory.given_again == len(PAGES)


def test_whose_dice_a_browser_takes_is_its_own(demo: Campaign, home: str) -> None:
    typing, other = seated(demo, "axis"), seated(demo, "axis")
    session = typing.session
    session[f"dice:{demo.slug}"] = "typed"
    session.save()
    typing.cookies["navalassist_session"] = session.session_key
    checked = re.compile(r'value="typed"[^>]*checked')
    assert not checked.search(body(other, f"{home}board/"))
    assert checked.search(body(typing, f"{home}board/"))


def test_bookmarks_and_the_last_look_are_a_persons_own(demo: Campaign, home: str) -> None:
    one, other = seated(demo, "axis"), seated(demo, "axis")
    one.post(f"{home}log/bookmark/", {"entry": "public/1", "name": "the beginning"})
    one.post(f"{home}log/looked/", {"entry": "public/1"})
    mine, theirs = body(one, f"{home}log/"), body(other, f"{home}log/")
    assert "the beginning" in mine
    assert "Since I last looked" in mine
    assert "the beginning" not in theirs
    assert "Since I last looked" not in theirs


# ------------------------------------------------------------------------------------------------ what drops a page


def test_a_person_who_is_called_otherwise_is_so_on_every_page(
    club: Club, demo: Campaign, home: str, memory: Proving
) -> None:
    alice = club.person("Alice", axis=demo)
    assert "Alice" in body(alice, f"{home}log/?person=")
    bob = club.person("Bob", allied=demo)
    assert "Alice" in body(bob, f"{home}log/")
    Actor.objects.filter(name="Alice").update(name="Alix")
    said = body(bob, f"{home}log/")
    assert "Alix" in said
    assert "Alice" not in said
    assert memory.given_again == 0


def test_a_seat_that_is_given_or_taken_changes_the_pages_that_tell_of_it(club: Club, demo: Campaign, home: str) -> None:
    umpire = club.person("Ursula", moderator=demo)
    empty = body(umpire, f"{home}board/")
    club.person("Bob", allied=demo)
    assert body(umpire, f"{home}board/") != empty


def test_whoever_lost_their_seat_gets_no_page_from_memory(club: Club, demo: Campaign, home: str) -> None:
    alice = club.person("Alice", axis=demo)
    club.person("Ursula", moderator=demo)
    body(alice, f"{home}board/")
    club.by("Ursula", demo, seats.end, demo.seats.get(seat="axis"))
    assert alice.get(f"{home}board/").status_code == 404


def test_what_somebody_types_stands_on_the_boards_of_the_others(club: Club, demo: Campaign, home: str) -> None:
    club.person("Alice", axis=demo)
    bob, carol = club.person("Bob", axis=demo), club.person("Carol", axis=demo)
    assert "Alice" not in body(bob, f"{home}board/")
    drafts.keep(club.viewer("Alice", "axis", demo), "new", {"sails": "99 SP", "side": "axis"})
    assert "99 SP" in body(bob, f"{home}board/")
    assert "99 SP" in body(carol, f"{home}board/")
    assert "99 SP" not in body(club.client(club.account("Alice").user), f"{home}board/")
    drafts.drop(club.viewer("Alice", "axis", demo), "new")
    assert "99 SP" not in body(bob, f"{home}board/")


def test_a_ruling_and_what_the_campaign_is_called_change_its_pages(demo: Campaign, home: str) -> None:
    client = seated(demo, MODERATOR)
    body(client, f"{home}board/")
    client.post(f"{home}archive/called/", {"called": "before the landing"})
    assert "before the landing" in body(client, f"{home}board/")


# ------------------------------------------------------------------------------------------------ the memory


def page_of(text: str) -> Kept:
    return Kept(Made((text.encode(),), (b"",), ()), Questions())


def test_the_memory_keeps_within_its_bound_what_was_asked_for_last() -> None:
    memory = Memory(most=30)
    for name in "abc":
        memory.page(name, lambda name=name: page_of(name * 10))  # type: ignore[misc]
    memory.page("a", lambda: pytest.fail("it was at hand"))
    memory.page("d", lambda: page_of("d" * 10))
    assert (len(memory), memory.size) == (3, 30)
    memory.page("a", lambda: pytest.fail("it was at hand"))
    asked = []
    memory.page("b", lambda: asked.append("b") or page_of("b" * 10))  # type: ignore[func-returns-value]
    assert asked == ["b"], "the one that nobody asked for was dropped"
    memory.page("huge", lambda: page_of("x" * 31))
    assert len(memory) == 0


def test_many_who_ask_at_once_wait_for_the_one_that_makes_it() -> None:
    memory, asked, go = Memory(), [], threading.Event()

    def make() -> Kept:
        asked.append(threading.get_ident())
        go.wait(10)
        return page_of("one")

    found: list[Kept] = []
    threads = [threading.Thread(target=lambda: found.append(memory.page("k", make))) for _ in range(8)]
    for thread in threads:
        thread.start()
    go.set()
    for thread in threads:
        thread.join(10)
    assert len(asked) == 1
    assert [kept is found[0] for kept in found] == [True] * 8


def test_a_page_that_could_not_be_made_is_tried_again_by_the_next() -> None:
    memory = Memory()
    with pytest.raises(ValueError, match="no"):
        memory.page("k", lambda: (_ for _ in ()).throw(ValueError("no")))
    assert memory.page("k", lambda: page_of("yes")).made.parts == (b"yes",)


def test_a_page_that_wrote_something_is_not_kept() -> None:
    questions = Questions()
    with questions.noted():
        Actor.objects.create(name="Somebody")
    assert not questions.sound


def test_questions_beside_the_log_are_asked_again() -> None:
    questions = Questions()
    with questions.noted():
        assert not Actor.objects.filter(name="Somebody").exists()
    assert questions.sound
    assert questions.still_answered()
    Actor.objects.create(name="Somebody")
    assert not questions.still_answered()


# ------------------------------------------------------------------------------------------------ read once


def here_of(campaign: Campaign, seat: str, **more: Any) -> At:
    """Where somebody in this seat is."""
    viewer, state = viewer_of(campaign, seat, **more), states.load(campaign.slug)
    return At(state.seen_by(viewer.audiences), viewer, system_of(campaign.system))


class Reading:
    """Something that is read, and who read it."""

    def __init__(self) -> None:
        self.by: list[Viewer] = []

    def __call__(self, here: At, *about: object) -> tuple[object, ...]:
        self.by.append(here.viewer)
        return (here.viewer.audiences, *about)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is read beside to be held against it (`tests.made_anew`)."""
    proved: Any = reading._kept
    monkeypatch.setattr(reading, "_kept", proved.__wrapped__)


@pytest.mark.usefixtures("counted")
def test_what_one_seat_has_read_of_an_open_log_no_other_reads_again(demo: Campaign) -> None:
    read, seats_in_turn = Reading(), ("axis", "allied", OBSERVER, MODERATOR)
    found = {read_once(here_of(demo, seat), read, "all") for seat in seats_in_turn}
    assert found == {(frozenset({PUBLIC}), "all")}
    assert len(read.by) == 1
    read_once(here_of(demo, "axis"), read, "more")
    assert len(read.by) == 2, "it was about something else"
    put(demo, typed("7 SP"))
    read_once(here_of(demo, "axis"), read, "all")
    assert len(read.by) == 3, "somebody has acted"


@pytest.mark.usefixtures("counted")
def test_who_reads_for_others_may_do_nothing_and_is_nobody(demo: Campaign) -> None:
    read = Reading()
    read_once(here_of(demo, "axis"), read)
    (reader,) = read.by
    assert (reader.actor, reader.seat, reader.seats) == ("", OBSERVER, frozenset())
    assert not any(reader.may_act_as(seat) for seat in ("axis", "allied", MODERATOR))


@pytest.mark.promise("P24")
@pytest.mark.usefixtures("counted")
def test_what_a_seat_reads_of_a_closed_log_stays_its_own() -> None:
    campaign, read = planned(), Reading()
    written = {chain for chain, sequence, _ in states.load(campaign.slug).heads if sequence}
    told = {*Payload.objects.filter(entry__campaign=campaign).values_list("audience", flat=True)}
    assert told
    assert told <= written
    for seat in ("axis", "allied", "axis", OBSERVER, "allied", MODERATOR):
        here = here_of(campaign, seat, at_table=False)
        (found,) = read_once(here, read)
        assert found & written == here.viewer.audiences & written, seat
        assert found <= here.viewer.audiences, seat
    assert [one.seat == "axis" for one in read.by] == [True, False, False, False]
    assert not any(one.may_act_as("axis") for one in read.by)


def test_a_page_asks_again_what_others_asked_for_what_it_has_read(demo: Campaign) -> None:
    def names(_: At) -> list[str]:
        return list(Actor.objects.filter(name__startswith="Some").values_list("name", flat=True))

    Actor.objects.create(name="Somebody")
    first, second = Questions(), Questions()
    for questions in (first, second):
        with questions.noted():
            assert read_once(here_of(demo, "axis"), names) == ["Somebody"]
    assert [len(questions.asked) for questions in (first, second)] == [1, 1]
    Actor.objects.update(name="Someone else")
    assert not second.still_answered()
    assert read_once(here_of(demo, "axis"), names) == ["Someone else"]


def test_what_is_read_of_a_state_that_may_be_changed_is_read_each_time(demo: Campaign) -> None:
    read, here = Reading(), here_of(demo, "axis")
    changing = At(here.state.copy(), here.viewer, here.system)
    assert read_once(changing, read) == read_once(changing, read)
    assert len(read.by) == 2


@pytest.mark.usefixtures("counted")
def test_what_wrote_something_is_not_kept(demo: Campaign) -> None:
    def write(_: At) -> int:
        return int(Actor.objects.create(name="One more").pk)

    assert read_once(here_of(demo, "axis"), write) != read_once(here_of(demo, "axis"), write)


# ------------------------------------------------------------------------------------------------ packed beforehand


@pytest.mark.parametrize("where", PAGES)
def test_a_packed_answer_is_the_page(demo: Campaign, where: str) -> None:
    client = seated(demo, "axis")
    answer = client.get(f"/c/{demo.slug}/{where}", headers={"Accept-Encoding": "gzip, br"})
    assert answer["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in answer["Vary"]
    whole = gzip.decompress(answer.content).decode()
    assert whole.startswith("<!doctype html>")
    assert len(answer.content) < len(whole) / 3
    assert keys_of(whole)


WORD = st.text(max_size=60).map(str.encode)
FILLED = st.one_of(
    st.tuples(st.just(Hole()), st.binary(max_size=90)), st.tuples(st.just(Hole(8)), st.binary(min_size=8, max_size=8))
)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(WORD, FILLED), max_size=8), WORD)
def test_any_text_with_any_fillings_unpacks_to_itself(
    pieces: list[tuple[bytes, tuple[Hole, bytes]]], last: bytes
) -> None:
    parts, holes = [*(part for part, _ in pieces), last], [hole for _, (hole, _) in pieces]
    fillings = [filling for _, (_, filling) in pieces]
    whole = b"".join((*(part + filling for part, (_, filling) in pieces), last))
    assert gzip.decompress(filled(packed(parts, holes), fillings, whole)) == whole


def test_what_stands_before_and_after_a_hole_is_packed_once() -> None:
    """A word that comes again after a hole costs a few bytes: packing goes on over the hole, and never into it."""
    word, hole = b"Naples to Tripoli by the usual way, 7 SP. " * 10, Hole(32)
    parts = packed([word, word, word], [hole, hole])
    assert len(parts[1]) + len(parts[2]) < 50
    for filling in (b"Naples to Tripoli by the usual wa", b"\xf8" * 32):
        fillings = [filling[:32]] * 2
        whole = word + filling[:32] + word + filling[:32] + word
        assert gzip.decompress(filled(parts, fillings, whole)) == whole


def test_stand_ins_are_sent_to_nobody() -> None:
    stand_ins = StandIns()
    one, two, no_key = "1" * 32, "2" * 32, "e" * 64
    keys = "".join(f'<i value="{key}">' for key in (stand_ins.token, one, two, one))
    text = f"<a>{stand_ins.name}</a>{keys}{no_key}"
    given_out = split(text.encode(), stand_ins, [one, two]).given_to(Filling("T" * 64, "Bob <b>"), gzip=False)
    first, second, again = re.findall(r'value="(\w{32})"', given_out.decode())
    assert first == again != second
    assert not {first, second} & {one, two}
    assert given_out.decode().endswith(no_key)
    assert given_out.decode().startswith(f'<a>Bob &lt;b&gt;</a><i value="{"T" * 64}">')


# ------------------------------------------------------------------------------------------------ questions made ready


def test_a_question_made_ready_is_answered_as_the_query_that_it_was(db: None) -> None:
    named = Ready(lambda name: Actor.objects.filter(name=name).values_list("identity", "name"))
    one, two = Actor.objects.create(name="One"), Actor.objects.create(name="Two")
    assert named("One") == [(one.identity, "One")]
    assert named("Two") == [(two.identity, "Two")]
    assert named("' OR 1=1") == []
    by_identity = Ready(lambda identity: Actor.objects.filter(identity=identity).values_list("name"))
    assert (by_identity(one.identity), by_identity(two.identity)) == ([("One",)], [("Two",)])
