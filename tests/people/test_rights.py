"""What a club's people may change: the limits stand in `play`, whatever a page offers."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import Viewer
from navalassist.engine import Set
from navalassist.play.people.umpires import Standing
from navalassist.play.systems import system_of
from navalassist.play.write.transaction import writing
from navalassist.play.write.writer import AlreadyDone, NotYours
from tests.begun import begin_demo
from tests.club import Club
from tests.in_hand import drawn, in_hand
from tests.mini.system import do, tell
from tests.systems.europa.test_closed import closed


@pytest.fixture
def demo(club: Club) -> Iterator[Campaign]:
    with in_hand(begin_demo()) as table:
        yield table.campaign


def setup_post(section: str, act: str, value: str) -> tuple[str, dict[str, str]]:
    return f"setup/{section}/", {"act": act, "set": value}


PORT = setup_post("ports", "port.owner", "naples=allied")
RULING = setup_post("rulings", "ruling.choice", "R-13=literal")


def test_sides_change_the_set_up_as_at_the_table_but_no_ruling(club: Club, demo: Campaign) -> None:
    alice, ursula = club.person("Alice", axis=demo), club.person("Ursula", moderator=demo)
    home = f"/c/{demo.slug}/"
    path, fields = PORT
    assert alice.post(home + path, fields).status_code == 302
    path, fields = RULING
    assert "Moderator seat" in drawn(alice.post(home + path, fields), 403)
    assert "Rulings are the moderator&#x27;s" in alice.get(home + path).content.decode()
    assert ursula.post(home + path, fields).status_code == 302


def test_a_campaign_may_keep_its_set_up_for_the_moderator(club: Club, demo: Campaign) -> None:
    alice, ursula = club.person("Alice", axis=demo), club.person("Ursula", moderator=demo)
    home = f"/c/{demo.slug}/"
    keep = f"{home}people/keep/"
    assert alice.post(keep, {"keep": "moderator"}).status_code == 403
    assert ursula.post(keep, {"keep": "nobody"}).status_code == 422
    assert ursula.post(keep, {"keep": "moderator"}).status_code == 302
    path, fields = PORT
    assert alice.post(home + path, fields).status_code == 403
    assert "moderator alone" in alice.get(home + path).content.decode()
    assert ursula.post(home + path, fields).status_code == 302
    assert ursula.post(keep, {"keep": "sides"}).status_code == 302
    fields = fields | {"set": "naples=axis"}
    assert alice.post(home + path, fields).status_code == 302


def test_an_observer_changes_nothing_the_other_side_ends_no_step_and_an_umpire_can(club: Club, demo: Campaign) -> None:
    olga = club.person("Olga", observer=demo)
    path, fields = PORT
    assert olga.post(f"/c/{demo.slug}/{path}", fields).status_code == 403
    assert olga.post(f"/c/{demo.slug}/step/").status_code == 403
    # Mar I 41 begins in the Axis player turn.
    bob, ursula = club.person("Bob", allied=demo), club.person("Ursula", moderator=demo)
    fields = {"confirm": "yes"}
    assert bob.post(f"/c/{demo.slug}/step/", fields).status_code == 403
    assert ursula.post(f"/c/{demo.slug}/step/", fields).status_code == 302
    entry = Entry.objects.filter(campaign=demo, kind="clock").latest("id")
    assert (entry.seat, entry.record["tapped_at"]) == ("axis", "moderator")


def test_a_moderator_who_plays_a_side_umpires_none(club: Club, demo: Campaign) -> None:
    club.person("Ursula", moderator=demo, allied=demo)
    system, moderator = system_of("europa"), frozenset({"moderator"})
    assert Standing("", moderator).umpires(system) == {"axis", "allied"}
    assert Standing("", moderator | {"allied"}).umpires(system) == frozenset()
    assert Standing("", moderator, frozenset({"axis"})).umpires(system) == frozenset()
    assert Standing("", frozenset(), moderator).umpires(system) == frozenset()
    viewer = club.viewer("Ursula", "moderator", demo)
    assert not viewer.may_act_as("axis")
    assert viewer.audiences == {"public", "moderator"}


def test_the_limit_is_the_writers_not_a_pages(club: Club, demo: Campaign) -> None:
    club.person("Alice", axis=demo)
    with pytest.raises(NotYours), writing(club.viewer("Alice", "axis", demo)) as writer:
        writer.edit("ruling.choice", (Set("ruling:R-16.choice", "corsica"),))
    table = Viewer(demo, "axis", club.viewer("Alice", "axis", demo).actor, at_table=True)
    with writing(table) as writer:
        writer.edit("ruling.choice", (Set("ruling:R-16.choice", "corsica"),))


def test_a_key_that_somebody_else_has_used_tells_nothing_of_what_he_did(club: Club) -> None:
    """Keys stand in entries that everybody reads; what else was written with one is not to be read by it."""
    campaign = closed()
    alice, bob = club.person("Alice", axis=campaign), club.person("Bob", allied=campaign)
    key, row = "a" * 32, {"side": "axis", "sails": "9 SP", "on": "", "origin": "naples", "destination": "tripoli"}
    board = f"/c/{campaign.slug}/board/row/"
    assert alice.post(board, row | {"submission": key}).status_code == 302
    made = Entry.objects.get(submission=key, chain="axis", kind="edit")
    assert alice.post(board, row | {"submission": key}).status_code == 302
    answers = [
        bob.post(board, row | {"side": "allied", "submission": key}),
        bob.post(f"/c/{campaign.slug}/setup/conditions/", {"submission": key}, headers={"HX-Request": "true"}),
        bob.post(f"/c/{campaign.slug}/setup/malta/", {"submission": key}, headers={"HX-Request": "true"}),
    ]
    for answer in answers:
        assert answer.status_code == 422
        assert "load the page again" in answer.content.decode()
        assert made.reference not in answer.content.decode()
    assert Entry.objects.filter(submission=key, kind="edit").count() == 1


def test_of_his_own_act_a_person_reads_what_the_seat_that_he_looks_from_reads(club: Club) -> None:
    campaign = closed()
    client = club.person("Alice", axis=campaign, observer=campaign)
    row = {"side": "axis", "sails": "9 SP", "origin": "naples", "destination": "tripoli", "submission": "a" * 32}
    assert client.post(f"/c/{campaign.slug}/board/row/", row).status_code == 302
    viewer = club.viewer("Alice", "observer", campaign)
    with pytest.raises(AlreadyDone) as done, writing(viewer, submission="a" * 32):
        pytest.fail("it was carried out again")
    assert {entry.chain for entry in done.value.entries} <= {"public"}
    rule = next(iter(system_of("europa").forms))
    client.post(f"/c/{campaign.slug}/seat/", {"seat": "observer"})
    for path in (f"do/{rule}/", "setup/conditions/", "board/row/"):
        assert client.post(f"/c/{campaign.slug}/{path}", {"submission": "a" * 32}).status_code < 500


def test_only_the_seat_that_is_asked_answers(club: Club, campaign: Campaign) -> None:
    """Its answer may be sealed: nobody gives it for that seat, not even one who holds it and looks from another."""
    club.person("Ursula", moderator=campaign)
    club.person("Alice", axis=campaign, allied=campaign)
    waits = do(club.viewer("Alice", "axis", campaign), "mini-orders", zone="inner")
    assert waits.record["body"]["waits_for"]["seat"] == "axis"
    umpire = replace(club.viewer("Ursula", "moderator", campaign), umpires=frozenset({"axis", "allied"}))
    with pytest.raises(NotYours):
        tell(umpire, waits, "attack")
    # From the other seat she seals that seat's, and nothing for the first.
    sealed = tell(club.viewer("Alice", "allied", campaign), waits, "attack")
    assert (sealed.seat, sealed.record["body"]["waits_for"]["seat"]) == ("allied", "axis")
    tell(club.viewer("Alice", "axis", campaign), sealed, "attack")
