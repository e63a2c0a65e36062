"""What was typed stands in the entry; corrections begin from it, and verify builds the situation of it anew."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from navalassist.auditlog.models import RULE_KINDS, Entry
from navalassist.engine.rule import RULES
from navalassist.play.checks import rebuilt
from navalassist.play.checks.rebuilt import typed_of
from navalassist.play.checks.verify import check_campaign
from navalassist.play.storage.bodies import whole_body
from tests.begun import begin_war_demo
from tests.campaigns.test_recorded import EACH_RECORDING
from tests.desk.test_correction import form_of
from tests.golden.receipts import imported
from tests.in_hand import in_hand
from tests.play.forging import Body, Unlike, missed_of
from tests.promises.tampering import forge, undone, unguarded
from tests.systems.storm_of_steel.acting import War

SLUG = "gw-attrition"
FLOTILLA = {"ships_only": True, "ships": ("u-flotilla-1",)}


@pytest.fixture
def war(db: None) -> Iterator[War]:
    """The Central attrition step of August 1914."""
    with in_hand(begin_war_demo(), War) as table:
        table.end_steps(2)
        yield table


@pytest.fixture
def forger(war: War) -> Iterator[War]:
    """The same, for somebody who alters the database past everything."""
    for _ in unguarded(war.campaign):
        yield war


def page_of(entry: Entry) -> str:
    return f"log/{entry.chain}/{entry.sequence}/correct/"


def corrected(war: War, entry: Entry, **sent: Any) -> Entry:
    form = form_of(war.text(page_of(entry))) | {"reason": "typo"} | sent
    answer = war.post(page_of(entry), **form)
    assert answer.status_code == 302, answer.content.decode()
    return Entry.objects.get(campaign=war.campaign, corrects=entry.reference)


def told_of(war: War, entry: Entry, change: Callable[[dict[str, Any]], object]) -> str:
    """What verify says once the body of an entry is changed, with every hash put right behind it."""
    with undone():
        forge(war.campaign, entry.reference, lambda record: change(record["body"]))
        return "; ".join(map(str, check_campaign(war.campaign).faults))


def test_an_entry_keeps_what_was_typed_field_by_field_of_its_form(war: War) -> None:
    entry = war.do(SLUG, "6", **FLOTILLA)
    typed = whole_body(entry)["typed"]
    assert (typed["ships"], typed["ships_only"], typed["land"]) == (["u-flotilla-1"], True, [])
    assert check_campaign(war.campaign).sound


def test_the_form_of_a_correction_says_again_what_was_typed(war: War) -> None:
    entry = war.do(SLUG, "6", **FLOTILLA)
    page = war.text(page_of(entry))
    assert 'name="typed_ships" value="u-flotilla-1" ' in page
    made = corrected(war, entry, typed_ships="u-flotilla-2", strip="6")
    assert whole_body(made)["typed"]["ships"] == ["u-flotilla-2"]
    assert check_campaign(war.campaign).sound


def test_a_rule_that_is_carried_out_again_does_not_read_what_the_correction_took_away(war: War) -> None:
    """The second check of a flotilla was against the book; once the first is corrected it is the only one."""
    first = war.do(SLUG, "6", **FLOTILLA)
    second = war.do(SLUG, "6", **FLOTILLA, because="Its owner wants to.")
    assert [unit["checked"] for unit in whole_body(second)["situation"]["naval"]] == [True]
    again = {f"way-{second.chain}-{second.sequence}": "same"}
    corrected(war, first, typed_ships="u-flotilla-2", strip="6", **again)
    anew = whole_body(Entry.objects.get(campaign=war.campaign, corrects=second.reference))
    assert [unit["checked"] for unit in anew["situation"]["naval"]] == [False]
    marks = {key.split(":")[1].split(".")[0] for key in war.facts if key.startswith("mark:attrition/")}
    assert len(marks) == 2
    assert not [fact for fact, _, _ in anew["facts_read"] if fact.startswith("mark:")]
    assert check_campaign(war.campaign).sound


def test_a_situation_that_what_was_typed_does_not_give_is_found(forger: War) -> None:
    entry = forger.do(SLUG, "6", **FLOTILLA)
    situation = whole_body(entry)["situation"]
    lied = {**situation, "naval": [{**situation["naval"][0], "checked": True}]}
    assert "what was typed gives" in told_of(forger, entry, lambda body: body.update(situation=lied))


def test_that_something_else_was_typed_is_found(forger: War) -> None:
    entry = forger.do(SLUG, "6", **FLOTILLA)
    typed = {**whole_body(entry)["typed"], "ships": ["u-flotilla-2"]}
    assert "what was typed gives" in told_of(forger, entry, lambda body: body.update(typed=typed))


def test_a_correction_says_what_was_typed_instead_or_is_found(forger: War) -> None:
    made = corrected(forger, forger.do(SLUG, "6", **FLOTILLA), typed_ships="u-flotilla-2", strip="6")
    typed = {**whole_body(made)["typed"], "ships": ["u-flotilla-1"]}
    assert "what was typed gives" in told_of(forger, made, lambda body: body.update(typed=typed))


def test_an_entry_that_hides_what_was_typed_is_found(forger: War) -> None:
    entry = forger.do(SLUG, "6", **FLOTILLA)
    assert "does not say what was typed" in told_of(forger, entry, lambda body: body.pop("typed"))


@pytest.mark.django_db
@EACH_RECORDING
def test_what_was_typed_gives_the_situation_of_every_entry_of_a_recording(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built, build = list[str](), rebuilt._built

    def counted(system: Any, state: Any, slug: str, typed: Any) -> dict[str, Any]:
        built.append(slug)
        return build(system, state, slug, typed)

    monkeypatch.setattr(rebuilt, "_built", counted)
    campaign = imported(file)
    # An import verifies what it takes in.
    built.clear()
    assert check_campaign(campaign).sound
    carried_out = Entry.objects.filter(campaign=campaign, kind__in=RULE_KINDS).order_by("pk")
    assert built == [entry.procedure for entry in carried_out]


def otherwise(value: Any) -> Any:
    """Another value of the same kind, as far as it has one."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return f"{value}x"
        case list():
            return value[1:] if value else ["x"]
        case dict():
            return {name: otherwise(one) for name, one in value.items()} or {"x": 1}
    return 1


