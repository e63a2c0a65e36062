"""The log, receipts, corrections, undo and disputes of campaigns whose rule system is not Europa."""

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

from navalassist.auditlog.models import Entry
from navalassist.campaigns.viewer import MODERATOR
from navalassist.desk import logbook
from navalassist.engine import Add, Outcome, Result, Set
from navalassist.engine.rule import Shown
from navalassist.play.systems import SYSTEMS
from tests.desk.log_pages import EUROPAS, main, of_europa, sent, shown_rows, text
from tests.in_hand import InHand
from tests.mini import rules
from tests.mini.story import play_story
from tests.mini.system import MINI, edit, hide_force, seat, tell

OWN = {"europa", "storm_of_steel"}


# The code itself


@pytest.mark.parametrize(
    "path", sorted(Path(logbook.__file__).parent.glob("*.py")), ids=lambda path: path.name.removesuffix(".py")
)
def test_no_module_of_the_log_imports_a_rule_system(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text())):
        names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        assert not [name for name in names if OWN & set(name.split("."))], path.name


# The miniature system: a campaign in which everything has happened once


@pytest.fixture
def story(little: InHand) -> InHand:
    play_story(little.campaign)
    return little


@pytest.mark.parametrize("who", ["axis", "allied", MODERATOR])
def test_every_kind_of_entry_has_a_receipt_without_a_word_of_europa(story: InHand, who: str) -> None:
    story, kinds = story.at(who), set()
    for entry in Entry.objects.filter(campaign=story.campaign, chain__in=("public", who)).order_by("id"):
        assert of_europa(story.text(f"log/{entry.reference}/")) == [], entry.reference
        kinds.add(entry.kind)
    assert {"setup", "edit", "rule", "waiting", "correction", "undo", "clock", "seed", "reveal"} <= kinds


def test_the_log_says_facts_by_the_names_of_their_models_where_the_system_has_no_words(story: InHand) -> None:
    page = story.text("log/")
    assert of_europa(page) == []
    assert "Outer, declared: none → loose" in text(page)
    assert "Strike at a zone" in text(page)
    assert "check mark removed" in text(page)


def test_the_log_is_filtered_by_rule_place_thing_table_and_dice_and_searched_for_words(story: InHand) -> None:
    everything = len(shown_rows(story.text("log/")))
    for query in ("procedure=mini-strike", "zone=outer", "task-force=open", "table=mini/weather", "dice=typed"):
        assert 0 < len(shown_rows(story.text(f"log/?{query}"))) < everything, query
    menus = story.text("log/")
    for name in ("zone", "task-force", "procedure", "table"):
        assert f'<select name="{name}">' in menus
    assert '<select name="item">' not in menus
    assert "Central Powers" not in text(menus)
    for typed in ("outer", "open", "weather", "lookout", "M.1", "corrected"):
        assert 0 < len(shown_rows(story.text(f"log/?q={typed}"))) < everything, typed


def test_the_log_is_taken_as_a_table_and_as_json(story: InHand) -> None:
    lines = {}
    for form in ("csv", "json"):
        answer = story.post("log/download/", format=form)
        assert answer.status_code == 200
        lines[form] = b"".join(answer.streaming_content).decode()  # type: ignore[attr-defined]
    rows = list(csv.DictReader(io.StringIO(lines["csv"].removeprefix("\ufeff"))))
    assert EUROPAS.findall(lines["csv"]) == []
    assert {"Strike at a zone", "Weather", "Sealed orders"} <= {row["procedure"] for row in rows}
    entries = json.loads(lines["json"])["entries"]
    assert len(entries) >= len(rows)
    assert {entry["reference"] for entry in entries} >= {row["entry"] for row in rows}


def test_what_the_same_dice_would_have_read_in_another_column_is_asked(little: InHand) -> None:
    strike = little.do("mini-strike", "4, 66 6 66, 66, 5 5 5 5", force="open")
    page = little.text(f"log/{strike.reference}/what-if/?column=0")
    assert "What would follow from it is not worked out here." in text(page)
    assert of_europa(page) == []


# Corrections


def test_a_figure_of_the_form_is_corrected_with_the_same_dice_and_all_that_hangs_on_it(little: InHand) -> None:
    entry = little.do("mini-weather", "2 2 6", zone="outer")
    before = little.facts
    address = f"log/{entry.reference}/correct/"
    form = little.text(address)
    assert of_europa(form.partition('id="g-reason"')[2]) == []
    assert 'name="typed_zone"' in form
    typed = {"reason": "typo", "note": "it was the other zone", "strip": "", "typed_zone": "inner"}
    assert "Weather" in text(sent(little, f"{address}preview/", 200, **typed))
    assert little.facts == before
    sent(little, address, **typed)
    made = little.last(kind="correction")
    body = made.record["body"]
    assert made.corrects == entry.reference
    # The zone's water is no field of the form: it was built again of the zone.
    assert (body["situation"]["zone"], body["situation"]["water"]) == ("inner", "narrows")
    assert [answer["faces"] for answer in body["answers"]] == [[2, 2], [6]]
    assert of_europa(little.text(f"log/{made.reference}/")) == []


