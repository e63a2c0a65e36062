"""Steps, turns, seeds and anchors."""

from dataclasses import replace

import pytest

from navalassist.auditlog.models import Chain, Entry, Seed
from navalassist.campaigns.models import Campaign, Clock
from navalassist.engine import Set, create
from navalassist.engine.duties import Moment
from navalassist.play.checks.verify import check_campaign
from navalassist.play.dice.server import commitment, face
from navalassist.play.storage.bodies import body_of, whole_body
from navalassist.play.storage.tables import kept_tables
from navalassist.play.systems import SYSTEMS
from navalassist.play.write.transaction import writing
from navalassist.play.write.writer import NotYours
from navalassist.systems.europa.setup import begin_demo
from tests.mini.system import MINI, do, edit, end_step, facts, hide_force, seat


def kinds(campaign: Campaign) -> list[str]:
    return list(Entry.objects.filter(campaign=campaign, chain="public").order_by("id").values_list("kind", flat=True))


def test_a_campaign_begins_with_its_set_up_and_bound_dice(campaign: Campaign) -> None:
    assert kinds(campaign) == ["setup", "seed"]
    first = Entry.objects.get(campaign=campaign, sequence=1)
    body = first.record["body"]
    assert (body["act"], body["name"], body["system"]) == ("campaign.begin", "Little War", "mini")
    assert set(body["table_versions"]) == {"mini/search", "mini/weather", "mini/gunfire"} == kept_tables(campaign)
    assert set(Chain.objects.values_list("audience", flat=True)) == {"public", "axis", "allied", "moderator"}


@pytest.mark.promise("P13")
def test_dice_are_bound_before_and_opened_after_the_turn(campaign: Campaign) -> None:
    bound = Entry.objects.get(campaign=campaign, kind="seed").record["body"]
    seed = bytes(Seed.objects.get(campaign=campaign).seed)
    assert bound == {
        "act": "dice.bind",
        "turn_bound": "0001",
        "audience": "public",
        "commitment": commitment(seed),
        "scheme": 2,
    }
    entry = do(seat(campaign), "mini-weather", zone="inner")
    shown = entry.record["body"]["answers"][0]["faces"]
    identity = str(campaign.identity)
    assert shown == [face(seed, identity, entry.reference, "mini-weather", "weather", i, 6) for i in (0, 1)]
    end_step(seat(campaign), times=3)
    assert not Entry.objects.filter(kind="reveal").exists()
    end_step(seat(campaign))
    assert kinds(campaign)[-3:] == ["reveal", "clock", "seed"]
    assert Entry.objects.get(kind="reveal").record["body"]["seed"] == seed.hex()
    assert Seed.objects.filter(campaign=campaign).count() == 2
    assert check_campaign(campaign).dice == 3


def test_every_step_end_anchors_the_heads_each_for_its_own_eyes_and_tables_are_kept_when_first_read(
    campaign: Campaign,
) -> None:
    hide_force(campaign)
    heads = {c.audience: c.head for c in Chain.objects.filter(campaign=campaign).exclude(audience="public")}
    entry = end_step(seat(campaign))
    assert whole_body(entry)["anchors"] == heads
    assert [c["audience"] for c in entry.record["commitments"]] == sorted(heads)
    assert body_of(entry, frozenset({"public", "axis"}))["anchors"] == {"axis": heads["axis"]}
    assert not any(head in entry.content for head in heads.values())
    with writing(seat(campaign)) as writer:
        writer.keep_tables(["mini/search"])
    assert kept_tables(campaign) == {"mini/search", "mini/weather", "mini/gunfire"}


def test_a_secret_act_changes_no_word_of_the_next_anchor(campaign: Campaign) -> None:
    """Two step ends, a secret act between them: what everybody reads of the anchors differs in chance alone."""
    first = end_step(seat(campaign)).record
    hide_force(campaign)
    second = end_step(seat(campaign)).record
    assert [c["audience"] for c in first["commitments"]] == [c["audience"] for c in second["commitments"]]
    again = end_step(seat(campaign)).record
    quiet = zip(second["commitments"], again["commitments"], strict=True)
    assert all(a["commitment"] != b["commitment"] for a, b in quiet), "a head that stayed must not show that it stayed"


def test_the_clock_goes_on_and_belongs_to_the_player_whose_turn_it_is(campaign: Campaign) -> None:
    with pytest.raises(NotYours):
        end_step(seat(campaign, "allied", at_table=False))
    end_step(seat(campaign, "axis", at_table=False), times=2)
    clock = Clock.objects.get(campaign=campaign)
    assert (clock.turn, clock.player_turn, clock.step) == ("0001", "allied", "plan")
    assert str(clock.fact_key) == "campaign:clock"
    end_step(seat(campaign, "allied"), times=2)
    assert facts(campaign)["campaign:clock.turn"] == "0002"


@pytest.mark.parametrize(
    ("ends", "until", "left_after"),
    [("step", "", 0), ("player-turn", "", 1), ("turn", "", 3), ("turn", "0002", 7), ("never", "", 99)],
)
def test_a_mark_ends_when_it_should(campaign: Campaign, ends: str, until: str, left_after: int) -> None:
    mark = create("mark:x", kind="x", subject="zone:inner", place="", ends=ends, until=until, note="")
    edit(seat(campaign), mark)
    steps = 0
    while "mark:x.kind" in facts(campaign) and steps < 10:
        end_step(seat(campaign))
        steps += 1
    assert steps == min(left_after + 1, 10)


def test_upkeep_is_part_of_the_entry_that_ends_the_step(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    def upkeep(before: Moment, after: Moment) -> tuple[Set, ...]:
        return (Set("zone:inner.hits", 0), Set("zone:outer.declared", "loose"))

    monkeypatch.setitem(SYSTEMS, "mini", replace(MINI, upkeep=upkeep))
    entry = end_step(seat(campaign))
    keys = [change[0] for change in entry.record["body"]["changes"]]
    assert keys == ["zone:outer.declared", "campaign:clock.step"]


def test_a_campaign_can_begin_with_the_tables_of_its_system(mini: None, db: None) -> None:
    campaign = begin_demo()
    assert "europa/33-anti-shipping" in kept_tables(campaign)
    assert check_campaign(campaign).sound
