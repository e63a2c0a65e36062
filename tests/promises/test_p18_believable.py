"""P18: believable lies of several fields at once, with every hash, link, commitment, anchor and head put right."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from navalassist.auditlog.export import lines
from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from tests.promises.test_p18_every_field import ALL, Log, named_by_product, named_by_tool, tool

pytestmark = [pytest.mark.promise("P18"), pytest.mark.promise("P13"), pytest.mark.django_db]


def find(log: Log, **header: Any) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The last entry with these words in its head or open body, and its secret parts."""
    for record, parts in zip(reversed(log.records), reversed(log.parts), strict=True):
        if all(record.get(name, record["body"].get(name)) == value for name, value in header.items()):
            return record, parts
    raise LookupError(header)


def points(before: int) -> dict[str, Any]:
    """Fifty victory points for the Axis side."""
    return {
        "effects": [{"do": "add", "key": "ledger:axis.vp", "amount": 50}],
        "changes": [["ledger:axis.vp", before, before + 50]],
    }


def points_in(kind: str) -> Callable[[Log], str]:
    def give(log: Log) -> str:
        record, _ = find(log, kind=kind, chain="public")
        body = record["body"]
        for name, more in points(2).items():
            body[name] = [*body.get(name, []), *more]
        return f"{record['chain']}/{record['sequence']}"

    give.__name__ = f"points_in_{kind}"
    return give


def own_points(log: Log) -> str:
    """A correction that does one thing more before its rule, and counts it."""
    record, _ = find(log, kind="correction", procedure="mini-barrage")
    body = record["body"]
    extra = points(14)
    at, changed = body["own_effects"], body["own_changes"]
    body["effects"] = [*body.get("effects", [])[:at], *extra["effects"], *body.get("effects", [])[at:]]
    body["changes"] = [*body.get("changes", [])[:changed], *extra["changes"], *body.get("changes", [])[changed:]]
    body["own_effects"], body["own_changes"] = at + 1, changed + 1
    return f"public/{record['sequence']}"


def an_older_edition(log: Log) -> str:
    """By an edition of long ago anything may have come out."""
    record, _ = find(log, kind="rule", procedure="mini-strike", chain="public")
    record["body"]["edition"] = "of 1800"
    record["body"]["outcome"] = {"found": False, "hits": 0, "rounds": 0}
    return f"public/{record['sequence']}"


def learnt_more(log: Log) -> str:
    """A rule on a secret by which everybody learns one thing more than its system says."""
    record, parts = find(log, kind="rule", procedure="mini-scout")
    extra, change = {"do": "set", "key": "condition:fog.value", "value": False}, ["condition:fog.value", True, False]
    for body in (record["body"], parts[0]["content"]):
        body["effects"], body["changes"] = [extra, *body["effects"]], [change, *body["changes"]]
    parts[0]["content"]["own_effects"] += 1
    parts[0]["content"]["own_changes"] += 1
    return f"public/{record['sequence']}"


def marks_ended_with_an_old_correction(log: Log) -> str:
    """The end of a step that bears the key of a correction of long ago."""
    correction, _ = find(log, kind="correction", submission="consented")
    record, _ = find(log, kind="clock", chain="allied")
    record["submission"] = correction["submission"]
    record["seat"] = "allied" if record["seat"] == "axis" else "axis"
    return f"allied/{record['sequence']}"


def fallen_away_for_nothing(log: Log) -> str:
    """A rule that is given up since it cannot be made again, though nothing before it was corrected."""
    record, _ = find(log, kind="undo", chain="public", act="rule.given-up")
    record["body"]["reason"] = "fell-away"
    return f"public/{record['sequence']}"


def dice_that_nobody_threw(log: Log) -> str:
    """Faces that come in as unused dice, for a correction to read."""
    record, _ = find(log, kind="rule", procedure="mini-barrage", chain="public")
    record["body"]["unused_dice"] = {"guns": [6, 6, 6, 6]}
    return f"public/{record['sequence']}"


def opened_otherwise(log: Log) -> str:
    """A sealed choice, opened otherwise than it was sealed: the seal is another one."""
    for record, parts in zip(log.records, log.parts, strict=True):
        if record["kind"] == "waiting" and any("sealed" in part["content"] for part in parts):
            (part,) = (part for part in parts if "sealed" in part["content"])
            answer = part["content"]["sealed"][0]
            answer["choice"] = answer["reading"] = "wait" if answer["choice"] == "attack" else "attack"
            answer["label"] = answer.get("label", "")
            return f"public/{record['sequence'] + 1}"
    raise LookupError


def shown_otherwise(log: Log) -> str:
    record, _ = find(log, kind="rule", procedure="mini-scout")
    record["body"]["shown"]["saw"] = "nothing"
    return f"public/{record['sequence']}"


def changes_that_never_were(log: Log) -> str:
    record, _ = find(log, kind="seed", chain="public")
    record["body"]["changes"] = [["ledger:axis.vp", 2, 52]]
    return f"public/{record['sequence']}"


def undone_another(log: Log) -> str:
    record, parts = find(log, kind="undo", chain="allied")
    record["body"]["corrects"] = parts[0]["content"]["corrects"] = "allied/2"
    return f"allied/{record['sequence']}"


def consent_that_never_was(log: Log) -> str:
    record, _ = find(log, kind="correction", procedure="mini-barrage")
    record["body"]["agreed_in"] = "public/3"
    return f"public/{record['sequence']}"


def no_anchors(log: Log) -> str:
    """No end of a step tells of the secret chains any more."""
    for record, parts in zip(log.records, log.parts, strict=True):
        if record["body"]["act"] == "turn.step":
            parts.clear()
            record.pop("commitments", None)
    record, _ = find(log, kind="clock", act="turn.step")
    return next(f"public/{r['sequence']}" for r in log.records if r["body"]["act"] == "turn.step")


def a_key_that_nobody_knows(log: Log) -> str:
    record, _ = find(log, kind="edit", chain="public")
    record["body"]["zz"] = 1
    return f"public/{record['sequence']}"


LIES = [
    *map(points_in, ("seed", "reveal", "access", "nonce", "dispute", "clock", "fork", "fallen", "rule", "waiting")),
    *(own_points, an_older_edition, dice_that_nobody_threw, opened_otherwise, changes_that_never_were),
    *(learnt_more, marks_ended_with_an_old_correction, fallen_away_for_nothing),
    *(undone_another, consent_that_never_was, no_anchors, a_key_that_nobody_knows, shown_otherwise),
]
# What only `manage.py verify` can name, since it carries the rules out again.
BY_THE_RULES = (an_older_edition, shown_otherwise, learnt_more)


def test_a_believable_lie_is_named_by_both(wide: Campaign) -> None:
    log, checker = Log(list(lines(wide, ALL))), tool()
    keys = list(Entry.objects.filter(campaign=wide).order_by("id").values_list("id", flat=True))
    for lie in LIES:
        forged = log.copied()
        where = lie(forged)
        said = named_by_product(wide, forged.copied(), keys)
        assert any(fault.startswith(f"{where}: ") for fault in said), (lie.__name__, where, said)
        if lie not in BY_THE_RULES:
            said = named_by_tool(checker, forged)
            assert any(fault.startswith(f"{where}: ") for fault in said), (lie.__name__, where, said)