def test_no_reason_speaks_of_cargo_and_a_mistyped_die_is_corrected_and_the_readings_follow(little: InHand) -> None:
    entry = little.do("mini-weather", "2 2 6", zone="inner")
    form = little.text(f"log/{entry.reference}/correct/")
    assert 'value="typo"' in form
    assert "wrong cargo" not in form
    assert little.facts["zone:inner.interference"] == ""
    typed = {"reason": "mistyped-die", "note": "", "strip": "55 6", "typed_zone": "inner"}
    sent(little, f"log/{entry.reference}/correct/", **typed)
    assert little.facts["zone:inner.interference"] == "partial"


def test_an_entry_that_read_what_is_corrected_is_asked_about_and_points_make_up_for_it(little: InHand) -> None:
    axis = seat(little.campaign)
    weather = little.do("mini-weather", "2 2 6", zone="inner")
    later = little.do("mini-weather", "5 5 6", zone="inner")
    edit(axis, Add("ledger:axis.vp", 2), act="test.ledger")
    address = f"log/{later.reference}/correct/"
    sent(little, address, reason="mistyped-die", note="", strip="2 2 6", typed_zone="inner")
    assert of_europa(little.text(f"log/{weather.reference}/correct/").partition('id="g-reason"')[2]) == []


# What is shown of a side's secrets


def shower(values: Mapping[str, Any], situation: rules.Strike, result: Result[Outcome[rules.Struck]]) -> Shown:
    """Everybody sees the zone and the hits there."""
    return Shown({"zone": situation.zone, "hits": result.value.result.hits})


def test_a_rule_on_secrets_says_to_the_enemy_what_was_shown_and_no_more(
    little: InHand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SYSTEMS, "mini", replace(MINI, showers={"mini-strike": shower}))
    hide_force(little.campaign, name="Leviathan-7731")
    entry = little.do("mini-strike", "6, 66 6, 66, 5 5 5 5", force="hidden", seat="allied")
    little = little.at("axis")
    page = little.text(f"log/{entry.reference}/")
    assert "Zone Outer" in text(page)
    assert "Hits 10" in text(page)
    assert "Leviathan" not in page
    line = main(little, "log/")
    assert "Strike at a zone" in line
    assert "Hits 10; Zone Outer" in line
    assert of_europa(page) == []


# Undo, waiting, disputes


def test_an_input_is_taken_back_with_one_tap(little: InHand) -> None:
    little = little.at("axis")
    change = edit(seat(little.campaign), Set("zone:inner.declared", "tight"))
    assert re.search(r'name="entry" value="(public/\d+)"', little.text("log/"))[1] == change.reference
    little.post("undo/", entry=change.reference)
    assert little.facts["zone:inner.declared"] == ""
    assert "Took back" in main(little, f"log/{little.last(kind='undo').reference}/")


def test_a_rule_that_waits_says_for_whom_in_the_log_and_goes_on(little: InHand) -> None:
    waiting = little.do("mini-weather", "5 4", zone="outer")
    assert "waits" in main(little, "log/")
    after = tell(seat(little.campaign, MODERATOR), waiting, "storm", "6")
    assert "goes on from" in main(little, f"log/{after.reference}/")


def test_a_dispute_is_raised_argued_ruled_and_kept_as_a_precedent_of_a_place(little: InHand) -> None:
    entry = little.do("mini-weather", "2 2 6", zone="inner")
    little = little.at("allied")
    sheet = sent(little, f"log/{entry.reference}/dispute/", text="It was raining.")
    sent(little, sheet, act="argue", text="It was not.")
    little = little.at(MODERATOR)
    assert "narrow it to one zone" in main(little, sheet)
    typed = {"act": "rule", "verdict": "rejected", "ruling": "Dry it was.", "scope": "precedent"}
    sent(little, sheet, **typed, zone="inner")
    assert "Dry it was." in main(little, "do/mini-weather/")
    assert "inner" in main(little, "disputes/")
    for page in (sheet, "disputes/", f"log/{entry.reference}/", "log/?kind=disputes"):
        assert of_europa(little.text(page)) == [], page
