"""Campaigns begin, steps end, turns open and close; seeds are bound and opened."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.text import slugify

from navalassist.auditlog.models import Chain, Entry, Seed
from navalassist.auditlog.shape import MARKS_END
from navalassist.campaigns.facts import PUBLIC
from navalassist.campaigns.models import Campaign, TableVersion
from navalassist.campaigns.viewer import MODERATOR, Viewer
from navalassist.engine import Create, Effect, Remove, Set, apply_effects, create
from navalassist.engine.duties import Moment
from navalassist.engine.knowledge import Span, forgotten
from navalassist.engine.pending import taking_effect
from navalassist.engine.reader import View, rows_in
from navalassist.play.charts.moved import moved_on
from navalassist.play.dice.abandoned import WAITING
from navalassist.play.scenarios.begun import begun_so
from navalassist.play.scenarios.fit import Fitted
from navalassist.play.scenarios.marks import told_of
from navalassist.play.state import State
from navalassist.play.storage.bodies import Body, find
from navalassist.play.storage.tables import versioned_texts
from navalassist.play.systems import System, editions_of, system_of
from navalassist.play.turns.kept_books import show_kept
from navalassist.play.write.set_up import opened
from navalassist.play.write.transaction import writing
from navalassist.play.write.writer import Writer, field_names
from navalassist.sqlite import write_lock
from tables.turn import segment_of


def begin(
    *,
    name: str,
    system: str,
    moment: Moment,
    rows: Iterable[Create],
    own: Mapping[str, Iterable[Create]] | None = None,
    tables: Mapping[str, str] | None = None,
    actor: str = "",
    slug: str = "",
    submission: str = "",
    scenario: Fitted | None = None,
    set_up: bool = False,
) -> Campaign:
    """A new campaign from its set-up rows. The set-up is the first entry; the second binds the dice of the first turn.

    own: side -> rows that it keeps to itself, where sides have secrets; each side's come in an act of its own.
    tables: slug@version -> TOML text; left out, the tables that come with the system.
    submission: of the form that began it; scenario: how it stands, at `moment`; set_up: it waits to be set up.
    """
    tables = versioned_texts(system) if tables is None else tables
    with write_lock(), transaction.atomic():
        campaign = Campaign.objects.create(name=name, system=system, slug=slug or slugify(name)[:60])
        for key, text in tables.items():
            table, _, version = key.partition("@")
            TableVersion.objects.create(campaign=campaign, slug=table, version=version, text=text)
        audiences = (PUBLIC, *system_of(system).sides, MODERATOR)
        Chain.objects.bulk_create(Chain(campaign=campaign, audience=audience) for audience in audiences)
        viewer = Viewer(campaign, MODERATOR, actor or str(uuid.uuid4()), at_table=True)
        clock = create("campaign:clock", turn=moment.turn, player_turn=moment.player_turn, step=moment.step)
        with writing(viewer, submission=submission) as writer:
            versions = dict(key.partition("@")[::2] for key in sorted(tables))
            editions = editions_of(writer.system)
            said: dict[str, Any] = {"name": name, "system": system, "table_versions": versions, "editions": editions}
            if scenario is not None:
                rows, own = begun_so(writer, scenario, rows, own or {})
                said["scenario"] = told_of(scenario, {row.key for row in rows})
            begun = (clock, *((opened(),) if set_up else ()), *rows)
            writer.edit("campaign.begin", begun, kind="setup", **said)
            writer.bind_dice()
    for side, kept in (own or {}).items():
        _begin_side(campaign, side, tuple(kept), scenario)
    return campaign


def _begin_side(campaign: Campaign, side: str, made: Sequence[Create], scenario: Fitted | None) -> None:
    """What a side begins with and keeps to itself where sides have secrets."""
    told: dict[str, Any] = {"scenario": told_of(scenario, {row.key for row in made})} if scenario else {}
    with writing(Viewer(campaign, MODERATOR, "", at_table=True)) as writer:
        chain = side if writer.system.is_closed(writer.state.values) else PUBLIC
        if made:
            writer.edit("campaign.side", made, seat=side, chain=chain, **told)


def open_dice(writer: Writer, turn: str) -> None:
    """Open the seeds of a turn that has ended, each for its audience, which can now recompute its faces."""
    for bound in Seed.objects.filter(campaign=writer.viewer.campaign, turn=turn).order_by("id"):
        fields = {"turn_bound": turn, "audience": bound.audience, "seed": bytes(bound.seed).hex()}
        writer.append("reveal", Body("dice.open", fields), seat="system", chain=bound.audience)


class StillAsked(Exception):
    """The step goes on while a question that was asked in it waits. entry: that asks it."""

    def __init__(self, entry: Entry) -> None:
        super().__init__(f"{entry.reference} waits for an answer")
        self.entry = entry


def asked_in_step(state: State, audiences: frozenset[str]) -> list[Entry]:
    """The entries of this step that wait, as far as these eyes may know of them: what comes of them belongs to it."""
    marks = [row for row in state.rows("mark") if row.startswith(WAITING)]
    seen = [state.sources[f"{row}.kind"] for row in marks if state.audiences.get(row, PUBLIC) in audiences]
    entries = (find(state.campaign, reference, audiences) for reference in seen)
    return [entry for entry in entries if (entry.turn, entry.player_turn, entry.step) == state.clock]


def check_answered(writer: Writer) -> None:
    """StillAsked where what an answer brings would fall into another step, or into another part of this one."""
    for entry in asked_in_step(writer.state, writer.viewer.audiences):
        raise StillAsked(entry)


def end_step(writer: Writer, passed: Sequence[Moment] = (), left: Sequence[tuple[str, str]] = ()) -> Entry:
    """End the step: what ends with it ends, all heads are anchored, and a new turn opens its own dice.

    passed: quiet steps that follow it and are passed over with it, by the same entry (`agenda.quiet_after`).
    left: what was due and is passed over, each as its noun and a line, where everybody may read it.
    StillAsked, NotYours for the other side.
    """
    now, system = Moment(*writer.state.clock), writer.system
    seat = writer.check_seat(system.acting(now.player_turn, now.step))
    check_answered(writer)
    moments = (now, *passed)
    after = system.next_moment(moments[-1])
    new_turn = after.turn != now.turn
    if new_turn:
        show_kept(writer, now.turn)
    *_, over = endings(writer.state.values, moments, system)
    effects = end_in_secret(writer, over, seat)
    effects += clock_set(now, after)
    if new_turn:
        open_dice(writer, now.turn)
    also: dict[str, Any] = {"passed": [moment.place for moment in passed]} if passed else {}
    also |= {"left": [list(thing) for thing in left]} if left else {}
    entry = writer.edit("turn.step", effects, kind="clock", seat=seat, anchored=True, **also)
    if new_turn:
        writer.bind_dice()
    return entry


def clock_set(now: Moment, after: Moment) -> Iterator[Set]:
    """The clock goes on."""
    for name in ("turn", "player_turn", "step"):
        if getattr(now, name) != getattr(after, name):
            yield Set(f"campaign:clock.{name}", getattr(after, name))


def endings(values: Mapping[str, Any], moments: Sequence[Moment], system: System) -> Iterator[list[Effect]]:
    """What has ended after each of these steps, which follow one another. The facts are left as they are."""
    found: list[Effect] = []
    values = dict(values) if len(moments) > 1 else values
    for moment in moments:
        of_step = ended_with(values, moment, system.next_moment(moment), system)
        found = [*found, *of_step]
        yield found
        if isinstance(values, dict) and moment is not moments[-1]:
            apply_effects(of_step, values, field_names)


def ended_with(values: Mapping[str, Any], now: Moment, after: Moment, system: System) -> list[Effect]:
    """What ends with one step."""
    effects: list[Effect] = [Remove(row) for row in ending_marks(values, now, after, system)]
    effects += moved_on(values)
    effects += taking_effect(View(values))
    effects += forgotten(View(values), spans_over(now, after))
    effects += system.step_over(values, now)
    effects += [
        effect
        for effect in system.upkeep(now, after)
        if not isinstance(effect, Set) or values.get(effect.key) != effect.value
    ]
    return effects


def spans_over(now: Moment, after: Moment) -> tuple[Span, ...]:
    """The spans of time that are over when the clock moves on to `after`."""
    new_turn = after.turn != now.turn
    new_player_turn = new_turn or after.player_turn != now.player_turn
    new_segment = new_player_turn or segment_of(after.step) != segment_of(now.step)
    over = {Span.STEP: True, Span.SEGMENT: new_segment, Span.PLAYER_TURN: new_player_turn, Span.TURN: new_turn}
    return tuple(span for span, is_over in over.items() if is_over)


def end_in_secret(writer: Writer, effects: Iterable[Effect], seat: str, act: str = MARKS_END) -> list[Effect]:
    """What only one audience may see ends on that audience's own chain; what is left ends in the open."""
    of: dict[str, list[Effect]] = {}
    for effect in effects:
        of.setdefault(writer.audience_of(effect), []).append(effect)
    for audience in sorted(of.keys() - {PUBLIC}):
        writer.edit(act, of[audience], kind="clock", seat=seat, chain=audience)
    return of.get(PUBLIC, [])


def ending_marks(values: Mapping[str, object], now: Moment, after: Moment, system: System) -> list[str]:
    """The marks that end when the clock moves on to `after`."""
    found = []
    for row in rows_in(values, "mark"):
        ends, until = values[f"{row}.ends"], str(values[f"{row}.until"])
        over = bool(until) and _is_over(until, now, after, system)
        longer = {
            "player-turn": over if until else (after.turn, after.player_turn) != (now.turn, now.player_turn),
            "turn": after.turn != now.turn and (not until or over),
            "never": over,
        }
        # What lasts for the step, or for a part of it only, ends with it.
        if longer.get(str(ends), True):
            found.append(row)
    return found


def _is_over(until: str, now: Moment, after: Moment, system: System) -> bool:
    """Is the last turn, player turn or segment over that a mark names?"""
    if system.turn and until in system.turn.times:
        same = (after.turn, after.player_turn) == (now.turn, now.player_turn)
        return not same or segment_of(after.step) != until
    return system.turn.is_over(until, after.turn, after.player_turn) if system.turn else after.turn > until
