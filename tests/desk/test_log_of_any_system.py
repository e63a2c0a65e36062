"""The log, receipts, corrections, undo and disputes of campaigns whose rule system is not Europa."""

from __future__ import annotations

import ast
import csv
import io
import json
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import MODERATOR
from navalassist.desk import logbook
from navalassist.engine import Add, Outcome, Result, Set
from navalassist.play.systems import SYSTEMS, Shown
from navalassist.play.verify import check_campaign
from navalassist.play.written import new_submission
from tests.desk.log_pages import EUROPAS, get, of_europa, send, shown_rows, sit, text
from tests.mini import rules
from tests.mini.fixtures import campaign, mini
from tests.mini.story import play_story
from tests.mini.system import MINI, do, edit, facts, hide_force, seat, tell

__all__ = ["campaign", "mini"]

pytestmark = pytest.mark.django_db
HOME = "/c/little-war/"
OWN = {"europa", "storm_of_steel"}


# The code itself


@pytest.mark.parametrize(
    "path", sorted(Path(logbook.__file__).parent.glob("*.py")), ids=lambda path: path.name.removesuffix(".py")
)
def test_no_module_of_the_log_imports_a_rule_system(path: Path) -> None:
    if path.name == "tongues.py":
        return
    for node in ast.walk(ast.parse(path.read_text())):
        names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        assert not [name for name in names if OWN & set(name.split("."))], path.name


# The miniature system: a campaign in which everything has happened once


@pytest.fixture
def story(campaign: Campaign) -> Campaign:
    play_story(campaign)
    return campaign


@pytest.mark.parametrize("who", ["axis", "allied", MODERATOR])
def test_every_kind_of_entry_has_a_receipt_without_a_word_of_europa(story: Campaign, client: Client, who: str) -> None:
    sit(client, who, HOME)
    kinds = set()
    for entry in Entry.objects.filter(campaign=story, chain__in=("public", who)).order_by("id"):
        page = get(client, f"{HOME}log/{entry.reference}/")
        assert of_europa(page) == [], entry.reference
        kinds.add(entry.kind)
    assert {"setup", "edit", "rule", "waiting", "correction", "undo", "clock", "seed", "reveal"} <= kinds


def test_the_log_says_facts_by_the_names_of_their_models_where_the_system_has_no_words(
    story: Campaign, client: Client
) -> None:
    page = get(client, f"{HOME}log/")
    assert of_europa(page) == []
    assert "Outer, declared: none → loose" in text(page)
    assert "Strike at a zone" in text(page)
    assert "check mark removed" in text(page)


def test_the_log_is_filtered_by_rule_place_thing_table_and_dice(story: Campaign, client: Client) -> None:
    everything = len(shown_rows(get(client, f"{HOME}log/")))
    for query in ("procedure=mini-strike", "zone=outer", "task-force=open", "table=mini/weather", "dice=typed"):
        found = shown_rows(get(client, f"{HOME}log/?{query}"))
        assert 0 < len(found) < everything, query
    menus = get(client, f"{HOME}log/")
    for name in ("zone", "task-force", "procedure", "table"):
        assert f'<select name="{name}">' in menus
    assert '<select name="item">' not in menus
    assert "Central Powers" not in text(menus)


def test_the_log_is_searched_for_places_units_and_rules(story: Campaign, client: Client) -> None:
    everything = len(shown_rows(get(client, f"{HOME}log/")))
    for typed in ("outer", "open", "weather", "lookout", "M.1", "corrected"):
        found = shown_rows(get(client, f"{HOME}log/?q={typed}"))
        assert 0 < len(found) < everything, typed


def test_the_log_is_taken_as_a_table_and_as_json(story: Campaign, client: Client) -> None:
    lines = {}
    for form in ("csv", "json"):
        answer = client.post(f"{HOME}log/download/", {"submission": new_submission(), "format": form})
        assert answer.status_code == 200
        lines[form] = b"".join(answer.streaming_content).decode()  # type: ignore[attr-defined]
    rows = list(csv.DictReader(io.StringIO(lines["csv"].removeprefix("\ufeff"))))
    assert EUROPAS.findall(lines["csv"]) == []
    assert {"Strike at a zone", "Weather", "Sealed orders"} <= {row["procedure"] for row in rows}
    entries = json.loads(lines["json"])["entries"]
    assert len(entries) >= len(rows)
    assert {entry["reference"] for entry in entries} >= {row["entry"] for row in rows}


def test_what_the_same_dice_would_have_read_in_another_column_is_asked(campaign: Campaign, client: Client) -> None:
    strike = do(seat(campaign), "mini-strike", "4, 66 6 66, 66, 5 5 5 5", force="open")
    page = get(client, f"{HOME}log/{strike.reference}/what-if/?column=0")
    assert "What would follow from it is not worked out here." in text(page)
    assert of_europa(page) == []


# Corrections


def test_a_figure_of_the_form_is_corrected_with_the_same_dice_and_all_that_hangs_on_it(
    campaign: Campaign, client: Client
) -> None:
    entry = do(seat(campaign), "mini-weather", "2 2 6", zone="outer")
    before = facts(campaign)
    address = f"{HOME}log/{entry.reference}/correct/"
    form = get(client, address)
    assert of_europa(form.partition('id="g-reason"')[2]) == []
    assert 'name="typed_zone"' in form
    typed = {"reason": "typo", "note": "it was the other zone", "strip": "", "typed_zone": "inner"}
    looked = send(client, f"{address}preview/", 200, **typed)
    assert "Weather" in text(looked)
    assert facts(campaign) == before
    send(client, address, **typed)
    made = Entry.objects.get(campaign=campaign, kind="correction")
    body = made.record["body"]
    assert made.corrects == entry.reference
    # The zone's water is no field of the form: it was built again of the zone.
    assert (body["situation"]["zone"], body["situation"]["water"]) == ("inner", "narrows")
    assert [answer["faces"] for answer in body["answers"]] == [[2, 2], [6]]
    assert of_europa(get(client, f"{HOME}log/{made.reference}/")) == []
    assert check_campaign(campaign).sound


