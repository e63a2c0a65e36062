"""Correcting a rule that was carried out: the form, what it would give, and what else has to change with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django import forms

from navalassist.auditlog.models import Entry
from navalassist.auditlog.shape import NOT_HAPPENED
from navalassist.desk.forms import form_for as fields_for
from navalassist.desk.logbook.correction_form import TYPED_FIELD, CorrectionForm, is_typed
from navalassist.desk.logbook.dependent_rules import again, made_again
from navalassist.desk.logbook.record import Body
from navalassist.desk.logbook.retyping import mended
from navalassist.desk.logbook.wording import wording_of, words_for
from navalassist.desk.problem import Problem
from navalassist.engine import to_plain
from navalassist.play.charts.then import as_of, read_then
from navalassist.play.corrections.correct import NOT_RETYPED, Correction, Redo, has_server_dice, why_not_correct
from navalassist.play.corrections.reasons import FOLLOWS, READING, RETYPED, reasons_in
from navalassist.play.state import State
from navalassist.play.storage.bodies import body_of
from navalassist.play.systems import system_of


def form_for(
    state: State, entry: Entry, body: Body, typed: Any = None, asked: Mapping[str, str] | None = None
) -> CorrectionForm:
    """The form of an entry, with what it says now, or with what was typed; it offers the reasons that fit.

    asked: what the address asks for, where the form is not typed yet: a reason, and the facts as they stand now.
    """
    form = wording_of(state).policy.form(state, body, typed) or _rule_form(state, entry, body, typed)
    readings = read_otherwise(state, entry, body)
    known, fit = reasons_in(system_of(state.campaign.system)), reasons_of(state, body)
    form.fields["reason"].choices = [  # type: ignore[attr-defined]
        (key, known[key]) for key in fit if readings or key != READING
    ]
    form.fields["today"].choices = [  # type: ignore[attr-defined]
        (reading.number, reading.words) for reading in readings
    ]
    if asked:
        form.initial = {**form.initial, "reason": asked.get("reason", ""), "fresh": bool(asked.get("fresh"))}
    return form


def reasons_of(state: State, body: Body) -> list[str]:
    """The reasons that can be true of an entry: no die is mistyped where none was typed, no owner wrong without one."""
    fits = {RETYPED: not has_server_dice(body) and bool(body.get("dice")), **wording_of(state).policy.reasons(body)}
    system = system_of(state.campaign.system)
    return [key for key in reasons_in(system) if fits.get(key, key != FOLLOWS and key not in system.reasons)]


def _rule_form(state: State, entry: Entry, body: Body, typed: Any) -> CorrectionForm:
    """The form of a rule that is carried out by itself: what was typed for it, as far as its situation holds it."""
    situation = body.get("situation") or {}
    model = system_of(state.campaign.system).forms.get(str(body.get("procedure", "")))
    policy = wording_of(state).policy
    again = policy.typed_for(state, body)
    facts = policy.choices(state, entry, body) if again else None
    tables = as_of(state, entry).tables
    fields = fields_for(model, facts, tables).base_fields if model else {}
    held = again.typed if again else situation
    asked = {
        f"{TYPED_FIELD}{name}": field for name, field in fields.items() if name in held and _holds(field, held[name])
    }
    made = type("RuleCorrectionForm", (CorrectionForm,), asked)
    values = {f"{TYPED_FIELD}{name}": value for name, value in held.items()}
    form: CorrectionForm = made(typed, initial=values)
    return form


def _holds(field: forms.Field, value: Any) -> bool:
    """True where a field can show what the situation holds under its name, and so can be typed anew by itself.

    A row of the campaign that was chosen stands in the situation with all that was read of it: it can't.
    """
    if isinstance(field, forms.ChoiceField):
        return all(field.valid_value(str(one)) for one in (value if isinstance(value, list) else [value]))
    return not isinstance(value, list | dict)


@dataclass(frozen=True)
class Stale:
    """A fact that the entry read and that the campaign now says otherwise."""

    key: str
    what: str
    then: str
    now: str
    value: Any


def stale_facts(state: State, body: Body) -> list[Stale]:
    """The facts of the entry's situation that others have changed since, as far as everybody may see them."""
    words, found = words_for(state, body), []
    own = {key: after for key, _, after in body.get("changes", ())[body.get("own_changes", 0) :]}
    for key, value in (body.get("situation") or {}).get("facts", {}).items():
        now = state.values.get(key)
        if now not in (value, own.get(key)) and now is not None and key.rpartition(".")[0] not in state.audiences:
            found.append(Stale(key, words.fact(key), words.value(key, value), words.value(key, now), now))
    return found


@dataclass(frozen=True)
class Reading:
    """A ruling that the entry went by and that has been chosen anew since."""

    number: str
    title: str
    then: str
    now: str

    @property
    def words(self) -> str:
        """What it is, and how it was and is read."""
        return f"{self.number}, {self.title}: read “{self.then}” then; read it as now, “{self.now}”"


def read_otherwise(state: State, entry: Entry, body: Body) -> list[Reading]:
    """The rulings that the entry went by and that are read otherwise now."""
    words, system = words_for(state, body), system_of(state.campaign.system)
    titles = {ruling.number: (ruling.title, ruling.default) for ruling in system.rulings}
    found, used = [], body.get("rulings", {})
    for number, then in read_then(entry).items():
        title, default = titles.get(number, ("", ""))
        then, now = then or default, state.values.get(f"ruling:{number}.choice", default)
        if number in used and then != now:
            found.append(Reading(number, title, words.choice(number, then), words.choice(number, now)))
    return found


