"""P25: whatever the Axis types into a rule, it is answered alike whether or not the Allies have secrets."""

import json
import math
import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from enum import Enum
from random import Random
from typing import Any

import pytest
from pydantic import ValidationError
from pydantic.fields import FieldInfo

from navalassist.campaigns.models import Campaign
from navalassist.engine import Create, EffectError, create, in_words
from navalassist.engine.forms import Choices
from navalassist.play import state as states
from navalassist.play.dice.server import DiceInput
from navalassist.play.rules.resolve import Refused, carry_out, procedure_of
from navalassist.play.write.transaction import writing
from navalassist.play.write.writer import NotYours
from navalassist.rules.europa.accounts import account_key
from navalassist.rules.europa.words import Side
from navalassist.systems.europa.system import EUROPA
from navalassist.taskforces.models import TaskForce
from tests.in_hand import InHand, seated, viewer_of
from tests.promises.test_p25_non_interference import ONCE
from tests.systems.europa.test_closed import closed

pytestmark = [pytest.mark.django_db, pytest.mark.promise("P25")]
MOST = 150
PORTS = ("valletta", "naples", "gibraltar", "tripoli")
# What is typed as words: all else has its choices.
TYPED = {
    "moves": "5 18A:0407",
    "way": "18A:0406 18A:0407 18A:0408",
    "hex": "18A:0407",
    "at": "18A:0407",
    "across": "18A:0408",
    "organisation": "RAF",
}
# Fields on which most hangs: every choice of one is tried with every choice of the others.
MOST_HANGS_ON = ("side", "what", "port", "because", "reaction", "belt", "ends")


class TakenBack(Exception):
    """Ends a transaction of which nothing is to stay."""


def unit(key: str, place: str, **more: Any) -> Create:
    facts = TaskForce.new_facts(side="allied", name=key.title(), place=place, strength=4, reverse=2, **more)
    return create(f"task-force:{key}", **facts)


def stores(key: str, port: str, what: str) -> Create:
    return create(f"roster:{key}", side="allied", port=port, what=what, label="", base="5", sunk="0")


def account(what: str, organisation: str = "") -> Create:
    row = f"account:{account_key(Side.ALLIED, what, organisation)}"
    return create(row, side="allied", what=what, organisation=organisation, balance="7", sweeping="0")


def keep_secrets(campaign: Campaign) -> None:
    """Fleets at sea and in port, one with hits, carrier groups in play and to come, stores and accounts."""
    table = InHand(campaign, "allied")
    table.group("h", "allied", "hex:18A:0407", "central-med", "Force H", hood="task-force")
    table.group("p", "allied", "port:naples", "tyrrhenian", "Force P", penelope="task-force")
    table.group("q", "allied", "port:gibraltar", "western-med", "Force Q", queen={"hits": 1})
    table.edit(
        unit("ark", "port:gibraltar", kind="carrier"),
        unit("argus", "off", kind="carrier"),
        unit("naiad", "port:naples"),
        unit("lighter", "port:valletta", kind="lc"),
        unit("gnat", "port:tripoli"),
        stores("malta", "valletta", "sp"),
        stores("rock", "gibraltar", "srp"),
        account("nrp"),
        account("arp", "RAF"),
    )


def choices(name: str, field: FieldInfo, facts: dict[str, Any]) -> list[Any]:
    """A few things that may stand in a field, as its form offers them to those who see these facts."""
    kind, default = field.annotation, () if field.is_required() else (field.default,)
    offered = next((one for one in field.metadata if isinstance(one, Choices)), None)
    if offered is not None:
        keys = [key for key, _ in offered.of(facts)]
        some = [key for key in keys if any(port in key for port in PORTS)][:6] or keys[:5]
        some = ["", *some] if "" in keys else some
        found: list[Any] = [*((key,) for key in some), ()] if offered.many else some
    elif isinstance(kind, type) and issubclass(kind, Enum):
        found = list(kind)
    elif kind is bool:
        found = [False, True]
    elif kind in (int, Decimal):
        found = [*default, kind(1)]
    else:
        found = [*default, TYPED.get(name, "words")]
    return list(dict.fromkeys(found)) or [""]


