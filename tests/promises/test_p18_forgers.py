"""P18: a forger who puts all hashes right is found by the rules, the dice and what later entries read."""

from typing import Any

import pytest

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.play.checks.verify import check_campaign
from tests.promises.lies import Lie, all_of, says
from tests.promises.tampering import alter, entry_of, forge, run, undone

pytestmark = [pytest.mark.promise("P18"), pytest.mark.django_db]


ANOTHER_FACE = says("body.answers.-1.faces", lambda faces: [7 - faces[0]])
MAJOR = says("body.changes.0.2", "major")


def uses_its_dice_again(record: dict[str, Any]) -> None:
    ANOTHER_FACE(record)
    record["body"]["dice"]["reused"] = [a["key"] for a in record["body"]["answers"]]


def goes_on_from_itself(record: dict[str, Any]) -> None:
    uses_its_dice_again(record)
    record["body"]["continues"] = f"{record['chain']}/{record['sequence']}"


@pytest.mark.parametrize("kind", ["correction", "rule"])
def test_facts_that_a_later_entry_read_anew(played: Campaign, kind: str) -> None:
    """What a correction or a continuation read is what the entry before it read, or what the log says."""
    link = "corrects" if kind == "correction" else "continues"
    entries = Entry.objects.filter(campaign=played, kind=kind, content__contains=f'"{link}":"public/').order_by("id")
    read = [entry for entry in entries if "facts_read" in entry.record["body"]]
    for entry in read:
        with undone():
            forge(played, entry.reference, says("body.facts_read.0.1", lambda value: 7 if value != 7 else 8))
            found = [str(fault) for fault in check_campaign(played).faults]
            assert any("neither the entry before it nor the log says" in fault for fault in found), found
    assert read


def test_a_seed_that_is_bound_for_another_audience_than_its_chain(played: Campaign) -> None:
    bound = Entry.objects.filter(campaign=played, kind="seed", chain="public").latest("id")
    with undone():
        forge(played, bound.reference, lambda record: record["body"].update(audience="axis"))
        found = [str(fault) for fault in check_campaign(played).faults]
        assert any("dice were bound for another turn or chain than the one they are bound in" in f for f in found)


FORGERIES: dict[str, tuple[Lie, str]] = {
    "the outcome": (says("body.outcome", "storm for 5"), "rule check: the outcome would differ"),
    "a face": (ANOTHER_FACE, "is not the one that was bound"),
    "a reading": (says("body.answers.-1.reading", 9), "rule check: the readings would differ"),
    "an effect": (all_of(says("body.effects.0.value", "major"), MAJOR), "rule check: the effects would differ"),
    "a change": (MAJOR, "the log before it says otherwise"),
    "who threw": (all_of(ANOTHER_FACE, says("body.dice.source", "typed")), "the column dice differs from the text"),
    "dice of before": (uses_its_dice_again, "it uses dice again, and follows no entry that threw them"),
    "what it follows": (goes_on_from_itself, "the entry whose dice it uses again is not there before it"),
}


@pytest.mark.parametrize("what", FORGERIES)
def test_a_forger_who_puts_all_hashes_right(played: Campaign, what: str) -> None:
    entry, (lie, why) = entry_of(played, "mini-weather", dice="server"), FORGERIES[what]
    with undone():
        forge(played, entry.reference, lie)
        report = check_campaign(played)
        assert report.faults[0].where == entry.reference
        assert any(why in fault.what for fault in report.faults if fault.where == entry.reference), report.faults


@pytest.mark.parametrize(
    ("turn", "why"),
    [("0001", "its dice were thrown when their seed was open already"), ("0009", "its dice were never bound")],
)
def test_dice_of_another_turn(played: Campaign, turn: str, why: str) -> None:
    entry = Entry.objects.filter(campaign=played, dice="server", turn="0002").order_by("id").last()
    assert entry is not None
    with undone():
        forge(played, entry.reference, lambda record: record.update(turn=turn))
        alter(Entry, entry.pk, "turn", turn)
        assert why in [fault.what for fault in check_campaign(played).faults if fault.where == entry.reference]


def test_dice_that_are_given_again_must_be_those_of_before(played: Campaign) -> None:
    entry = entry_of(played, "mini-orders")

    fog = entry.record["body"]["answers"][0]
    other = [fog["faces"][0] % 3 + 1 + (3 if fog["reading"] else 0)]
    with undone():
        forge(played, entry.reference, says("body.answers.0.faces", other))
        faults = [str(fault) for fault in check_campaign(played).faults]
        assert any(f.startswith(f"{entry.reference}: the dice of fog are not those of public/") for f in faults), faults


def test_facts_that_a_waiting_rule_read_are_those_of_the_log(played: Campaign) -> None:
    waiting = entry_of(played, "mini-weather", "waiting")
    with undone():
        forge(played, waiting.reference, says("body.facts_read.0.1", "major"))
        found = [str(fault) for fault in check_campaign(played).faults]
        assert any(f.startswith(f"{waiting.reference}: it read zone:outer.interference as 'major'") for f in found)


def test_facts_that_a_rule_was_told_are_those_that_it_read(played: Campaign) -> None:
    for kind in ("rule", "correction"):
        entry = entry_of(played, "mini-strike", kind)
        with undone():
            forge(played, entry.reference, lambda r: r["body"]["situation"]["facts"].update({"zone:inner.hits": 7}))
            found = [str(fault) for fault in check_campaign(played).faults]
            assert f"{entry.reference}: the rule was told zone:inner.hits as 7, which was not read so" in found


def test_dice_of_what_was_carried_out_are_not_handed_on(played: Campaign) -> None:
    done = entry_of(played, "mini-strike")
    later = Entry.objects.filter(campaign=played, kind="rule", procedure="mini-strike").order_by("id").last()
    assert later is not None
    with undone():
        forge(played, later.reference, lambda record: record["body"].update(continues=done.reference))
        found = [str(fault) for fault in check_campaign(played).faults]
        assert f"{later.reference}: it goes on from {done.reference}, which neither waited nor was given up" in found


def test_an_entry_is_followed_by_one_only(played: Campaign) -> None:
    answered = entry_of(played, "mini-orders")
    origin = answered.record["body"]["continues"]
    later = Entry.objects.filter(campaign=played, kind="rule", id__gt=answered.pk).order_by("id").last()
    assert later is not None
    with undone():
        forge(played, later.reference, lambda record: record["body"].update(continues=origin))
        found = [str(fault) for fault in check_campaign(played).faults]
        assert f"{later.reference}: {answered.reference} had gone on from {origin} already, or corrected it" in found


def test_a_secret_chain_that_is_rewritten_is_shown_by_the_next_anchor(played: Campaign) -> None:
    with undone():
        forge(played, "allied/1", lambda record: record.update(time="1999-01-01T00:00:00Z"))
        run("UPDATE auditlog_entry SET time = '1999-01-01 00:00:00' WHERE chain = 'allied' AND sequence = 1")
        faults = check_campaign(played).faults
        anchor = Entry.objects.filter(campaign=played, kind="clock", chain="public").order_by("id").first()
        assert anchor is not None
        assert faults[0].where == anchor.reference
        assert faults[0].what == "the chain allied was changed before this anchor"
