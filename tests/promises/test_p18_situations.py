"""P18: what a rule was told is what was read at the board, or what the entry before it was told."""

import re
from typing import Any

import pytest

from navalassist.auditlog import triggers
from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.engine import REGISTER
from navalassist.play.checks.verify import check_campaign
from navalassist.play.dice.server import DiceInput
from navalassist.play.rules.resolve import carry_out
from navalassist.play.systems import SYSTEMS
from navalassist.play.write.transaction import writing
from navalassist.systems.europa.setup import begin_demo
from tests.promises.lies import Lie, says
from tests.promises.tampering import forge, undone
from tests.systems.europa.board import viewer_of
from tests.systems.europa.test_pending import asked, opened, put, rolled, typed

pytestmark = [pytest.mark.promise("P18"), pytest.mark.django_db]


def told(campaign: Campaign, entry: Entry, change: Lie) -> list[str]:
    """What a check says of an entry whose situation was changed by somebody who put all hashes right."""
    with undone():
        forge(campaign, entry.reference, lambda record: change(record["body"]))
        return [fault.what for fault in check_campaign(campaign).faults if fault.where == entry.reference]


def setting(path: str, value: Any) -> Lie:
    return says(f"situation.{path}", value)


def last(campaign: Campaign, **columns: str) -> Entry:
    found = Entry.objects.filter(campaign=campaign, **columns).order_by("-id").first()
    assert found is not None
    return found


@pytest.fixture
def demo() -> Campaign:
    """The demo, with its first convoy in Tripoli and Malta bombed."""
    campaign = begin_demo()
    with writing(viewer_of(campaign, "moderator")) as writer:
        carry_out(writer, "cargo-contact", {"shipment": "demo-1"}, DiceInput())
        carry_out(writer, "cargo-contact", {"shipment": "demo-1"}, DiceInput("typed", "22"))
        carry_out(writer, "malta-bombed", {"hits": 1}, DiceInput())
    assert check_campaign(campaign).faults == []
    triggers.drop()
    return campaign


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("item.res", "1"),
        ("item.transport_count", 1),
        ("item.kind", "srp"),
        ("item.alone", False),
        ("item.origin.groups", ["sicily"]),
        ("side", "allied"),
        ("leg.zone", "tyrrhenian"),
        ("leg.air_against", 5),
        ("leg_number", 1),
        ("comes_from", None),
        ("turn", "1941-03-2"),
    ],
)
def test_a_check_was_told_its_shipment_and_its_leg_as_they_were_read(demo: Campaign, path: str, value: Any) -> None:
    found = told(demo, last(demo, procedure="cargo-contact"), setting(path, value))
    assert any(what.startswith(f"the rule was told {path} as {value!r}, where ") for what in found), found


def test_malta_stood_as_it_was_read(demo: Campaign) -> None:
    entry = last(demo, procedure="malta-bombed")
    found = told(demo, entry, setting("number", 5))
    assert any(what.startswith("the rule was told number as 5, where 10 ") for what in found), found
    left_out = says("facts_read", lambda facts: [fact for fact in facts if fact[0] != "malta:status.number"])
    assert "the rule was told what depends on malta:status.number, which was not read" in told(demo, entry, left_out)


def test_a_field_that_is_left_out_is_missed(demo: Campaign) -> None:
    """The rule would go by what holds where nothing is said: no hexes, no aircraft, no losses."""
    entry = last(demo, procedure="cargo-contact")
    found = told(demo, entry, lambda body: body["situation"]["item"].pop("carries"))
    assert any(what.startswith("the rule was told item.carries as '<nothing>'") for what in found), found


def test_what_goes_on_was_told_what_waited() -> None:
    campaign = opened()
    put(campaign, typed("7 SP"))
    (key,) = asked(campaign)
    rolled(campaign, key, "66")
    rolled(campaign, key, "2 2 2")
    entry = last(campaign, procedure="cargo-contact")
    assert entry.record["body"]["continues"]
    assert check_campaign(campaign).faults == []
    triggers.drop()
    found = told(campaign, entry, setting("item.res", "3"))
    assert any(what.startswith("the rule was told item.res as '3', where '7' ") for what in found), found


def test_a_correction_changes_what_it_says_and_nothing_else(played: Campaign) -> None:
    """In the story two ships struck and not three; the correction says so."""
    entry = last(played, kind="correction", procedure="mini-strike")
    assert entry.record["body"]["changed"] == ["strength"]
    found = told(played, entry, setting("moon", True))
    assert "the rule was told moon as True, where False was to be expected" in found, found
    found = told(played, entry, lambda body: body["changed"].append("ships.0"))
    assert any(what.startswith("what it says that it changed in the situation is not there") for what in found), found


def test_what_is_told_of_is_a_procedure_of_the_system() -> None:
    for system in SYSTEMS.values():
        assert system.tellers.keys() <= system.situations.keys()


def test_all_rules_that_the_log_format_promises_say_what_they_must_be_told() -> None:
    """Those of 33 and 36.A.4, save what the page on the log's format names."""
    system = SYSTEMS["europa"]
    promised = {slug for slug in system.situations if re.match(r"33\.|36\.A\.4", REGISTER[slug].rule)}
    typed, of_units, only_odds = {"half-eliminated-rps", "italian-attempt-before"}, {"anti-shipping-air"}, {"voyage"}
    assert promised - system.tellers.keys() == typed | of_units | only_odds
