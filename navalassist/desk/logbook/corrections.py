"""Correcting a rule that was carried out: the form, what it would give, and what else has to change with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, ClassVar

from django import forms

from navalassist.auditlog.models import Entry
from navalassist.desk.access import At
from navalassist.desk.answers import Problem
from navalassist.desk.do.forms import form_for as fields_for
from navalassist.desk.logbook import shipping, voyage
from navalassist.desk.logbook.dependents import Dependents, split
from navalassist.desk.logbook.facts import Words
from navalassist.desk.logbook.later import again, made_again
from navalassist.desk.logbook.naming import entry_url, entry_word
from navalassist.desk.logbook.readout import readout
from navalassist.desk.logbook.record import Body, Readout
from navalassist.desk.logbook.voyage import ASKED
from navalassist.engine import to_plain
from navalassist.play.bodies import body_of
from navalassist.play.correct import (
    NOT_RETYPED,
    REASONS,
    RETYPED,
    Correction,
    Redo,
    check_dice,
    dependents,
    has_server_dice,
    why_not_correct,
)
from navalassist.play.resolve import DICE
from navalassist.play.state import State
from navalassist.play.systems import system_of
from navalassist.play.trial import tried
from navalassist.play.undo import GIVEN_UP
from navalassist.rules.europa.words import CargoKind, TransportKind, Zone
from navalassist.systems.europa.board.routes import asks

HALF = Decimal("0.5")
Choices = list[tuple[str, str]]
TYPED_FIELD = "typed_"


class HalvesField(forms.DecimalField):
    """An amount of REs in steps of one half; `2½` is read too."""

    default_error_messages = {"invalid": "write a number such as 7 or 2.5"}

    def to_python(self, value: Any) -> Any:
        """The number. ValidationError for what is none."""
        return super().to_python(str(value).replace("½", ".5") if value not in self.empty_values else value)

    def clean(self, value: Any) -> Any:
        """The number within its bounds (beyond them its step may be out of reckoning). ValidationError for another."""
        number = super().clean(value)
        if number is not None and number % HALF:
            raise forms.ValidationError("amounts go in steps of one half")
        return number


class CorrectionForm(forms.Form):
    """What every correction asks."""

    reason = forms.ChoiceField(
        label="Reason",
        choices=list(REASONS.items()),
        widget=forms.RadioSelect,
        error_messages={"required": "choose why it is corrected", "invalid_choice": "choose one of those offered"},
    )
    note = forms.CharField(label="Note", max_length=200, required=False)
    strip = forms.CharField(label="All dice anew", max_length=200, required=False)
    fresh = forms.BooleanField(label="Read these facts as they stand now", required=False)

    @property
    def rule_fields(self) -> list[forms.BoundField]:
        """The figures that the rule's own form asks for."""
        return [self[name] for name in self.fields if name.startswith(TYPED_FIELD)]