@pytest.mark.promise("P18")
@pytest.mark.django_db
@EACH_RECORDING
def test_each_field_of_each_situation_of_a_recording_is_found_where_it_is_otherwise(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A correction may keep what was counted before it: there it must differ from the corrected entry too."""

    def forged(body: Body, unlike: Unlike) -> Iterator[tuple[str, Body]]:
        for name, value in body["situation"].items():
            yield name, {**body, "situation": {**body["situation"], name: otherwise(value)}}

    _, missed, tried = missed_of(file, monkeypatch, forged)
    assert missed == []
    assert tried > 100


@pytest.mark.promise("P18")
@pytest.mark.django_db
@EACH_RECORDING
def test_of_logs_that_keep_nothing_typed_each_field_that_is_looked_up_is_found(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of rules that are declared in one module: what was typed is told by the situation, all else must follow of it."""

    def forged(body: Body, unlike: Unlike) -> Iterator[tuple[str, Body]]:
        older = {name: value for name, value in body.items() if name != "typed"}
        if body["procedure"] in RULES and not (body.get("corrects") or body.get("continues")):
            assert not unlike(older)
            for name, value in body["situation"].items():
                changed = {**older, "situation": {**body["situation"], name: otherwise(value)}}
                if typed_of(changed) == typed_of(older):
                    yield name, changed

    campaign, missed, tried = missed_of(file, monkeypatch, forged)
    assert missed == []
    assert tried > 100 or campaign.system == "europa"


def as_sent(value: Any) -> tuple[str, ...]:
    """What a browser may send for a value."""
    return ("on", "True") if value is True else ("" if value is None else str(value),)


@pytest.mark.django_db
@EACH_RECORDING
def test_the_form_of_each_correction_of_a_recording_says_what_was_typed(file: Path, client: Client) -> None:
    campaign, offered = imported(file), 0
    for entry in Entry.objects.filter(campaign=campaign, kind__in=RULE_KINDS):
        typed = whole_body(entry)["typed"]
        page = client.get(f"/c/{campaign.slug}/{page_of(entry)}").content.decode()
        # One on which others stand has no form.
        for name, value in (form_of(page) if 'name="reason"' in page else {}).items():
            if name.startswith("typed_"):
                # A field that came later to the form is left as the form begins.
                said = typed.get(name.removeprefix("typed_"), value)
                offered += 1
                assert value in [sent for one in (said if isinstance(said, list) else [said]) for sent in as_sent(one)]
    assert offered > 10
