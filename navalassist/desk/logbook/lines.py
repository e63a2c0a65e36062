"""One line of text for every entry: what the log, the list of last verdicts and a turn report say of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.campaigns.facts import PUBLIC
from navalassist.desk.logbook import shipping
from navalassist.desk.logbook.facts import Words
from navalassist.desk.logbook.naming import entry_word, port_name, several, short_entry, step_name, turn_name, zone_name
from navalassist.desk.logbook.readout import readout
from navalassist.desk.logbook.record import Body, Readout, dice_word, plain_text, procedure_title, thrown
from navalassist.desk.templatetags.parts import side_word
from navalassist.play.correct import FALLEN_AWAY
from navalassist.play.state import State
from navalassist.play.undo import GIVEN_UP

# What an act is called; an act that is not here is told by the facts that it changed.
ACTS = {
    "campaign.begin": "Campaign begun",
    "shipment.add": "Row added",
    "shipment.change": "Row changed",
    "shipment.edit": "Row changed",
    "shipment.copy": "Row duplicated",
    "shipment.strike": "Row struck off",
    "shipment.move": "Row moved",
    "shipment.back": "Empties sent back",
    "shipment.repeat": "Rows of the last turn added",
    "template.use": "Rows of a template added",
    "template.save": "Template saved",
    "template.rename": "Template renamed",
    "template.delete": "Template deleted",
    "roster.count": "Roster",
    "secret": "A secret act",
}
# Acts whose title and note say all: a roster's facts leave out what sails, and rows that change places say so twice.
TOLD = ("roster.count", "shipment.move")
KINDS = {"setup": "Set-up", "edit": "Input", "undo": "Taken back", "rule": "Rule", "waiting": "Rule"}
MANY = 3
CLOCK = "campaign:clock."
# Facts that only follow from another one of the same entry.
QUIET = (".owner_source", ".ever_allied")


@dataclass(frozen=True, slots=True)
class Line:
    """An entry in a line. `result` is word and rest together: `CONTACT`, `4 SP, 4 NTs lost; 2 SP, 2 NTs arrive`.

    tag: where its dice come from, `typed` or `same dice`; bad: its result hurts.
    """

    title: str
    detail: str = ""
    dice: str = ""
    word: str = ""
    rest: str = ""
    rule: str = ""
    tag: str = ""
    bad: bool = False

    @property
    def result(self) -> str:
        """The whole result in one text."""
        return ": ".join(part for part in (self.word, self.rest) if part)


def line_of(entry: Entry, body: Body, state: State) -> Line:
    """The line of any entry. body: as the viewer may read it. No query but for a table in an older version."""
    if body.get("act") == "secret":
        return Line("A secret act", "only its own seat may read it", rule=str(body.get("rule", "")))
    match entry.kind:
        case "rule" | "correction" | "waiting":
            return _of_rule(entry, body, state)
        case "clock":
            return _of_clock(body, state)
        case "seed":
            turn = turn_name(state, str(body.get("turn_bound", "")))
            return Line(f"Dice of {turn} bound{_whose(body)}", f"sha256 {str(body.get('commitment', ''))[:8]} …")
        case "reveal":
            turn = turn_name(state, str(body.get("turn_bound", "")))
            return Line(f"Dice of {turn} opened{_whose(body)}", "anyone can recompute their faces now")
        case "undo" if body.get("act") == GIVEN_UP:
            word = "Took back" if body.get("reason") == FALLEN_AWAY else "Gave up"
            return Line(f"{word} {entry_word(str(body.get('corrects', '')))}", procedure_title(body))
        case "undo":
            what = ACTS.get(str(body.get("undone", ""))) or _rows_named(body, state)
            return Line(f"Took back {entry_word(str(body.get('corrects', '')))}", what, rest=_changes(body, state))
    return _of_input(entry, body, state)


def _whose(body: Body) -> str:
    """Whose secret dice they are; nothing for those of everybody."""
    audience = str(body.get("audience", PUBLIC))
    return "" if audience == PUBLIC else f" for the {side_word(audience)} seat alone"


def _of_clock(body: Body, state: State) -> Line:
    clock = [(key.removeprefix(CLOCK), old, new) for key, old, new in body.get("changes", ()) if key.startswith(CLOCK)]
    before, after = {name: old for name, old, _ in clock}, {name: new for name, _, new in clock}
    title = "Step"
    if "turn" in after:
        title = turn_name(state, before["turn"])
    elif "step" in after:
        title = step_name(state, before["step"])
    parts = [turn_name(state, after["turn"])] if "turn" in after else []
    parts += [f"{side_word(after['player_turn'])} player turn"] if "player_turn" in after else []
    parts += [step_name(state, after["step"])] if "step" in after else []
    kinds = [row.partition(":")[0] for row in gone(body)]
    rows = len(kinds) - kinds.count("mark")
    marks = several(kinds.count("mark"), "check mark")
    if not clock and not rows:
        # A correction made after its step: what that step's end had taken away goes again.
        return Line(f"{marks} of an ended step removed")
    cleared = [f"{marks} removed"] if "mark" in kinds else []
    cleared += [f"{several(rows, 'row')} cleared from the board"] if rows else []
    return Line(f"{title} ended", ", ".join(cleared), rest=", ".join(parts))


def _of_rule(entry: Entry, body: Body, state: State) -> Line:
    read = readout(entry, body, state)
    title, detail = read.head, ""
    if shipping.is_check(body):
        situation = body["situation"]
        title = shipping.item_and_route(situation["item"])
        zone = zone_name(state, situation["leg"]["zone"], short=True)
        detail = f"{zone}, {status_text(body)}" if read.column else zone
    if entry.kind == "correction":
        title = f"Correction of {short_entry(str(body.get('corrects', '')))}: {title}"
    rest = f"waits: {read.waits}" if read.waits else rest_text(read)
    return Line(title, detail, dice_text(body), read.word, rest, read.rule, dice_word(body), read.bad)


def status_text(body: Body) -> str:
    """`status 9`, or `status 9 − 5 = 4` where terms besides the zone's own apply."""
    contact = next((answer for answer in thrown(body) if answer.get("terms")), None)
    if contact is None:
        return ""
    total = contact["cells"][0]["column"] if contact.get("cells") else ""
    numbers = [term["value"] for term in contact["terms"] if term["applies"] and term["value"]]
    if len(numbers) < 2 or len(numbers) > 4:
        return f"status {total}"
    sums = " ".join(f"{'−' if n < 0 else '+'} {abs(n)}" for n in numbers[1:])
    return f"status {plain_text(numbers[0])} {sums} = {total}"