def attempts(slug: str, facts: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What is tried with a rule."""
    fields = {name: choices(name, field, facts) for name, field in EUROPA.forms[slug].model_fields.items()}
    few = len(fields) < 7
    wanted = [
        found if name in MOST_HANGS_ON or (few and len(found) <= 2) else found[:3] for name, found in fields.items()
    ]
    tries = math.prod(map(len, wanted))
    # The same ones each time, and of every choice some.
    chosen = Random(slug).sample(range(tries), min(tries, MOST))
    for number in sorted(chosen):
        yield {name: found[at] for name, found, at in zip(fields, wanted, places(number, wanted), strict=True)}


def places(number: int, lists: list[list[Any]]) -> Iterator[int]:
    """A number as one place in each of several lists: every number of their product has places of its own."""
    for one in lists:
        number, at = divmod(number, len(one))
        yield at


def answered(campaign: Campaign, slug: str, typed: Mapping[str, Any]) -> str:
    """What the Axis are told; nothing of it stays."""
    told, before = "", states.load(campaign.slug).copy()
    try:
        with writing(viewer_of(campaign, "axis")) as writer:
            entry = carry_out(writer, slug, typed, DiceInput("typed", ""))
            body = entry.record["body"] if entry.chain == "public" else {}
            told = f"done {entry.chain} {json.dumps({k: v for k, v in body.items() if k != 'operation'}, default=str)}"
            raise TakenBack
    except TakenBack:
        return told
    except ValidationError as error:
        return in_words(error, procedure_of(slug).situation)
    except (LookupError, ValueError, EffectError, NotYours, Refused) as error:
        return f"{type(error).__name__}: {error}"
    finally:
        states.publish(before)


def all_answers(campaign: Campaign) -> dict[str, str]:
    """Everything that the Axis may try, with the answer."""
    state = states.load(campaign.slug)
    facts = viewer_of(campaign, "axis").view(state.values, state.audiences)
    return {
        f"{slug} {json.dumps(typed, default=str)}": answered(campaign, slug, typed)
        for slug in sorted(set(EUROPA.forms) & set(EUROPA.situations))
        for typed in attempts(slug, facts)
    }


ASKED_OF_ALLIES = [
    ("points-spent", {"side": "allied", "what": "arp", "organisation": "RAF"}),
    ("points-spent", {"side": "allied", "what": "sp", "port": "gibraltar"}),
    ("points-received", {"side": "allied", "what": "sp", "port": "gibraltar"}),
    ("points-received", {"side": "allied", "what": "arp", "organisation": "RAF"}),
    ("malta-supplied", {"sp": "1", "hits": "1", "engineer": "on"}),
    ("malta-supplied", {"sp": "1", "hits": "1"}),
    ("malta-converted", {"srp": "1"}),
]


@pytest.mark.parametrize(("slug", "typed"), ASKED_OF_ALLIES)
def test_what_is_for_the_allies_is_so_before_anything_is_said_of_it(slug: str, typed: dict[str, str]) -> None:
    campaign, told = closed(), []
    for _ in "without", "with":
        client = seated(campaign, "axis")
        address = f"/c/{campaign.slug}/do/{slug}/"
        key = re.search(r'name="submission" value="(\w+)"', client.get(address).content.decode())
        assert key is not None
        given = {"submission": key[1], "dice": "server", "points": "1", "reason": "said at the table", **typed}
        answer = client.post(address, given)
        told.append((answer.status_code, ONCE.sub("", answer.content.decode())))
        if len(told) == 1:
            keep_secrets(campaign)
    assert "This is for the Allied seat to do" in told[0][1]
    assert told[0][0] == 403
    assert told[1] == told[0]


@pytest.mark.slow
def test_the_axis_are_answered_alike_whatever_the_allies_keep_to_themselves() -> None:
    campaign = closed()
    before = all_answers(campaign)
    assert len(before) > 1_000
    assert any(answer.startswith("done") for answer in before.values())
    keep_secrets(campaign)
    after = all_answers(campaign)
    differing = {typed: (before.get(typed), answer) for typed, answer in after.items() if before.get(typed) != answer}
    assert not differing
    assert after.keys() == before.keys()
