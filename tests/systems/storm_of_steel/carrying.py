"""The Great War demo in a test: rules carried out with typed dice, as a form sends them, and what they leave."""

from __future__ import annotations

from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import Viewer
from navalassist.engine import Effect, Set
from navalassist.play import state as states
from navalassist.play.bodies import whole_body
from navalassist.play.duties import Duty, Now, duties_at
from navalassist.play.resolve import DiceInput, Preview, carry_out, preview
from navalassist.play.systems import Moment
from navalassist.play.writer import writing
from navalassist.systems.storm_of_steel import STORM_OF_STEEL


def viewer_of(campaign: Campaign, seat: str = "central") -> Viewer:
    """Somebody at the shared table."""
    return Viewer(campaign, seat, "11111111-1111-1111-1111-111111111111", at_table=True)


def as_form(slug: str, **given: Any) -> dict[str, Any]:
    """What the form of a rule would send: what isn't said is as it begins."""
    fields = STORM_OF_STEEL.forms[slug].model_fields
    return {name: field.default for name, field in fields.items() if not field.is_required()} | given


def carried_out(campaign: Campaign, slug: str, dice: str, **given: Any) -> Entry:
    """A rule with typed dice."""
    with writing(viewer_of(campaign)) as writer:
        return carry_out(writer, slug, as_form(slug, **given), DiceInput("typed", dice))


def outcome_of(entry: Entry) -> dict[str, Any]:
    """What an entry says came of a rule."""
    found: dict[str, Any] = whole_body(entry)["outcome"]
    return found


def shown(campaign: Campaign, slug: str, **given: Any) -> Preview:
    """What the page of a rule shows before the dice."""
    return preview(states.load(campaign.slug), slug, as_form(slug, **given), STORM_OF_STEEL)


def facts(campaign: Campaign) -> dict[str, Any]:
    """The campaign as it stands."""
    return states.load(campaign.slug).values


def entered(campaign: Campaign, *effects: Effect, **conditions: Any) -> None:
    """Effects by hand, and conditions: `entered(demo, usw=True, allied_morale=40)`."""
    told = [Set(f"condition:{key.replace('_', '-')}.value", value) for key, value in conditions.items()]
    with writing(viewer_of(campaign, "moderator")) as writer:
        writer.edit("test.set", [*effects, *told])


def duties(campaign: Campaign, place: str, turn: str = "1914-08") -> dict[str, Duty]:
    """What a step has to do, by its words; for a turn that is not the campaign's, as a step still to come."""
    state = states.load(campaign.slug)
    now = Now(state, state.values, Moment(turn, *place.split("/")), STORM_OF_STEEL)
    return {duty.text: duty for duty in duties_at(now)}