class CheckForm(CorrectionForm):
    """What besides can be wrong with a check for contact. Each field's name is its place in the situation."""

    kind = forms.ChoiceField(label="What sails", choices=[(k.value, k.label) for k in CargoKind])
    label = forms.CharField(label="Its name", max_length=80, required=False)
    res = HalvesField(label="REs of cargo afloat", min_value=0, max_value=999)
    transports = forms.ChoiceField(label="On", choices=[(t.value, t.label) for t in TransportKind], required=False)
    transport_count = forms.IntegerField(label="Transports afloat", min_value=0, max_value=999)
    carries = HalvesField(label="REs that one carries", min_value=HALF, max_value=999)
    origin = forms.ChoiceField(label="From")
    destination = forms.ChoiceField(label="To")
    zone = forms.ChoiceField(label="Sea zone")
    hexes = forms.IntegerField(label="Hexes to the port that counts", min_value=0, max_value=999, required=False)
    air_for = forms.IntegerField(label="Aircraft for the shipping, TBF", min_value=0, max_value=999)
    air_against = forms.IntegerField(label="Aircraft against it, TBF", min_value=0, max_value=999)
    protected = forms.BooleanField(label="Keeps to protected inshore waters", required=False)
    near_soviet_base = forms.BooleanField(label="Within 3 hexes of a Soviet naval base", required=False)
    status = forms.IntegerField(label="Status agreed at the table", min_value=0, max_value=15, required=False)
    whole = forms.BooleanField(
        label="A wrong cargo was wrong from the first check on: correct them all", required=False
    )
    alone = forms.BooleanField(label="Empty transports sail alone", required=False)
    code_c_fighter = forms.BooleanField(label="Code C fighter aboard a carrier", required=False)

    ITEM = ("kind", "label", "res", "transports", "transport_count", "carries", "alone", "code_c_fighter")
    PORTS = ("origin", "destination")
    # Ticks that are asked of some cargo only.
    ONLY: ClassVar[Mapping[str, str]] = {"alone": "empty", "code_c_fighter": "carrier"}
    LEG = ("zone", "hexes", "air_for", "air_against", "protected", "near_soviet_base", "status")

    def __init__(self, *args: Any, ports: Choices, zones: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in self.PORTS:
            self.fields[name].choices = ports  # type: ignore[attr-defined]
        self.fields["zone"].choices = zones  # type: ignore[attr-defined]

    def ask_only(self, side: str) -> None:
        """Leave out what the zone's rule does not read: that of the zone that was typed, else of the entry's."""
        typed = str(self.data.get("zone", "")) if self.is_bound else ""
        known = [key for key, _ in self.fields["zone"].choices]  # type: ignore[attr-defined]
        asked = asks(side, typed if typed in known else self.initial["zone"])
        for word, name, _ in ASKED:
            if word not in asked:
                del self.fields[name]


def form_for(state: State, body: Body, typed: Any = None, asked: Mapping[str, str] | None = None) -> CorrectionForm:
    """The form of an entry, with what it says now, or with what was typed; it offers the reasons that fit.

    asked: what the address asks for, where the form is not typed yet: a reason, and the facts as they stand now.
    """
    form = _check_form(state, body, typed) if shipping.is_check(body) else _rule_form(state, body, typed)
    fit = reasons_of(body)
    form.fields["reason"].choices = [(key, REASONS[key]) for key in fit]  # type: ignore[attr-defined]
    if asked:
        form.initial = {**form.initial, "reason": asked.get("reason", ""), "fresh": bool(asked.get("fresh"))}
    return form


def reasons_of(body: Body) -> list[str]:
    """The reasons that can be true of an entry: no die is mistyped where none was typed, no cargo wrong without one."""
    cargo = shipping.is_check(body)
    owners = cargo or any(str(key).endswith(".owner") for key, *_ in body.get("facts_read", ()))
    fits = {
        RETYPED: not has_server_dice(body) and bool(body.get("dice")),
        "wrong-cargo": cargo,
        "wrong-owner": owners,
        "captured": owners,
    }
    return [key for key in REASONS if fits.get(key, True)]


def _check_form(state: State, body: Body, typed: Any) -> CheckForm:
    item, leg = body["situation"]["item"], body["situation"]["leg"]
    values = {name: item[name] for name in CheckForm.ITEM} | {name: leg[name] for name in CheckForm.LEG}
    values |= {name: item[name]["key"] for name in CheckForm.PORTS}
    values |= {"whole": True}
    form = CheckForm(typed, initial=values, ports=_ports(state, item), zones=_zones(state))
    form.ask_only(str(body["situation"]["side"]))
    for name, kind in CheckForm.ONLY.items():
        if item["kind"] != kind:
            del form.fields[name]
    return form


def _rule_form(state: State, body: Body, typed: Any) -> CorrectionForm:
    """The form of a rule that is carried out by itself: what was typed for it, as far as its situation holds it."""
    situation = body.get("situation") or {}
    model = system_of(state.campaign.system).forms.get(str(body.get("procedure", "")))
    fields = fields_for(model).base_fields if model else {}
    asked = {f"{TYPED_FIELD}{name}": field for name, field in fields.items() if name in situation}
    made = type("RuleCorrectionForm", (CorrectionForm,), asked)
    values = {f"{TYPED_FIELD}{name}": value for name, value in situation.items()}
    form: CorrectionForm = made(typed, initial=values)
    return form


def _ports(state: State, item: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The campaign's ports by name, and those of the entry where they are no longer among them."""
    keys = [row.partition(":")[2] for row in state.rows("port")]
    ports = {key: str(state.values[f"port:{key}.name"]) for key in keys}
    ports |= {item[end]["key"]: item[end]["name"] or item[end]["key"] for end in CheckForm.PORTS}
    return sorted(ports.items(), key=lambda pair: pair[1])


def _zones(state: State) -> list[tuple[str, str]]:
    """The campaign's sea zones by name."""
    keys = [row.partition(":")[2] for row in state.rows("zone")]
    known = {zone.value for zone in Zone}
    return [(key, str(state.values[f"zone:{key}.name"])) for key in keys if key in known]


@dataclass(frozen=True)
class Stale:
    """A fact that the entry read and that the campaign now says otherwise."""

    key: str
    what: str
    then: str
    now: str
    value: Any


def stale_facts(state: State, body: Body) -> list[Stale]:
    """The facts of the entry's situation that have changed since, as far as everybody may see them."""
    words, found = Words(state, body), []
    for key, value in (body.get("situation") or {}).get("facts", {}).items():
        now = state.values.get(key)
        if now != value and now is not None and key.rpartition(".")[0] not in state.audiences:
            found.append(Stale(key, words.fact(key), words.value(key, value), words.value(key, now), now))
    return found


@dataclass(frozen=True)
class Draft:
    """A correction as it was typed. situation: dotted place -> new value, only what is different.

    whole: what was wrong with the cargo was wrong from the first check of its voyage on.
    """

    reason: str
    note: str
    strip: str
    situation: Mapping[str, Any] = field(default_factory=dict)
    whole: bool = False

    @property
    def is_nothing(self) -> bool:
        return not (self.situation or self.strip)


def draft_of(form: CorrectionForm, state: State, body: Body) -> Draft:
    """What the form asks for. Problem 422 for a form that does not fit, with the first field's name."""
    retyped = str(form.data.get("strip", "")).strip()
    if has_server_dice(body) and (retyped or form.data.get("reason") == RETYPED):
        raise Problem(422, NOT_RETYPED, about="strip" if retyped else "reason")
    if not form.is_valid():
        name, errors = next(iter(form.errors.items()))
        label = form.fields[name].label if name in form.fields else name
        raise Problem(422, f"{label}: {str(errors[0]).rstrip('.')}.", about=name)
    cleaned = form.cleaned_data
    changes: dict[str, Any] = {}
    if isinstance(form, CheckForm):
        changes |= _of_check(cleaned, state, body["situation"])
    for name, value in cleaned.items():
        place = name.removeprefix(TYPED_FIELD)
        if name != place and to_plain(value) != body["situation"][place]:
            changes[place] = to_plain(value)
    if cleaned["fresh"] and "leg.zone" not in changes:
        facts = {stale.key: stale.value for stale in stale_facts(state, body)}
        changes |= {"facts": {**body["situation"]["facts"], **facts}} if facts else {}
    return Draft(
        cleaned["reason"], cleaned["note"], cleaned["strip"].strip(), changes, bool(cleaned.get("whole", False))
    )


def _of_check(cleaned: Mapping[str, Any], state: State, situation: Mapping[str, Any]) -> dict[str, Any]:
    item, leg = situation["item"], situation["leg"]
    values = {f"item.{name}": (to_plain(cleaned[name]), item[name]) for name in CheckForm.ITEM if name in cleaned}
    values |= {f"leg.{name}": (cleaned[name], leg[name]) for name in CheckForm.LEG if name in cleaned}
    changes = {path: new for path, (new, old) in values.items() if new != old}
    for end in CheckForm.PORTS:
        key = cleaned[end]
        if key != item[end]["key"]:
            row = f"port:{key}"
            changes[f"item.{end}"] = {
                "key": key,
                "name": state.values[f"{row}.name"],
                "groups": state.values[f"{row}.groups"],
            }
    return changes


def redos_of(draft: Draft, state: State, entry: Entry, body: Body, audiences: frozenset[str]) -> list[Redo]:
    """The corrections that a draft asks for, in order. Problem 422 when nothing is different."""
    if draft.is_nothing:
        raise Problem(422, f"Nothing is different yet: {_what_to_do(body)}.", about="strip")
    if shipping.is_check(body):
        return voyage.redos(state, (entry, body), draft, audiences)
    correction = Correction(draft.reason, draft.note, draft.situation, draft.strip)
    later = [] if not why_not_correct(state, entry, body) else made_again(state, entry, body, audiences)
    after = [again(other, body_of(other, audiences), draft.reason, draft.note) for other in later]
    return [Redo(entry, lambda state, made: correction), *after]


def _what_to_do(body: Body) -> str:
    return "change a figure" if has_server_dice(body) else "change a figure, or type the dice anew"


@dataclass(frozen=True)
class Would:
    """What would become of one entry. read: None where it would fall away, for the reason `why`; same: nothing else
    would come of it than before."""

    url: str
    word: str
    read: Readout | None
    why: str = ""
    same: bool = False


@dataclass(frozen=True)
class Look:
    """What a correction would give: each entry that is made again, in order, and those that read what would change."""

    entries: tuple[Would, ...]
    dependents: Dependents


def would_be(here: At, entry: Entry, body: Body, draft: Draft) -> Look:
    """What a correction would give, worked out and not written. Raises as the correction itself would."""
    audiences = here.viewer.audiences
    redos = redos_of(draft, here.state, entry, body, audiences)
    check_dice(body, Correction(draft.reason, draft.note, draft.situation, draft.strip))
    trial = tried(here.viewer, here.state, redos)
    old = {redo.entry.reference: redo.entry for redo in redos}
    made = [told for told in trial.bodies if told.get("corrects") in old]
    entries = tuple(_would(here, old[told["corrects"]], told) for told in made)
    later = [other for redo in redos for other in dependents(redo.entry, audiences) if other.reference not in old]
    unique = list({other.pk: other for other in later}.values())
    return Look(entries, split(here, unique, set(old), trial.state))


def _would(here: At, entry: Entry, told: Mapping[str, Any]) -> Would:
    """One entry as it would be made again. Dice that are not thrown yet are not told."""
    url, word = entry_url(here.state, entry.reference), entry_word(entry.reference)
    if told["act"] == GIVEN_UP:
        return Would(url, word, None, str(told["note"]))
    waiting = told.get("waits_for")
    if waiting and waiting["kind"] == DICE:
        label = f"{waiting['label'] or waiting['key']}, with dice that are not thrown yet"
        told = {**told, "waits_for": {"label": label}}
    before = body_of(entry, here.viewer.audiences)
    same = not waiting and told.get("outcome") == before.get("outcome")
    return Would(url, word, readout(entry, told, here.state), same=same)