def test_a_die_that_was_mistyped_is_corrected_and_the_readings_follow(campaign: Campaign, client: Client) -> None:
    entry = do(seat(campaign), "mini-weather", "2 2 6", zone="inner")
    assert facts(campaign)["zone:inner.interference"] == ""
    typed = {"reason": "mistyped-die", "note": "", "strip": "55 6", "typed_zone": "inner"}
    send(client, f"{HOME}log/{entry.reference}/correct/", **typed)
    assert facts(campaign)["zone:inner.interference"] == "partial"
    assert check_campaign(campaign).sound


def test_no_reason_is_offered_that_speaks_of_cargo(campaign: Campaign, client: Client) -> None:
    entry = do(seat(campaign), "mini-weather", "2 2 6", zone="inner")
    form = get(client, f"{HOME}log/{entry.reference}/correct/")
    assert 'value="typo"' in form
    assert "wrong cargo" not in form


def test_an_entry_that_read_what_is_corrected_is_asked_about_and_points_make_up_for_it(
    campaign: Campaign, client: Client
) -> None:
    axis = seat(campaign)
    weather = do(axis, "mini-weather", "2 2 6", zone="inner")
    later = do(axis, "mini-weather", "5 5 6", zone="inner")
    edit(axis, Add("ledger:axis.vp", 2), act="test.ledger")
    address = f"{HOME}log/{later.reference}/correct/"
    send(client, address, reason="mistyped-die", note="", strip="2 2 6", typed_zone="inner")
    form = get(client, f"{HOME}log/{weather.reference}/correct/")
    assert of_europa(form.partition('id="g-reason"')[2]) == []
    assert check_campaign(campaign).sound


# What is shown of a side's secrets


def shower(values: Mapping[str, Any], situation: rules.Strike, result: Result[Outcome[rules.Struck]]) -> Shown:
    """Everybody sees the zone and the hits there."""
    assert result.value is not None
    return Shown({"zone": situation.zone, "hits": result.value.result.hits})


def test_a_rule_on_secrets_says_to_the_enemy_what_was_shown_and_no_more(
    campaign: Campaign, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SYSTEMS, "mini", replace(MINI, showers={"mini-strike": shower}))
    hide_force(campaign, name="Leviathan-7731")
    entry = do(seat(campaign, "allied"), "mini-strike", "6, 66 6, 66, 5 5 5 5", force="hidden")
    sit(client, "axis", HOME)
    page = get(client, f"{HOME}log/{entry.reference}/")
    assert "Zone Outer" in text(page)
    assert "Hits 10" in text(page)
    assert "Leviathan" not in page
    line = text(get(client, f"{HOME}log/"))
    assert "Strike at a zone" in line
    assert "Hits 10; Zone Outer" in line
    assert of_europa(page) == []


# Undo, waiting, disputes


def test_an_input_is_taken_back_with_one_tap(campaign: Campaign, client: Client) -> None:
    sit(client, "axis", HOME)
    change = edit(seat(campaign), Set("zone:inner.declared", "tight"))
    page = get(client, f"{HOME}log/")
    found = re.search(r'name="entry" value="(public/\d+)"', page)
    assert found
    assert found[1] == change.reference
    client.post(f"{HOME}undo/", {"entry": change.reference, "submission": "once", "next": f"{HOME}log/"})
    assert facts(campaign)["zone:inner.declared"] == ""
    last = Entry.objects.filter(campaign=campaign, kind="undo").get()
    assert "Took back" in text(get(client, f"{HOME}log/{last.reference}/"))


def test_a_rule_that_waits_says_for_whom_in_the_log_and_goes_on(campaign: Campaign, client: Client) -> None:
    waiting = do(seat(campaign), "mini-weather", "5 4", zone="outer")
    assert "waits" in text(get(client, f"{HOME}log/"))
    after = tell(seat(campaign, MODERATOR), waiting, "storm", "6")
    assert "goes on from" in text(get(client, f"{HOME}log/{after.reference}/"))


def test_a_dispute_is_raised_argued_ruled_and_kept_as_a_precedent_of_a_place(
    campaign: Campaign, client: Client
) -> None:
    entry = do(seat(campaign), "mini-weather", "2 2 6", zone="inner")
    sit(client, "allied", HOME)
    sheet = send(client, f"{HOME}log/{entry.reference}/dispute/", text="It was raining.")
    send(client, sheet, act="argue", text="It was not.")
    sit(client, MODERATOR, HOME)
    assert "narrow it to one zone" in text(get(client, sheet))
    typed = {"act": "rule", "verdict": "rejected", "ruling": "Dry it was.", "scope": "precedent"}
    send(client, sheet, **typed, zone="inner")
    assert "Dry it was." in text(get(client, f"{HOME}do/mini-weather/"))
    assert "inner" in text(get(client, f"{HOME}disputes/"))
    for page in (sheet, f"{HOME}disputes/", f"{HOME}log/{entry.reference}/", f"{HOME}log/?kind=disputes"):
        assert of_europa(get(client, page)) == [], page
    assert check_campaign(campaign).sound
