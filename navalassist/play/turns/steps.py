"""Campaigns begin, steps end, turns open and close; seeds are bound and opened."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from typing import Any

from django.db import transaction
from django.utils.text import slugify

from navalassist.auditlog.models import Chain, Entry, Seed
from navalassist.campaigns.facts import PUBLIC
from navalassist.campaigns.models import Campaign, TableVersion
from navalassist.campaigns.viewer import MODERATOR, Viewer
from navalassist.engine import Create, Effect, Remove, Set, create
from navalassist.engine.duties import Moment
from navalassist.play.charts.moved import moved_on
from navalassist.play.storage.bodies import Body
from navalassist.play.storage.tables import versioned_texts
from navalassist.play.systems import editions_of, system_of
from navalassist.play.write.transaction import writing
from navalassist.play.write.writer import Writer
from navalassist.sqlite import write_lock


def begin(
    *,
    name: str,
    system: str,
    moment: Moment,
    rows: Iterable[Create],
    tables: Mapping[str, str] | None = None,
    actor: str = "",
    slug: str = "",
    submission: str = "",
) -> Campaign:
    """A new campaign from its set-up rows. The set-up is the first entry; the second binds the dice of the first turn.

    tables: slug@version -> TOML text; left out, the tables that come with the system.
    submission: of the form that began it.
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
            writer.edit("campaign.begin", (clock, *rows), kind="setup", **said)
            writer.bind_dice()
    return campaign


def open_dice(writer: Writer, turn: str) -> None:
    """Open the seeds of a turn that has ended, each for its audience, which can now recompute its faces."""
    for bound in Seed.objects.filter(campaign=writer.viewer.campaign, turn=turn).order_by("id"):
        fields = {"turn_bound": turn, "audience": bound.audience, "seed": bytes(bound.seed).hex()}
        writer.append("reveal", Body("dice.open", fields), seat="system", chain=bound.audience)


def end_step(writer: Writer) -> Entry:
    """End the step: what ends with it ends, all heads are anchored, and a new turn opens its own dice."""
    turn, player_turn, step = writer.state.clock
    seat = writer.check_seat(player_turn)
    after = writer.system.next_moment(Moment(turn, player_turn, step))
    new_turn = after.turn != turn
    effects: list[Effect] = [Remove(row) for row in ending_marks(writer.state.values, turn, player_turn, after)]
    effects += moved_on(writer.state.values)
    effects += writer.system.step_over(writer.state.values, Moment(turn, player_turn, step))
    effects += [
        effect
        for effect in writer.system.upkeep(Moment(turn, player_turn, step), after)
        if not isinstance(effect, Set) or writer.state.values.get(effect.key) != effect.value
    ]
    effects = end_in_secret(writer, effects, seat)
    for name, value in (("turn", after.turn), ("player_turn", after.player_turn), ("step", after.step)):
        if value != writer.state.values[f"campaign:clock.{name}"]:
            effects.append(Set(f"campaign:clock.{name}", value))
    if new_turn:
        open_dice(writer, turn)
    entry = writer.edit("turn.step", effects, kind="clock", seat=seat, anchored=True)
    if new_turn:
        writer.bind_dice()
    return entry


def end_in_secret(writer: Writer, effects: Iterable[Effect], seat: str) -> list[Effect]:
    """What only one audience may see ends on that audience's own chain; what is left ends in the open."""
    of: dict[str, list[Effect]] = {}
    for effect in effects:
        of.setdefault(writer.audience_of(effect), []).append(effect)
    for audience in sorted(of.keys() - {PUBLIC}):
        writer.edit("turn.ends", of[audience], kind="clock", seat=seat, chain=audience)
    return of.get(PUBLIC, [])


def ending_marks(values: Mapping[str, object], turn: str, player_turn: str, after: Moment) -> list[str]:
    """The marks that end when the clock moves to `after`."""
    found = []
    for key in values:
        if not key.startswith("mark:") or not key.endswith(".ends"):
            continue
        row, ends = key[: -len(".ends")], values[key]
        until = str(values[f"{row}.until"])
        longer = {
            "player-turn": (after.turn, after.player_turn) != (turn, player_turn),
            "turn": after.turn != turn and (not until or after.turn > until),
            "never": bool(until) and after.turn > until,
        }
        # What lasts for the step, or for a part of it only, ends with it.
        if longer.get(str(ends), True):
            found.append(row)
    return found
