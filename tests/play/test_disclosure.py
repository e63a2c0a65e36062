"""A rule that reads a side's secrets and lets everybody see its dice: one entry with an open part and a secret one."""

import io
import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from navalassist.auditlog.export import lines
from navalassist.auditlog.models import Entry
from navalassist.auditlog.shape import faults_of
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import PUBLIC
from navalassist.engine import Outcome, Result, Set, create
from navalassist.engine.rule import Shown
from navalassist.play import state as states
from navalassist.play.checks.verify import check_campaign
from navalassist.play.storage.bodies import audience_of, body_of, dice_for
from navalassist.play.systems import SYSTEMS
from tests.mini import rules
from tests.mini.system import MINI, do, end_step, facts, hide_force, mend, seat
from tools import verify_log

NAME = "Leviathan-7731"


def shower(values: Mapping[str, Any], situation: rules.Strike, result: Result[Outcome[rules.Struck]]) -> Shown:
    """Everybody sees the zone and the hits there, and a ledger is set."""
    struck = result.value.result
    return Shown({"zone": situation.zone, "hits": struck.hits}, (Set("ledger:axis.vp", 1 + struck.hits),))


@pytest.fixture(autouse=True)
def _shows(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SYSTEMS, "mini", replace(MINI, showers={"mini-strike": shower}))
    hide_force(campaign, name=NAME)


def strike(campaign: Campaign, dice: str | None = None) -> Entry:
    return do(seat(campaign, "allied"), "mini-strike", dice, force="hidden")


def exported(campaign: Campaign, *audiences: str) -> io.BytesIO:
    return io.BytesIO("".join(f"{line}\n" for line in lines(campaign, frozenset(audiences))).encode())


def faults(file: io.BytesIO) -> list[str]:
    checker = verify_log.Checker(file)
    checker.run()
    return [what for _, what in checker.faults]


def test_the_enemy_reads_dice_and_what_is_shown_and_nothing_else(campaign: Campaign) -> None:
    entry = strike(campaign)
    body = body_of(entry, frozenset({PUBLIC, "axis"}))
    assert body["act"] == "mini-strike"
    assert body["shown"]["zone"] == "outer"
    assert body["answers"] == [
        {name: answer[name] for name in ("key", "kind", "dice", "faces")}
        for answer in body_of(entry, frozenset({"allied"}))["answers"]
        if "faces" in answer
    ]
    assert not {"situation", "outcome", "odds", "tables"} & body.keys()
    assert not body["facts_read"]
    assert NAME not in entry.content
    assert "hidden" not in entry.content


def test_its_owner_reads_all_of_it(campaign: Campaign) -> None:
    body = body_of(strike(campaign), frozenset({PUBLIC, "allied"}))
    assert body["situation"]["name"] == NAME
    assert body["shown"]["hits"] == body["outcome"]["hits"]


def test_what_changed_in_the_open_is_told_in_the_open(campaign: Campaign) -> None:
    """The lesson is; the strike's own hits and VPs are on public rows too, the mark that it made is not."""
    entry = strike(campaign, "6, 66 6, 66, 5 5 5 5")
    body = body_of(entry, frozenset({PUBLIC}))
    assert [effect["key"] for effect in body["effects"]] == [
        "ledger:axis.vp",
        "zone:outer.hits",
        "ledger:allied.vp",
        "zone:outer.declared",
    ]
    assert {change[0] for change in body["changes"]} == {effect["key"] for effect in body["effects"]}
    assert facts(campaign)["ledger:axis.vp"] == 1 + body_of(entry, frozenset({"allied"}))["outcome"]["hits"]


def test_its_dice_are_those_of_the_public_seed(campaign: Campaign) -> None:
    entry = strike(campaign)
    assert (audience_of(entry), dice_for(entry)) == ("allied", PUBLIC)


@pytest.mark.promise("P22")
def test_anybody_checks_its_dice_without_its_secret(campaign: Campaign) -> None:
    strike(campaign)
    end_step(seat(campaign), times=4)
    file = exported(campaign, PUBLIC)
    checker = verify_log.Checker(file)
    checker.run()
    assert not checker.faults
    assert checker.dice > 0
    assert not faults(exported(campaign, PUBLIC, "allied"))


def test_a_correction_keeps_dice_and_both_parts(campaign: Campaign) -> None:
    entry = strike(campaign)
    after = mend(seat(campaign, "allied"), entry, "wrong-cargo", situation={"strength": 1})
    shown = after.record["body"]["shown"]
    assert facts(campaign)["ledger:axis.vp"] == 1 + shown["hits"]
    assert check_campaign(campaign).sound
    end_step(seat(campaign), times=4)
    assert not faults(exported(campaign, PUBLIC))


@pytest.mark.promise("P18")
def test_an_open_part_that_says_otherwise_is_found(campaign: Campaign) -> None:
    entry = strike(campaign, "6, 66 6, 66, 5 5 5 5")
    opened, whole = entry.record["body"], json.loads(entry.payloads.get().content)

    def said(**otherwise: Any) -> list[str]:
        return list(faults_of({**entry.record, "body": {**opened, **otherwise}}, {"allied": whole}))

    assert said() == []
    answers = json.loads(json.dumps(opened["answers"]))
    answers[0]["faces"] = [1]
    words = "its open part says otherwise than its secret one"
    assert said(answers=answers) == [f"{words} (answers)"]
    assert said(effects=opened["effects"][1:] + opened["effects"][:1]) == [f"{words} (effects)"]
    assert said(rule="M.9") == [f"{words} (rule)"]


def test_what_is_made_for_everybody_is_made_in_the_open(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    """A row that its system gives to nobody; a mark on a secret force stays with that, one on an open row does not."""

    def maker(values: Mapping[str, Any], situation: rules.Strike, result: Result[Outcome[rules.Struck]]) -> Shown:
        marks = [
            create(f"mark:{kind}/x", kind=kind, subject=subject, place="", ends="never", until="", note="")
            for kind, subject in (("open", "zone:outer"), ("closed", "task-force:hidden"), ("gone", "task-force:gone"))
        ]
        made = (create("condition:seen", value=False), Set("condition:seen.value", True), *marks)
        return Shown({"zone": "outer"}, () if "condition:seen.value" in values else made)

    monkeypatch.setitem(SYSTEMS, "mini", replace(MINI, showers={"mini-strike": maker}))
    entry = strike(campaign, "6, 66 6, 66, 5 5 5 5")
    made = [effect["key"] for effect in body_of(entry, frozenset({PUBLIC}))["effects"]]
    assert made[:3] == ["condition:seen", "condition:seen.value", "mark:open/x"]
    audiences = states.load(campaign.slug).audiences
    assert not {"condition:seen", "mark:open/x"} & audiences.keys()
    assert (audiences["mark:closed/x"], audiences["mark:gone/x"]) == ("allied", "allied")
    assert "closed/x" not in entry.content
    after = mend(seat(campaign, "allied"), entry, "wrong-cargo", situation={"strength": 1})
    assert "condition:seen" not in states.load(campaign.slug).audiences
    assert "closed/x" not in after.content
    for processes in (1, 2):
        assert check_campaign(campaign, processes).sound