@dataclass(frozen=True)
class Draft:
    """A correction as it was typed. situation: dotted place -> new value, only what is different.

    whole: it was wrong from the first of the entries on that go with one another; typed: what was typed for a
    rule whose situation has to be built of it anew; today: rulings that are read as they are now.
    """

    reason: str
    note: str
    strip: str
    situation: Mapping[str, Any] = field(default_factory=dict)
    whole: bool = False
    typed: Mapping[str, Any] = field(default_factory=dict)
    today: Sequence[str] = ()

    @property
    def is_nothing(self) -> bool:
        return not (self.situation or self.strip or self.typed or self.today)


def draft_of(form: CorrectionForm, state: State, body: Body) -> Draft:
    """What the form asks for. Problem 422 for a form that does not fit, each field by its name."""
    retyped = str(form.data.get("strip", "")).strip()
    if has_server_dice(body) and (retyped or form.data.get("reason") == RETYPED):
        raise Problem(422, NOT_RETYPED, about="strip" if retyped else "reason")
    if not form.is_valid():
        (name, text), *others = [(name, _told(form, name, str(errors[0]))) for name, errors in form.errors.items()]
        raise Problem(422, text, about=name, others=others)
    cleaned = form.cleaned_data
    changes: dict[str, Any] = {}
    changes |= form.changes(state, body)
    # Whoever may not read what was given is refused where the correction is made.
    given = body.get("situation")
    again = wording_of(state).policy.typed_for(state, body)
    held = again.typed if again else given or {}
    values = {name.removeprefix(TYPED_FIELD): to_plain(value) for name, value in cleaned.items() if is_typed(name)}
    anew = {place: value for place, value in values.items() if _differs(value, held[place])}
    changes |= {} if again else anew
    if cleaned["fresh"] and form.may_read_anew(changes):
        facts = {stale.key: stale.value for stale in stale_facts(state, body)}
        changes |= {"facts": {**body["situation"]["facts"], **facts}} if facts else {}
    return Draft(
        cleaned["reason"],
        cleaned["note"],
        cleaned["strip"].strip(),
        changes,
        bool(cleaned.get("whole", False)),
        {**again.whole, **anew} if again and anew else {},
        cleaned["today"],
    )


def _told(form: CorrectionForm, name: str, error: str) -> str:
    return f"{form.fields[name].label if name in form.fields else name}: {error.rstrip('.')}."


def _differs(value: Any, held: Any) -> bool:
    """True for another value; of several that were chosen the order says nothing."""
    if isinstance(value, list) and isinstance(held, list | tuple):
        return sorted(map(str, value)) != sorted(map(str, held))
    return bool(value != held)


def redos_of(draft: Draft, state: State, entry: Entry, body: Body, audiences: frozenset[str]) -> list[Redo]:
    """The corrections that a draft asks for, in order. Problem 422 when nothing is different."""
    if draft.reason == NOT_HAPPENED:
        return _struck(draft, state, entry, body, audiences)
    if draft.is_nothing:
        raise Problem(422, f"Nothing is different yet: {_what_to_do(body)}.", about="strip")
    return [replace(redo, today=draft.today) for redo in _redos(draft, state, entry, body, audiences)]


def _redos(draft: Draft, state: State, entry: Entry, body: Body, audiences: frozenset[str]) -> list[Redo]:
    policy = wording_of(state).policy
    if policy.goes_with_others(body):
        return policy.redos(state, (entry, body), draft, audiences)
    plain = Correction(draft.reason, draft.note, draft.situation, draft.strip)

    def correction(state: State, made: Sequence[Entry]) -> Correction:
        return mended(state, entry, body, plain, draft.typed) if draft.typed else plain

    later = [] if not why_not_correct(state, entry, body, alone=True) else made_again(state, entry, body, audiences)
    after = [again(other, body_of(other, audiences), draft.reason, draft.note) for other in later]
    return [Redo(entry, correction), *after]


def _struck(draft: Draft, state: State, entry: Entry, body: Body, audiences: frozenset[str]) -> list[Redo]:
    """It did not happen: it is taken back, and so are the checks after it in its voyage; others are made again."""
    if not draft.is_nothing:
        raise Problem(422, "It did not happen: then nothing of it is put right, so empty that.", about="reason")
    plain = Draft(FOLLOWS, draft.note, "")
    found = _redos(plain, state, entry, body, audiences)
    gone = found if wording_of(state).policy.goes_with_others(body) else found[:1]
    return [_strike(redo, state, draft.note, audiences) for redo in gone] + found[len(gone) :]


def _strike(redo: Redo, state: State, note: str, audiences: frozenset[str]) -> Redo:
    body = body_of(redo.entry, audiences)
    again = wording_of(state).policy.typed_for(state, body)
    typed = body.get("typed") or (again.whole if again else {})
    return replace(redo, correction=lambda state, made: Correction(NOT_HAPPENED, note, typed=typed))


def _what_to_do(body: Body) -> str:
    return "change a figure" if has_server_dice(body) else "change a figure, or type the dice anew"
