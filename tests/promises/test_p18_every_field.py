"""P18: every field of every kind of entry gets a wrong value, and both verifiers name it, or the format says why not.

The forger knows everything: hashes, links, commitments, anchors and heads are put right behind every forgery. What is
left stands in `CANNOT_BE_PROVED`, and in the table "What cannot be proved" of docs/log-format.md, with the reason.
"""

from __future__ import annotations

import copy
import hashlib
import importlib.util
import io
import json
import pickle
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from django.db import DatabaseError, transaction

from navalassist.auditlog.export import lines
from navalassist.auditlog.models import KINDS, Entry
from navalassist.campaigns.models import Campaign
from navalassist.engine import canonical
from navalassist.play.checks.verify import Checker
from navalassist.play.storage.rows import BODY_COLUMNS, HEADER_COLUMNS
from tests import counts
from tests.promises.tampering import run, undone

pytestmark = [pytest.mark.promise("P18"), pytest.mark.django_db]
ROOT = Path(__file__).resolve().parents[2]
ALL = frozenset({"public", "axis", "allied", "moderator"})
NOWHERE = "9" * 6
# What the forger puts right himself: test_p18_tampering has these.
LINKS = ("commitments", "previous", "sequence", "campaign", "format", "anchors", "head_before", "heads")

# Kind and field, as patterns, of what neither verifier can prove; docs/log-format.md has the reasons.
CANNOT_BE_PROVED = (
    # Who tapped, when, by which form.
    *(
        "*.actor",
        "*.tapped_at",
        "*.time",
        "*.submission",
        "access.seat",
        "dispute.seat",
        "access.*person",
        "access.*.outgoing",
    ),
    # What was typed: inputs and their words, figures of a rule, dice.
    *("clock.body.left", "clock.body.left.*", "edit.body.since.*"),
    *("edit.seat", "edit.*act", "edit.*title", "edit.*note", "edit.*reason", "edit.*rule", "*.note", "*.reason"),
    *(
        "*.situation",
        "*.situation.*",
        "*.settled.*",
        "rule.*dice.source",
        "correction.*dice.*",
        "waiting.seat",
        "rule.seat",
    ),
    # A fact that a rule read and does not name; odds, which `verify --odds` works out again.
    *("*.facts_read", "*.odds", "*.odds.*"),
    # What an archive says of where it comes from; what a log says that it goes by.
    *(
        "fork.body.archive",
        "fork.body.restored",
        "fork.body.name_before",
        "*.editions",
        "*.editions.*",
        "setup.body.name",
    ),
    *("setup.body.table_versions", "setup.body.table_versions.*", "seed.body.scheme"),
)
# What only the rules know, and so `manage.py verify` alone: what came of dice, and what everybody was shown.
ONLY_BY_THE_RULES = (
    *("*.answers", "*.answers.*", "*.outcome", "*.outcome.*", "*.rule", "*.edition", "*.rulings", "*.rulings.*"),
    *(
        "*.tables",
        "*.tables.*",
        "*.shown",
        "*.shown.*",
        "*.waits_for.*",
        "*.sealed",
        "*.sealed.*",
        "*.changed",
        "*.changed.*",
        "*.typed",
        "*.typed.*",
    ),
    *("rule.body", "clock.*effects*", "clock.*changes*"),
)


