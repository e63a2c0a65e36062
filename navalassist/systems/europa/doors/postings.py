"""Points that come and go, by themselves: NRPs, ARPs, SPs, SRPs and VPs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Annotated, Any

from pydantic import BaseModel, Field

from navalassist.engine.duties import Duty, Now
from navalassist.engine.forms import Choices, FormErrors
from navalassist.engine.overruled import Because
from navalassist.engine.reader import Reader
from navalassist.engine.shapes import Form
from navalassist.play.systems import Target
from navalassist.rules.europa.amounts import tidy
from navalassist.rules.europa.r36_postings import Posting, Spending, What
from navalassist.rules.europa.turn import TURN
from navalassist.rules.europa.words import Side
from navalassist.systems.europa.accounts import account_of, accounts
from navalassist.systems.europa.doors import DOORS
from navalassist.systems.europa.doors.carriers import carriers_in_play
from navalassist.systems.europa.doors.naval_move import port_choices
from navalassist.systems.europa.fleet import UNIT
from navalassist.systems.europa.stocks import stock_of

LONGEST = 30
# The answer that points are for no aircraft of a carrier group.
NONE = "of-none"


def aircraft_choices(values: Mapping[str, Any] | None) -> list[tuple[str, str]]:
    """Not said, no carrier group, or one in play."""
    return [("", "not said"), (NONE, "of none"), *((key, f"of {name}") for key, name in carriers_in_play(values))]


class ReceiveForm(Form):
    """What is typed when points come."""

    side: Annotated[Side, Field(title="Side")]
    what: Annotated[What, Field(title="Points")] = What.NRP
    points: Annotated[Decimal, Field(ge=0, le=999, title="How many")]
    organisation: Annotated[str, Field(title="Organisation", description="Of ARPs only, such as RAF or FAA.")] = ""
    port: Annotated[str, Field(title="Port", description="Of SPs and SRPs only."), Choices(port_choices)] = ""
    reason: Annotated[str, Field(title="For what", description="Such as: reinforcements by the order of battle.")] = ""


class SpendForm(ReceiveForm):
    """What is typed when points are spent."""

    reason: Annotated[str, Field(title="For what")] = ""
    carrier: Annotated[
        str,
        Field(title="For aircraft of a carrier group", description="Of ARPs only, while one is in play."),
        Choices(aircraft_choices),
    ] = ""
    because: Because = ""


@DOORS.situation("points-received", form=ReceiveForm)
def receiving(reader: Reader, target: Target) -> BaseModel:
    """The balance to which the points come."""
    return Posting(**_posting(reader, target))


@DOORS.situation("points-spent", form=SpendForm)
def spending(reader: Reader, target: Target) -> BaseModel:
    """The balance from which the points go."""
    carrier, posting = target["carrier"], _posting(reader, target)
    if not carrier and posting["what"] is What.ARP and _has_carriers(reader, posting["side"]):
        raise FormErrors({"carrier": "a carrier group is in play: say whether they are for its aircraft"})
    name = reader[f"{UNIT}:{carrier}.name"] if carrier not in ("", NONE) else ""
    return Spending(**posting, carrier=name, because=target["because"])


def _has_carriers(reader: Reader, side: Side) -> bool:
    """Whether a side has a carrier group in play, whose aircraft no points replace (36.F.2)."""
    values = reader.state.values
    whose = [f"{UNIT}:{key}.side" for key, _ in carriers_in_play(values)]
    # Only what is the side's own is noted: the rule has read nothing of the others'.
    return any(reader[fact] == side for fact in whose if values[fact] == side)


def _posting(reader: Reader, target: Target) -> dict[str, Any]:
    side, what, points = Side(target["side"]), What(target["what"]), Decimal(target["points"])
    if points <= 0 or points % Decimal("0.5"):
        raise FormErrors({"points": "type a number above 0, in whole points or halves"})
    found: dict[str, Any] = {"side": side, "what": what, "points": tidy(points), "reason": target["reason"].strip()}
    if what.is_stored:
        return found | _stored(reader, side, what, target["port"])
    if what is What.VP:
        if points != int(points):
            raise FormErrors({"points": "victory points are whole numbers"})
        return found | {"vps": reader[f"ledger:{side.value}.vp"]}
    organisation = target["organisation"].strip() if what is What.ARP else ""
    if what is What.ARP and not organisation:
        raise FormErrors({"organisation": "say whose air replacement points, such as RAF"})
    if len(organisation) > LONGEST:
        raise FormErrors({"organisation": f"write at most {LONGEST} characters"})
    return found | {"account": account_of(reader, side, what.value, organisation)}


def _stored(reader: Reader, side: Side, what: What, port: str) -> dict[str, Any]:
    if not port:
        raise FormErrors({"port": f"choose the port where the {what.upper()}s are"})
    name = reader[f"port:{port}.name"]
    stock = stock_of(reader, side.value, port, what.value)
    if stock is None:
        words = f"nobody counts {what.upper()}s of the {side.label} side yet: begin with the roster of a port"
        raise FormErrors({"port": words})
    return {"stock": stock, "port": name}


@DOORS.duty(*TURN.steps_of("ledgers"))
def post(now: Now) -> Iterator[Duty]:
    """The ledgers, with the deficits that a side carries."""
    if now.ahead:
        return
    side = Side(now.moment.player_turn)
    short = [account.title for account in accounts(now.facts) if account.side is side and account.before < 0]
    small = f"a deficit of {', '.join(short)}" if short else "NRPs, ARPs, SPs, SRPs and VPs come and go"
    yield Duty("Ledgers: receive and spend points", "36.F.2", small, url="ledgers/")