def dice_text(body: Body) -> str:
    """`6 3, then 4 2 1`: the first throw, then the others together."""
    throws = [" ".join(map(str, answer["faces"])) for answer in thrown(body)]
    return ", then ".join(part for part in (throws[0], " ".join(throws[1:])) if part) if throws else ""


def rest_text(read: Readout) -> str:
    """`4 SP, 4 NTs lost; 2 SP, 2 NTs arrive at Tripoli; 1 SP, 1 NT back in Naples`"""
    parts = []
    for box in read.boxes:
        label = box.label.replace(", finished", "")
        parts.append(f"{box.text} {label[:1].lower()}{label[1:]}" if box.said_after else f"{label} {box.text}")
    return "; ".join(parts)


def _of_input(entry: Entry, body: Body, state: State) -> Line:
    """An edit or a set-up, by its act or by what it changed."""
    act, note = str(body.get("act", "")), str(body.get("note", ""))
    changes = body.get("changes", ())
    title = str(body.get("title", "")) or ACTS.get(act, "")
    if entry.kind == "setup" and act == "campaign.begin":
        return Line(title, str(body.get("name", "")), rest=f"{len(made(body))} rows set up")
    if act in TOLD:
        return Line(title, note)
    rows = [row for row in made(body) if not row.startswith("mark:")]
    if len(rows) == 1:
        return Line(title or KINDS.get(entry.kind, "Input"), row_text(rows[0], body, state), rest=note)
    if len(changes) == 1 and not title:
        title = Words(state, body).fact(changes[0][0])
    title, rest = title or _rows_named(body, state) or KINDS.get(entry.kind, "Input"), _changes(body, state)
    return Line(title, note, rest=rest, rule=str(body.get("rule", "")))