def tool() -> ModuleType:
    """tools/verify_log.py as a module."""
    spec = importlib.util.spec_from_file_location("verify_log", ROOT / "tools" / "verify_log.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Log:
    """A log as a list of records with their secret parts, which can be written as an export or into the database."""

    def __init__(self, export: list[str]) -> None:
        self.header = json.loads(export[0])
        self.records: list[dict[str, Any]] = []
        self.parts: list[list[dict[str, Any]]] = []
        for line in map(json.loads, export[1:]):
            self.records.append(json.loads(line["content"]))
            self.parts.append([dict(p, content=json.loads(p["content"])) for p in line["payloads"]])

    def copied(self) -> Log:
        """Another one; through pickle, at a fifth of the time of a deep copy."""
        return pickle.loads(pickle.dumps(self))  # type: ignore[no-any-return]

    def sealed(self) -> Iterator[tuple[str, str, list[tuple[str, str, str]]]]:
        """Content, hash and payloads of each entry; every hash, link, commitment, anchor and head is put right."""
        heads: dict[str, tuple[int, str]] = {}
        moved: dict[str, str] = {}
        for record, parts in zip(self.records, self.parts, strict=True):
            body, chain = record["body"], record["chain"]
            for part in parts:
                if isinstance(part["content"], dict):
                    mend(part["content"], heads, moved)
            mend(body, heads, moved)
            payloads = [(p["audience"], p["salt"], canonical(p["content"])) for p in parts]
            if parts:
                record["commitments"] = [
                    {"audience": a, "commitment": hashlib.sha256(f"{salt}|{text}".encode()).hexdigest()}
                    for a, salt, text in payloads
                ]
            before = record["previous"]
            record["previous"] = heads.get(chain, (0, "0" * 64))[1]
            if before != record["previous"] and "head_before" in body:
                body["head_before"] = [heads.get(chain, (0, ""))[0], record["previous"]]
            text = canonical(record)
            digest = hashlib.sha256(text.encode()).hexdigest()
            heads[chain] = (record["sequence"], digest)
            yield text, digest, payloads
        self.header["heads"] = {audience: list(head) for audience, head in heads.items()}

    def export(self) -> bytes:
        rows = [
            {"content": t, "hash": h, "payloads": [{"audience": a, "salt": s, "content": c} for a, s, c in payloads]}
            for t, h, payloads in self.sealed()
        ]
        return "\n".join(json.dumps(row) for row in (self.header, *rows)).encode() + b"\n"


def mend(body: dict[str, Any], heads: dict[str, tuple[int, str]], moved: dict[str, str]) -> None:
    """Anchors say the heads as they are now."""
    anchors = body.get("anchors")
    if isinstance(anchors, dict):
        for audience in anchors:
            if audience in heads:
                anchors[audience] = heads[audience][1]
    if isinstance(body.get("heads"), dict):
        for chain, head in body["heads"].items():
            if chain in heads and isinstance(head, list) and head[0] == heads[chain][0]:
                head[1] = heads[chain][1]


Way = tuple[Any, ...]


def leaves(value: Any, way: Way = ()) -> Iterator[tuple[Way, Any]]:
    """Every value within a value, with the way to it; objects and lists themselves too."""
    if way:
        yield way, value
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, inner in items:
        yield from leaves(inner, (*way, name))


def wrong_values(value: Any, name: str) -> Iterator[Any]:
    """Wrong values of the same type, that look right."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
    elif isinstance(value, str):
        yield from wrong_text(value)
    elif isinstance(value, list) and value:
        yield value[:-1]
        yield [*value, value[-1]]
    elif isinstance(value, dict) and value:
        yield {key: inner for key, inner in value.items() if key != sorted(value)[-1]}
    elif value is None:
        yield 1


def wrong_text(value: str) -> Iterator[str]:
    others = {
        "axis": "allied",
        "allied": "axis",
        "server": "typed",
        "typed": "server",
        "inner": "outer",
        "outer": "inner",
    }
    if value in others:
        yield others[value]
    elif found := re.fullmatch(r"([a-z]+)/([0-9]+)", value):
        yield f"{found[1]}/{int(found[2]) - 1 or 2}"
        yield f"{found[1]}/{NOWHERE}"
    elif re.fullmatch(r"[0-9a-f]{12,64}", value) or re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", value):
        yield value[:-1] + ("0" if value[-1] != "0" else "1")
    elif re.match(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T", value):
        yield "1999" + value[4:]
    elif value.isdigit():
        yield f"{int(value) + 1:0{len(value)}}"
    else:
        yield f"{value}x" if value else "x"


def name_of(record: dict[str, Any], way: Way, where: str) -> str:
    """Kind, act where it tells kinds apart, and field: `rule.body.answers.*.faces.*`."""
    kind = record["kind"]
    words = ".".join("*" if isinstance(step, int) else str(step) for step in way)
    words = re.sub(
        r"(fields|anchors|table_versions|editions|rulings|tables|heads|unused_dice|set_aside|situation|outcome)\..*",
        r"\1.*",
        words,
    )
    return f"{kind}.{where}{words}"


@dataclass(frozen=True)
class Forgery:
    """A wrong value: the name of the field, the entry, and where it stands in the log."""

    name: str
    reference: str
    number: int
    place: int
    way: Way
    wrong: Any

    def put_into(self, log: Log) -> None:
        """place: the entry itself, or its secret part of that number."""
        target = log.records[self.number] if self.place == 0 else log.parts[self.number][self.place - 1]["content"]
        put(target, self.way, copy.deepcopy(self.wrong))

    def of(self, log: Log) -> Log:
        """The log with this in it."""
        forged = log.copied()
        self.put_into(forged)
        return forged


def forgeries(log: Log) -> Iterator[Forgery]:
    """For each field of each kind one entry of it, and each wrong value."""
    seen: set[tuple[str, int]] = set()
    for number, record in enumerate(log.records):
        reference = f"{record['chain']}/{record['sequence']}"
        act = record["body"]["act"] if record["kind"] in ("access", "dispute", "nonce", "clock", "undo") else ""
        follows = [name for name in ("continues", "corrects") if name in record["body"]]
        state = (act, *follows, "shown" in record["body"], record["chain"] == "public")
        places: list[tuple[str, Any]] = [("", record)]
        places += [("secret.", part["content"]) for part in log.parts[number]]
        for place, (where, value) in enumerate(places):
            for way, _ in leaves(value):
                if way[0] in LINKS:
                    continue
                for turn, wrong in enumerate(wrong_values(at(value, way), str(way[-1]))):
                    name = name_of(record, way, where)
                    key = (f"{name}{state}", turn)
                    if key not in seen:
                        seen.add(key)
                        yield Forgery(name, reference, number, place, way, wrong)


def at(value: Any, way: Way) -> Any:
    for step in way:
        value = value[step]
    return value


def put(value: Any, way: Way, wrong: Any) -> None:
    at(value, way[:-1])[way[-1]] = wrong


def named_by_tool(checker: ModuleType, log: Log) -> list[str]:
    found = checker.Checker(io.BytesIO(log.export()))
    found.run()
    return [f"{where}: {what}" for where, what in found.faults]


def store(log: Log, keys: list[int]) -> None:
    """Put the forged log in the place of the true one, where it differs."""
    stored = dict(Entry.objects.filter(pk__in=keys).values_list("pk", "content"))
    for key, record, (text, digest, payloads) in zip(keys, log.records, log.sealed(), strict=True):
        if stored[key] == text:
            continue
        columns = {name: record.get(name) for name in HEADER_COLUMNS}
        columns |= {name: str(record["body"].get(name, "")) for name in BODY_COLUMNS}
        dice = record["body"].get("dice")
        columns["dice"] = dice.get("source", "") if isinstance(dice, dict) else ""
        columns |= {"content": text, "hash": digest}
        placed = ", ".join(f"{name} = %s" for name in columns)
        run(f"UPDATE auditlog_entry SET {placed} WHERE id = %s", *columns.values(), key)
        for audience, salt, content in payloads:
            where = (content, salt, key, audience)
            run("UPDATE auditlog_payload SET content = %s, salt = %s WHERE entry_id = %s AND audience = %s", *where)


def named_by_product(campaign: Campaign, log: Log, keys: list[int]) -> list[str]:
    """What `verify` says of the entries; what it would say of the state beside them does not count here."""
    with undone():
        try:
            with transaction.atomic():
                store(log, keys)
        except DatabaseError:
            return ["the database refuses it"]
        checker = Checker(campaign)
        checker._compare = lambda: None  # type: ignore[method-assign]
        return [str(fault) for fault in checker.run(1).faults]


def known(name: str, *lists: tuple[str, ...]) -> bool:
    return any(fnmatch(name, pattern) for one in lists for pattern in one)


def tried(found: list[Forgery]) -> Iterator[tuple[Forgery, bool, bool]]:
    """Each forgery, and whether the tool and the product try it: in the gate one of every field of every kind, with
    --all everything."""
    known_by_tool: set[str] = set()
    known_by_product: set[str] = set()
    for number, forgery in enumerate(found):
        name, can = forgery.name, not known(forgery.name, ONLY_BY_THE_RULES)
        by_tool = can and (name not in known_by_tool or number % counts.ONE_FORGERY_IN_TOOL == 0)
        by_product = name not in known_by_product or number % counts.ONE_FORGERY_IN_PRODUCT == 0
        known_by_tool |= {name} if by_tool else set()
        known_by_product |= {name} if by_product else set()
        yield forgery, by_tool, by_product


def test_every_field_of_every_kind(wide: Campaign) -> None:
    log = Log(list(lines(wide, ALL)))
    checker = tool()
    assert named_by_tool(checker, log.copied()) == []
    keys = list(Entry.objects.filter(campaign=wide).order_by("id").values_list("id", flat=True))
    assert named_by_product(wide, log.copied(), keys) == []
    found = list(forgeries(log))
    assert len(found) > 1000
    missed: list[str] = []
    for forgery, by_tool, by_product in tried([one for one in found if not known(one.name, CANNOT_BE_PROVED)]):
        if by_tool and not named_by_tool(checker, forgery.of(log)):
            missed.append(f"verify_log.py: {forgery.name} in {forgery.reference}")
        if by_product and not named_by_product(wide, forgery.of(log), keys):
            missed.append(f"verify: {forgery.name} in {forgery.reference}")
    assert not missed, "\n".join(missed)
    assert {record["kind"] for record in log.records} == set(KINDS)


def test_two_fields_at_once(wide: Campaign) -> None:
    """What one wrong value gives away a second one does not hide."""
    log, checker, chance = Log(list(lines(wide, ALL))), tool(), random.Random(18)
    keys = list(Entry.objects.filter(campaign=wide).order_by("id").values_list("id", flat=True))
    found = [one for one in forgeries(log) if not known(one.name, CANNOT_BE_PROVED, ONLY_BY_THE_RULES)]
    for number in range(counts.PAIRS_OF_FORGERIES):
        pair = chance.sample(found, 2)
        both = log.copied()
        # Of two in one entry the deeper is put in first, lest the other has taken its place away.
        for forgery in sorted(pair, key=lambda one: -len(one.way)):
            forgery.put_into(both)
        assert named_by_tool(checker, both.copied()), pair
        if number % 10 == 0:
            assert named_by_product(wide, both, keys), pair


def test_what_cannot_be_proved_is_told(wide: Campaign) -> None:
    """The format says of each field that nobody can prove why it is so."""
    told = (ROOT / "docs" / "log-format.md").read_text("utf-8")
    table = told.partition("## What cannot be proved")[2].partition("\n## ")[0]
    words = {pattern.rpartition(".")[2].strip("*") for pattern in CANNOT_BE_PROVED} - {""}
    assert [word for word in sorted(words) if f"`{word}`" not in table] == []


# Believable lies of several fields at once


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


def a_difference_of_my_own(log: Log) -> str:
    """Behind a correction of long ago the points come to more than it gives; the next entry finds them so."""
    record, _ = find(log, kind="clock", act="turn.since", submission="longafter")
    change = next(change for change in record["body"]["changes"] if change[0] == "ledger:axis.vp")
    change[2] += 5
    effect = next(effect for effect in record["body"]["effects"] if effect["key"] == "ledger:axis.vp")
    effect["value"] = change[2]
    return f"public/{record['sequence']}"


def a_row_that_left_otherwise(log: Log) -> str:
    """What is made anew for a correction, as it was cleared away, had more hits than that; they go with it again."""
    record, _ = find(log, kind="correction", submission="guestleft")
    end, _ = find(log, kind="clock", act="turn.since", submission="guestleft")
    record["body"]["effects"][0]["fields"]["strength"] += 1
    for body, side in ((record["body"], 2), (end["body"], 1)):
        change = next(change for change in body["changes"] if change[0] == "task-force:guest.strength")
        change[side] += 1
    return f"public/{record['sequence']}"


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
    *(a_difference_of_my_own, a_row_that_left_otherwise),
    *(undone_another, consent_that_never_was, no_anchors, a_key_that_nobody_knows, shown_otherwise),
]
# What only `manage.py verify` can name, since it carries the rules out again.
BY_THE_RULES = (an_older_edition, shown_otherwise, learnt_more)


@pytest.mark.promise("P13")
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


@pytest.mark.parametrize("link", ["continues", "corrects"])
def test_entries_that_follow_themselves_are_told_and_nobody_goes_round_for_ever(wide: Campaign, link: str) -> None:
    """Those who began a rule are asked for where it is given up; what was corrected first, where a correction is."""
    log = Log(list(lines(wide, ALL)))
    written = {f"{record['chain']}/{record['sequence']}": record for record in log.records}
    kind, by = ("waiting", "undo") if link == "continues" else ("rule", "correction")
    ended = [record["body"]["corrects"] for record in log.records if record["kind"] == by]
    named = next(reference for reference in ended if written[reference]["kind"] == kind)
    written[named]["body"][link] = named
    told = f"{named}: {named}, which it names ({link}), is not there before it"
    keys = list(Entry.objects.filter(campaign=wide).order_by("id").values_list("id", flat=True))
    assert told in named_by_product(wide, log.copied(), keys)
    assert any(fault.startswith(f"{named}: ") for fault in named_by_tool(tool(), log))
