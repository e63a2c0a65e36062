"""The Great War demo in a test: rules carried out with typed dice, as a form sends them, and what they leave."""

from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.engine import Effect, Set
from navalassist.play.bodies import whole_body
from navalassist.play.duties import Duty
from tests.in_hand import InHand


def outcome_of(entry: Entry) -> dict[str, Any]:
    """What an entry says came of a rule."""
    found: dict[str, Any] = whole_body(entry)["outcome"]
    return found


def entered(demo: InHand, *effects: Effect, **conditions: Any) -> None:
    """Effects by hand, and conditions: `entered(demo, usw=True, allied_morale=40)`."""
    told = [Set(f"condition:{key.replace('_', '-')}.value", value) for key, value in conditions.items()]
    demo.edit(*effects, *told, seat="moderator")


def duties(demo: InHand, place: str, turn: str = "1914-08") -> dict[str, Duty]:
    """What a step has to do, by its words; for a turn that is not the campaign's, as a step still to come."""
    return {duty.text: duty for duty in demo.duties(place, turn)}