def made(body: Body) -> list[str]:
    """The rows that an entry made."""
    return [effect["key"] for effect in body.get("effects", ()) if effect.get("do") == "create"]


def gone(body: Body) -> list[str]:
    """The rows that an entry took out."""
    return [effect["key"] for effect in body.get("effects", ()) if effect.get("do") == "remove"]


def ports_moved(body: Body) -> str:
    """`50 ports added` where an entry made ports or took them out; '' for all others."""
    told = []
    for rows, what in ((made(body), "added"), (gone(body), "taken out")):
        ports = sum(row.startswith("port:") for row in rows)
        told += [f"{several(ports, 'port')} {what}"] if ports else []
    return ", ".join(told)


def _rows_named(body: Body, state: State) -> str:
    """What an entry is about: the one fact or the one row that it changed; else nothing."""
    words, keys = Words(state, body), [str(key) for key, _, _ in body.get("changes", ())]
    rows = list(dict.fromkeys(key.rpartition(".")[0] for key in keys))
    if len(keys) == 1:
        return words.fact(keys[0])
    name = words.row(rows[0]) if len(rows) == 1 else ""
    return f"{name[:1].upper()}{name[1:]}"


def row_text(row: str, body: Body, state: State) -> str:
    """A new row in words: a shipment with its cargo, transports and zones."""
    words = Words(state, body)
    fields = {key.rpartition(".")[2]: after for key, _, after in body["changes"] if key.rpartition(".")[0] == row}
    if not row.startswith("shipment:"):
        return words.row(row)
    return shipment_text(fields, state)


def shipment_text(fields: Mapping[str, Any], state: State) -> str:
    """`7 SP Naples–Tripoli on 7 NTs, by the Tyrrhenian and Central Med`"""
    item = {
        "kind": fields["cargo"],
        "label": fields["label"],
        "res": fields["res_afloat"],
        "transports": fields["transports"],
        "transport_count": fields["transports_afloat"],
    }
    ends = "–".join(port_name(state, str(fields[name])) for name in ("origin", "destination"))
    zones = ", ".join(zone_name(state, leg["zone"], short=True) for leg in fields["route"])
    text = " ".join(part for part in (shipping.joined(item, ends), shipping.carried_text(item)) if part)
    return f"{text}, by the {zones}" if zones else text


def _changes(body: Body, state: State) -> str:
    """What changed, as `Owner of Naples: Axis → Allied`; the name is left out where there is only one."""
    words = Words(state, body)
    changes = [(key, before, after) for key, before, after in body.get("changes", ()) if before != after]
    plain = [c for c in changes if not c[0].startswith("mark:")]
    plain = [c for c in plain if not c[0].endswith(QUIET)] or plain
    if len(plain) == 1:
        key, before, after = plain[0]
        if key.endswith(".route") and before and after:
            return "; ".join(f"{what}: {old} → {new}" for what, old, new in words.legs(before, after))
        return f"{words.value(key, before)} → {words.value(key, after)}"
    if any(before is None or after is None for _, before, after in plain):
        rows = {key.rpartition(".")[0] for key, _, _ in plain}
        kept = [(key, before, after) for key, before, after in plain if before is not None and after is not None]
        ports = ports_moved(body)
        if len(kept) == 1:
            key, before, after = kept[0]
            change = f"{words.value(key, before)} → {words.value(key, after)}"
            return f"{change}; {ports or several(len(rows) - 1, 'row') + ' made or taken out'}"
        return ports or several(len(rows), "row")
    found = [
        f"{words.fact(key)}: {words.value(key, before)} → {words.value(key, after)}" for key, before, after in plain
    ]
    more = len(found) - MANY
    return "; ".join(found[:MANY]) + (f"; {more} more" if more > 0 else "")
