"""A board for tests: the demo campaign, rows typed as players type them, and rolls with typed dice."""

from collections.abc import Callable
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.play import state as states
from navalassist.play.dice.server import DiceInput
from navalassist.play.state import State
from navalassist.play.write.transaction import writing
from navalassist.systems.europa.board import drafts, rolling, rows
from navalassist.systems.europa.board.drafts import LegForm, Read, RowForm
from navalassist.systems.europa.system import EUROPA
from tests.in_hand import InHand, viewer_of


def do(campaign: Campaign, change: Callable[..., Any], *given: Any, seat: str = "axis", **named: Any) -> Any:
    """One change: `do(campaign, rows.strike, "demo-1")`."""
    return InHand(campaign, seat).act(change, *given, **named)


def state_of(campaign: Campaign) -> State:
    """The campaign as it stands."""
    return states.load(campaign.slug)


def as_form(slug: str, **given: Any) -> dict[str, Any]:
    """What the form of a rule would send: what isn't said is as it begins."""
    fields = EUROPA.forms[slug].model_fields
    return {name: field.default for name, field in fields.items() if not field.is_required()} | given


def typed(sails: str, way: str = "naples tripoli", side: str = "axis", on: str = "", **legs: dict[str, Any]) -> RowForm:
    """A row as typed; legs: `central_med={"hexes": "20"}` types the way too."""
    origin, destination = way.split()
    forms = tuple(LegForm(zone.replace("_", "-"), **told) for zone, told in legs.items())
    return RowForm(side, sails, on, origin, destination, forms, f"{origin}>{destination}" if forms else "")


def read_of(campaign: Campaign, form: RowForm) -> Read:
    """What a typed row means."""
    return drafts.read(state_of(campaign), form)


def put(campaign: Campaign, form: RowForm) -> str:
    """Put a typed row on the board; its key comes back."""
    found = read_of(campaign, form)
    assert found.draft is not None, found.faults
    return str(do(campaign, rows.add, found.draft))


def rolled(campaign: Campaign, order: str, strip: str = "", source: str = "typed") -> list[Entry]:
    """Roll with typed dice (or the server's)."""
    return list(do(campaign, rolling.roll, rolling.Order.of(order), DiceInput(source, strip)))


def clear(campaign: Campaign) -> None:
    """Strike the rows that the demo has."""
    with writing(viewer_of(campaign)) as writer:
        for key in ("demo-1", "demo-2"):
            rows.strike(writer, key)


def now(campaign: Campaign, **facts: Any) -> None:
    """Set facts: `now(campaign, **{"malta:status.number": 3})`."""
    InHand(campaign, "moderator").set(facts)


def end_steps(campaign: Campaign, count: int) -> None:
    """End so many steps."""
    InHand(campaign).end_steps(count)


def row(campaign: Campaign, key: str) -> dict[str, Any]:
    """A row's facts."""
    return state_of(campaign).row(f"shipment:{key}")
