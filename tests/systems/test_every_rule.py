"""What holds for every rule of every system, tried on the campaigns that are kept as recordings.

A rule needs no test of its own that its form opens, that an empty form is answered with a sentence, that its receipt
and the form of its correction speak to people, or that `verify` finds what it was told otherwise than the log has it.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from pydantic import ValidationError

from navalassist.auditlog.models import Entry
from navalassist.campaigns.facts import fact_models
from navalassist.engine import REGISTER
from navalassist.engine.rule import RULES
from navalassist.play.checks import examine
from navalassist.play.checks.told import misled
from navalassist.play.checks.verify import check_campaign
from navalassist.play.storage.bodies import whole_body
from navalassist.play.systems import SYSTEMS, System
from tests.campaigns.test_recorded import EACH_RECORDING
from tests.golden.receipts import imported, receipt_of
from tests.in_hand import InHand, words_of
from tests.play.forging import Body, Unlike, missed_of

TOLD = re.compile(r"Nothing was done\. (?:\d+ things to mend: )?[A-Z]\w+")
RAW = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(fact_models())))}):[a-z0-9]")
# Receipts of Europa that still hold a key.
SAID_AS_KEYS = {"naval-move": {"mark:s"}, "italian-interference": {"mark:a"}}
# By the turns of earlier attempts their marks are looked up: the entry's own word, where nothing typed is kept.
OWN_WORD = re.compile(r"italian-interference: history\.\d+\.turn")


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS)
def test_each_rule_has_its_situation_and_nothing_else_has_a_form(system: System) -> None:
    shipped = ((slug, rule) for slug, rule in REGISTER.items() if rule.function.__module__.startswith("navalassist."))
    known = {slug for slug, rule in shipped if rule.system == system.key}
    assert system.situations.keys() == known
    assert system.forms.keys() <= known


def sent(value: Any) -> Any:
    """A value as a form sends it; nothing is left out."""
    return "on" if value is True else "" if value in (False, None) else value


@pytest.mark.django_db
@EACH_RECORDING
def test_forms_open_with_what_was_typed_empty_ones_say_what_is_missing_and_receipts_hold_no_key(
    file: Path, client: Client
) -> None:
    table, tried = InHand(imported(file), client=client), set[str]()
    for entry in Entry.objects.filter(campaign=table.campaign, kind="rule").order_by("pk"):
        body = whole_body(entry)
        slug = body["procedure"]
        receipt = "\n".join(receipt_of(table.text(f"log/{entry.chain}/{entry.sequence}/")))
        assert {*RAW.findall(receipt)} <= SAID_AS_KEYS.get(slug, set()), entry.reference
        if slug in tried or slug not in table.system.forms or "typed" not in body:
            continue
        tried.add(slug)
        query = urlencode({name: sent(value) for name, value in body["typed"].items()}, doseq=True)
        page = client.get(table.at_home(f"do/{slug}/?{query}"))
        empty = table.post(f"do/{slug}/", dice="typed", strip="")
        if page.status_code == 404:
            # It is carried out on the row of a board alone.
            assert empty.status_code == 404
            continue
        assert REGISTER[slug].title in words_of(page)
        # A form that asks for nothing, of a rule without dice, is whole as it is.
        whole = not any(field.is_required() for field in table.system.forms[slug].model_fields.values())
        assert TOLD.search(words_of(empty)) or (whole and empty.status_code == 302), (slug, words_of(empty))
    assert len(tried) > 5


def leaves(expected: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to all single values in what a rule had to be told."""
    if isinstance(expected, Mapping | list | tuple):
        for name in expected if isinstance(expected, Mapping) else range(len(expected)):
            yield from leaves(expected[name], (*way, name))
    elif expected is not None:
        yield way


def otherwise(body: Any, way: tuple[Any, ...]) -> Any:
    """The same, with another value at the end of a way."""
    if not way:
        return not body if isinstance(body, bool) else body + 1 if isinstance(body, int) else f"{body}x"
    name, *more = way
    if isinstance(body, list):
        return [otherwise(one, tuple(more)) if number == name else one for number, one in enumerate(body)]
    return {**body, name: otherwise(body[name], tuple(more))}


@pytest.mark.promise("P18")
@pytest.mark.django_db
@EACH_RECORDING
def test_what_a_rule_was_told_otherwise_than_it_read_is_found(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also of entries that keep nothing that was typed, as those of before 0.6."""
    missed, tried = set[str](), 0

    def looked(tellers: Any, body: Any, read: Any, before: Any) -> str:
        nonlocal tried
        if body["procedure"] in tellers and not (body.get("continues") or body.get("corrects")):
            for way in leaves(tellers[body["procedure"]](read, body["situation"])):
                tried += 1
                forged = {**body, "situation": otherwise(body["situation"], way)}
                if not misled(tellers, forged, read, before):
                    missed.add(f"{body['procedure']}: {'.'.join(map(str, way))}")
        return misled(tellers, body, read, before)

    campaign = imported(file)
    monkeypatch.setattr(examine, "misled", looked)
    assert check_campaign(campaign, 1).sound
    assert [way for way in missed if not OWN_WORD.fullmatch(way)] == []
    assert tried > 100 or not SYSTEMS[campaign.system].tellers


@pytest.mark.promise("P18")
@pytest.mark.django_db
@EACH_RECORDING
def test_a_situation_otherwise_than_what_was_typed_gives_it_is_found(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each single value of it, of rules that are declared in one module also where nothing typed is kept."""

    def forged(body: Body, unlike: Unlike) -> Iterator[tuple[str, Body]]:
        slug = body["procedure"]
        own = slug in RULES and REGISTER[slug].edition == body["edition"]
        if not own or body.get("continues") or body.get("corrects"):
            return
        for way in leaves(body["situation"]):
            situation = otherwise(body["situation"], way)
            with suppress(ValidationError):
                REGISTER[slug].situation.model_validate(situation)
                yield ".".join(map(str, way)), {**body, "situation": situation}

    campaign, missed, tried = missed_of(file, monkeypatch, forged)
    assert missed == []
    assert tried > 500 or not RULES.keys() & SYSTEMS[campaign.system].situations.keys()
