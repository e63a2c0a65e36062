"""Set-up edits: what changes together, what is refused, and in which words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from navalassist.engine import Set, apply_effects
from navalassist.rules.europa.words import Side, Zone
from navalassist.systems.europa.chart import Word, status_of
from navalassist.systems.europa.upkeep import (
    Edit,
    EditError,
    capture,
    condition_value,
    ledger_vp,
    malta_number,
    never_allied,
    port_kind,
    port_operational,
    ruling_choice,
    whole,
    zone_declared,
    zone_hits,
    zone_interference,
)
from tests.systems.test_chart import a_book, facts_at_the_start


def after(facts: dict[str, Any], edit: Edit) -> dict[str, Any]:
    """The facts once the edit is carried out."""
    left = dict(facts)
    apply_effects(edit.effects, left)
    return left


def test_a_capture_sets_owner_and_source_and_kind_conditions_and_levels_are_set() -> None:
    facts = facts_at_the_start()
    edit = capture(facts, "benghazi", "axis", a_book(), "Apr I 41", "taken by the Afrika Korps.")
    wanted = {"port:benghazi.owner", "port:benghazi.owner_source", "mark:captured/benghazi"}
    assert {effect.key for effect in edit.effects} == wanted
    left = after(facts, edit)
    assert left["port:benghazi.owner"] == "axis"
    assert left["port:benghazi.owner_source"] == "Axis since Apr I 41, entered at the table: taken by the Afrika Korps."
    assert left["port:benghazi.ever_allied"] is True
    facts = facts_at_the_start()
    assert after(facts, port_kind(facts, "tripoli", "major"))["port:tripoli.kind"] == "major"
    assert after(facts, port_operational(facts, "tripoli", "no"))["port:tripoli.operational"] is False
    assert after(facts, condition_value(facts, "suez-canal", "closed"))["condition:suez-canal.value"] == "closed"
    assert after(facts, condition_value(facts, "italy-surrendered", "yes"))["condition:italy-surrendered.value"] is True
    left = after(facts, zone_interference(facts, "eastern-med", "major"))
    assert status_of(Side.ALLIED, Zone.EASTERN_MED, left, a_book()).number == 12
    assert after(facts, ledger_vp(facts, "allied", "−3"))["ledger:allied.vp"] == -3


@pytest.mark.rule("E33.B.8.a.N")
def test_massaua_once_allied_shuts_the_red_sea_to_the_axis_even_when_it_is_retaken() -> None:
    facts, book = facts_at_the_start(), a_book()
    assert status_of(Side.AXIS, Zone.RED_SEA, facts, book).word is Word.SUBJECT
    taken = after(facts, capture(facts, "massaua", "allied", book))
    assert taken["port:massaua.ever_allied"] is True
    assert status_of(Side.AXIS, Zone.RED_SEA, taken, book).word is Word.BARRED
    retaken = after(taken, capture(taken, "massaua", "axis", book))
    assert status_of(Side.AXIS, Zone.RED_SEA, retaken, book).word is Word.BARRED


@pytest.mark.rule("E33.B.8.a.N")
def test_a_slip_that_called_massaua_allied_is_taken_back_and_the_red_sea_opens_again() -> None:
    facts, book = facts_at_the_start(), a_book()
    taken = after(facts, capture(facts, "massaua", "allied", book))
    with pytest.raises(EditError, match="is Allied-owned now") as caught:
        never_allied(taken, "massaua", "wrong owner")
    assert caught.value.rule == "33.B.8.a"
    back = after(taken, capture(taken, "massaua", "axis", book))
    assert status_of(Side.AXIS, Zone.RED_SEA, back, book).word is Word.BARRED
    edit = never_allied(back, "massaua", "wrong owner")
    assert (edit.act, edit.reason) == ("port.never-allied", "wrong owner")
    assert status_of(Side.AXIS, Zone.RED_SEA, after(back, edit), book).word is Word.SUBJECT


@pytest.mark.rule("E36.A.4.N")
@pytest.mark.parametrize(("scale", "end"), [("rule33", 0), ("rule36", 15)])
def test_an_axis_valletta_puts_malta_at_its_powerless_end_at_once(scale: str, end: int) -> None:
    facts = facts_at_the_start(7) | {"ruling:R-04.choice": scale}
    left = after(facts, capture(facts, "valletta", "axis", a_book(R_04=scale)))
    assert left["malta:status.number"] == end
    with pytest.raises(EditError, match="fixed while the Axis owns Valletta") as refused:
        malta_number(left, "9")
    assert (refused.value.about, refused.value.rule) == ("number", "36.A.4")


@pytest.mark.rule("E36.A.4")
def test_a_valletta_that_is_not_axis_leaves_malta_s_number_which_is_typed_within_0_to_15() -> None:
    facts = facts_at_the_start(7)
    assert after(facts, capture(facts, "valletta", "neutral", a_book()))["malta:status.number"] == 7
    assert after(facts, malta_number(facts, " 15 "))["malta:status.number"] == 15
    for typed in ("16", "-1", "", "seven", "9.5", "１"):
        with pytest.raises(EditError, match="Malta’s number: type a whole number from 0 to 15"):
            malta_number(facts, typed)


@pytest.mark.parametrize(("rewrite", "number"), [(False, 4), (True, 11)])
def test_the_other_malta_scale_keeps_the_number_or_writes_it_anew(rewrite: bool, number: int) -> None:
    facts = facts_at_the_start(4)
    left = after(facts, ruling_choice(facts, "R-04", "rule36", rewrite))
    assert (left["ruling:R-04.choice"], left["malta:status.number"]) == ("rule36", number)


def test_the_other_malta_scale_moves_a_fixed_number_to_its_other_end_and_another_ruling_none() -> None:
    facts = facts_at_the_start(0) | {"port:valletta.owner": "axis"}
    assert after(facts, ruling_choice(facts, "R-04", "rule36"))["malta:status.number"] == 15
    facts = facts_at_the_start(4)
    edit = ruling_choice(facts, "R-07", "1", rewrite=True)
    assert edit.effects == (Set("ruling:R-07.choice", "1"),)


def test_hits_need_the_south_aegean_zone_and_go_with_it() -> None:
    facts = facts_at_the_start()
    with pytest.raises(EditError, match="not declared"):
        zone_hits(facts, "2")
    declared = after(facts, zone_declared(facts, "tight"))
    hit = after(declared, zone_hits(declared, "2"))
    assert status_of(Side.AXIS, Zone.SOUTH_AEGEAN, hit, a_book()).number == 10
    ended = after(hit, zone_declared(hit, ""))
    assert (ended["zone:south-aegean.declared"], ended["zone:south-aegean.hits"]) == ("", 0)


WRONG: list[tuple[Callable[[dict[str, Any]], Edit], str, str]] = [
    (lambda f: capture(f, "benghazi", "italy", a_book()), "owner", "Owner of Benghazi: choose one of axis, allied"),
    (lambda f: capture(f, "benghazi", "allied", a_book()), "owner", "it is Allied already"),
    (lambda f: capture(f, "atlantis", "axis", a_book()), "port", "Port: there is none called 'atlantis'"),
    (lambda f: port_kind(f, "tripoli", "huge"), "kind", "choose one of jetty, minor"),
    (lambda f: port_kind(f, "tripoli", "standard"), "kind", "nothing would change"),
    (lambda f: port_operational(f, "tripoli", "maybe"), "operational", "choose yes or no"),
    (lambda f: condition_value(f, "weather", "yes"), "key", "Condition: there is none called 'weather'"),
    (lambda f: condition_value(f, "suez-canal", "yes"), "value", "Suez Canal: choose one of open, closed"),
    (lambda f: condition_value(f, "italy-surrendered", "true"), "value", "choose one of yes, no"),
    (lambda f: ruling_choice(f, "R-99", "x"), "number", "Ruling: there is none called 'R-99'"),
    (lambda f: ruling_choice(f, "R-07", "2"), "choice", "R-07: choose one of 0, 1"),
    (lambda f: zone_interference(f, "baltic", "major"), "zone", "choose one of eastern-med, red-sea"),
    (lambda f: zone_interference(f, "red-sea", "total"), "level", "choose one of minor, partial, major"),
    (lambda f: zone_declared(f, "wide"), "declared", "choose one of not declared, tight, loose"),
    (lambda f: ledger_vp(f, "vichy", "3"), "side", "choose one of axis, allied"),
    (lambda f: ledger_vp(f, "axis", "10000"), "vp", "Victory points, Axis: type a whole number from −9999 to 9999"),
]


@pytest.mark.parametrize(("make", "about", "words"), WRONG, ids=[words for _, _, words in WRONG])
def test_what_does_not_fit_is_refused_with_the_field_and_what_would_be_right(
    make: Callable[[dict[str, Any]], Edit], about: str, words: str
) -> None:
    with pytest.raises(EditError) as refused:
        make(facts_at_the_start())
    assert refused.value.about == about
    assert words in str(refused.value)


def test_a_number_of_any_length_is_refused_and_not_read() -> None:
    with pytest.raises(EditError):
        whole("9" * 5000, "vp", "Victory points", 0, 15)
