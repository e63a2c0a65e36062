"""Set-up edits: what an input by hand sets, and what has to change together with it. Nothing here writes.

In:  the campaign's facts, its book, and what was typed, as text.
Out: an `Edit`: the act's name, a title for the log, and the effects (only facts that really change).
Errors: `EditError`, a sentence that names the field and what would be right.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from navalassist.engine import Book, Effect, Remove, Set, create
from navalassist.engine.maps.sheet_hexes import Hex
from navalassist.play.rules import rulings
from navalassist.play.write.edits import Edit as Edit
from navalassist.play.write.edits import EditError as EditError
from navalassist.play.write.set_up import FACT, is_open
from navalassist.rules.europa import RULINGS
from navalassist.rules.europa.clock import next_turn
from navalassist.rules.europa.r33_status import HIGH, LOW
from navalassist.rules.europa.r36_danger_ports import CAPTURED
from navalassist.rules.europa.r36_gibraltar import PORT as GIBRALTAR
from navalassist.rules.europa.r36_gibraltar import TAKEN_MARK
from navalassist.rules.europa.rulings_status import R04
from navalassist.rules.europa.turn import TURN
from navalassist.rules.europa.words import Declared, Interference, Owner, PortKind, Side, Zone
from navalassist.rules.europa.world import (
    MALTA_NUMBER,
    SOUTH_AEGEAN_DECLARED,
    SOUTH_AEGEAN_HITS,
    VALLETTA,
    ever_allied,
    kind_of,
    operational,
    owner_of,
)
from navalassist.systems.europa import soviet, theatres
from navalassist.systems.europa.places import places

Facts = Mapping[str, Any]
# The Italian fleet's level is one for the Eastern Med and the Aegean; the Red Sea has its own.
INTERFERENCE_ZONES = (Zone.EASTERN_MED.value, Zone.RED_SEA.value)
LEVELS = {
    Interference.MINOR.value: "minor",
    Interference.PARTIAL.value: "partial",
    Interference.MAJOR.value: "major",
}
EXTENTS = {Declared.NOT.value: "not declared", Declared.TIGHT.value: "tight", Declared.LOOSE.value: "loose"}
MOST_HITS, MOST_POINTS = 99, 9999
# Why a port that counts as once Allied never was.
SLIPS = ("wrong owner", "wrong port", "wrong turn", "agreed at the table")
ANSWERS = {"yes": True, "no": False}


def capture(facts: Facts, port: str, owner: str, book: Book, when: str = "", note: str = "") -> Edit:
    """A port changes hands: with the owner the latch "ever Allied" is set (33.B.8.a), and its source says since when.

    While a campaign is set up it is no capture: the port is theirs, and nothing is marked.
    An Axis Valletta fixes Malta's number at its powerless end at once (36.A.4 note). when: the turn in words.
    """
    name = _port(facts, port)
    if owner not in list(Owner):
        raise EditError("owner", f"Owner of {name}: choose one of {_words(list(Owner))}.")
    if facts[owner_of(port)] == owner:
        raise EditError("owner", f"Owner of {name}: it is {owner.capitalize()} already.")
    playing = not is_open(facts)
    since = f" since {when}" if when and playing else ""
    wanted: dict[str, Any] = {owner_of(port): owner}
    if owner == Owner.ALLIED:
        wanted[ever_allied(port)] = True
    elif not playing:
        # A tap that is put right leaves nothing behind.
        wanted[ever_allied(port)] = places().ports[port].once("allied", str(facts["campaign:clock.turn"]))
    wanted[f"port:{port}.owner_source"] = f"{owner.capitalize()}{since}, entered at the table{_after(note)}."
    if port == VALLETTA and owner == Owner.AXIS:
        wanted[MALTA_NUMBER] = _end(book)
    passage = _passage(facts, owner) if port == GIBRALTAR and playing else ()
    said = (Remove(soviet.row_of(port)),) if soviet.note_of(port) in facts else ()
    taken = _taken(facts, port, owner) if playing else ()
    effects = (*_changed(facts, wanted), *passage, *taken, *said)
    return Edit("port.owner", f"Owner of {name}", effects)


def _taken(facts: Facts, port: str, owner: str) -> tuple[Effect, ...]:
    """A port taken from the enemy exerts no danger zone for a while (36.D): a mark says from whom, and when."""
    row, before = f"mark:{CAPTURED}/{port}", facts[owner_of(port)]
    gone = (Remove(row),) if f"{row}.kind" in facts else ()
    if not {before, owner} <= set(Side):
        return gone
    turn = str(facts["campaign:clock.turn"])
    note = f"{before}|{turn}/{facts['campaign:clock.player_turn']}"
    about = {"kind": CAPTURED, "subject": f"port:{port}", "place": "", "ends": TURN.life_of(CAPTURED)}
    return (*gone, create(row, note=note, until=next_turn(turn), **about))


def _passage(facts: Facts, owner: str) -> tuple[Effect, ...]:
    """With Gibraltar the passage changes hands: to the Axis from the next player turn, to the Allies at once (R-21)."""
    gone = (Remove(TAKEN_MARK),) if f"{TAKEN_MARK}.kind" in facts else ()
    if owner != Owner.AXIS:
        return gone
    now = f"{facts['campaign:clock.turn']}/{facts['campaign:clock.player_turn']}"
    about = {"kind": "taken", "subject": f"port:{GIBRALTAR}", "place": "", "ends": TURN.life_of("taken"), "until": ""}
    return (*gone, create(TAKEN_MARK, note=now, **about))


def never_allied(facts: Facts, port: str, reason: str, sources: Facts) -> Edit:
    """The latch "ever Allied" of a port goes back, where an owner was typed by mistake and found too late to undo.

    Refused while the Allies own it, and where they had owned it as the campaign began.
    sources: fact -> the entry that set it.
    """
    name = _port(facts, port)
    if reason not in SLIPS:
        raise EditError("value", f"{name} was never Allied-owned: choose a reason, one of {_words(SLIPS)}.")
    if facts[owner_of(port)] == Owner.ALLIED:
        raise EditError("key", f"{name} is Allied-owned now: set its owner first.", "33.B.8.a")
    if facts[ever_allied(port)] and began_allied(facts, sources, port):
        raise EditError("key", f"{name} was Allied-owned as the campaign began: that was no mistake.", "33.B.8.a")
    edit = _one("port.never-allied", f"{name} was never Allied-owned", facts, ever_allied(port), False, "key")
    return replace(edit, reason=reason)


def port_soviet(facts: Facts, port: str, answer: str) -> Edit:
    """Whether the Soviets own an Allied-owned port, which ends Axis danger zones only where they don't (R-24)."""
    name, row = _port(facts, port), soviet.row_of(port)
    if answer not in ANSWERS:
        raise EditError("value", f"{name} Soviet-owned: choose yes or no.")
    if facts[owner_of(port)] != Owner.ALLIED:
        raise EditError("key", f"{name} is not Allied-owned: set its owner first.", "36.D.1.a.6")
    if soviet.is_soviet(facts, port) is ANSWERS[answer]:
        raise EditError("value", f"{name} Soviet-owned: it stands so already, nothing would change.")
    said: Effect = Set(soviet.note_of(port), answer)
    if soviet.note_of(port) not in facts:
        about = {"subject": f"port:{port}", "place": "", "ends": TURN.life_of(soviet.KIND), "until": ""}
        said = create(row, kind=soviet.KIND, note=answer, **about)
    return Edit("port.soviet", f"{name} Soviet-owned", (said,))


def began_allied(facts: Facts, sources: Facts, port: str) -> bool:
    """Whether a port of which the latch is set began with it: one entry set this and its name, or it stood so when
    somebody said that the campaign begins.
    """
    latched = str(sources.get(ever_allied(port), ""))
    if latched == sources.get(f"port:{port}.name"):
        return True
    began = "" if is_open(facts) else str(sources.get(FACT, ""))
    return bool(began and latched) and int(latched.rpartition("/")[2]) < int(began.rpartition("/")[2])


def port_kind(facts: Facts, port: str, kind: str) -> Edit:
    """How large a port is; a jetty counts for no rule that asks for a port of size 1 or more."""
    name = _port(facts, port)
    if kind not in list(PortKind):
        raise EditError("kind", f"Kind of {name}: choose one of {_words(list(PortKind))}.")
    return _one("port.kind", f"Kind of port, {name}", facts, kind_of(port), kind, "kind")


def port_operational(facts: Facts, port: str, works: str) -> Edit:
    """Whether a port is in working order (33.B.1.b)."""
    name = _port(facts, port)
    if works not in ANSWERS:
        raise EditError("operational", f"{name} in working order: choose yes or no.")
    return _one("port.operational", f"{name} in working order", facts, operational(port), ANSWERS[works], "operational")


def port_hex(facts: Facts, port: str, typed: str) -> Edit:
    """The hex of a port on the maps, from which distances are counted; nothing typed: it is not known."""
    name = _port(facts, port)
    text = "".join(typed.split())
    try:
        found = str(Hex.of(text)) if text else ""
    except ValueError as error:
        raise EditError("value", f"Hex of {name}: {error}.") from None
    return _one("port.hex", f"Hex of {name}", facts, f"port:{port}.map_reference", found, "value")


def condition_value(facts: Facts, key: str, value: str) -> Edit:
    """A condition of the war (33.B.10): yes or no, or one of its choices; or the waters that the campaign plays."""
    condition = places().conditions.get(key)
    if condition is None or (condition.fact not in facts and key != theatres.KEY):
        raise EditError("key", f"Condition: there is none called {key!r}.")
    choices: Mapping[str, Any] = {c: c for c in condition.choices} or ANSWERS
    if value not in choices:
        raise EditError("value", f"{condition.title}: choose one of {_words(list(choices))}.")
    if key == theatres.KEY:
        return _waters(condition.title, facts, value)
    return _one("condition.value", condition.title, facts, condition.fact, choices[value], "value")


def _waters(title: str, facts: Facts, choice: str) -> Edit:
    """The waters that the campaign plays; their ports come with them."""
    if theatres.choice_of(facts) == choice:
        raise EditError("value", f"{title}: it stands so already, nothing would change.")
    return Edit("condition.value", title, theatres.chosen(choice, facts))


def ruling_choice(facts: Facts, number: str, choice: str, rewrite: bool = False) -> Edit:
    """How a doubtful rule is read. rewrite: with the Malta scale (R-04) Malta's number becomes 15 less itself."""
    edit = rulings.ruling_choice(RULINGS, facts, number, choice)
    if number != R04.number:
        return edit
    fell = facts[owner_of(VALLETTA)] == Owner.AXIS
    turned = (LOW if choice == "rule33" else HIGH) if fell else HIGH - facts[MALTA_NUMBER]
    return Edit(
        edit.act, edit.title, edit.effects + (_changed(facts, {MALTA_NUMBER: turned}) if rewrite or fell else ())
    )


def malta_number(facts: Facts, typed: str) -> Edit:
    """Malta's number by scenario, 0 to 15 (36.A.4). Refused while the Axis owns Valletta: it is fixed then."""
    if facts[owner_of(VALLETTA)] == Owner.AXIS:
        text = "Malta's number: it is fixed while the Axis owns Valletta. Change the owner of Valletta first."
        raise EditError("number", text, "36.A.4")
    number = whole(typed, "number", "Malta's number", LOW, HIGH)
    return _one("malta.number", "Malta's number", facts, MALTA_NUMBER, number, "number")


def zone_interference(facts: Facts, zone: str, level: str) -> Edit:
    """What the Italian fleet reached this player turn (33.B.2.b), entered by hand."""
    if zone not in INTERFERENCE_ZONES:
        raise EditError("zone", f"Italian interference: choose one of {_words(INTERFERENCE_ZONES)}.")
    if level not in LEVELS:
        raise EditError("level", f"Italian interference: choose one of {_words(list(LEVELS.values()))}.")
    title = f"Italian interference, {places().zones[zone].short}"
    return _one("zone.interference", title, facts, f"zone:{zone}.interference", level, "level")


def zone_declared(facts: Facts, extent: str) -> Edit:
    """The South Aegean interdiction zone (33.B.7), entered by hand; with its end its hits go."""
    if extent not in EXTENTS:
        raise EditError("declared", f"South Aegean zone: choose one of {_words(list(EXTENTS.values()))}.")
    edit = _one("zone.declared", "South Aegean zone", facts, SOUTH_AEGEAN_DECLARED, extent, "declared")
    hits = _changed(facts, {SOUTH_AEGEAN_HITS: 0}) if extent == Declared.NOT.value else ()
    return Edit(edit.act, edit.title, edit.effects + hits)


def zone_hits(facts: Facts, typed: str) -> Edit:
    """Bombing hits on the South Aegean zone this turn (33.B.7, R-47)."""
    hits = whole(typed, "hits", "Bombing hits on the South Aegean zone", 0, MOST_HITS)
    if hits and facts[SOUTH_AEGEAN_DECLARED] == Declared.NOT:
        text = "Bombing hits on the South Aegean zone: it is not declared, so there is nothing to hit."
        raise EditError("hits", text, "33.B.7")
    return _one("zone.hits", "Bombing hits on the South Aegean zone", facts, SOUTH_AEGEAN_HITS, hits, "hits")


def ledger_vp(facts: Facts, side: str, typed: str) -> Edit:
    """A side's victory points as they stand."""
    if side not in list(Side):
        raise EditError("side", f"Victory points: choose one of {_words(list(Side))}.")
    title = f"Victory points, {side.capitalize()}"
    number = whole(typed, "vp", title, -MOST_POINTS, MOST_POINTS)
    return _one("ledger.vp", title, facts, f"ledger:{side}.vp", number, "vp")


def whole(typed: str, about: str, name: str, low: int, high: int) -> int:
    """A whole number within bounds, from text. EditError says what would be right."""
    text = typed.strip().replace("−", "-")
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 7) or not low <= int(text) <= high:
        raise EditError(about, f"{name}: type a whole number from {low} to {high}.".replace("-", "−"))
    return int(text)


def _one(act: str, title: str, facts: Facts, key: str, value: Any, about: str) -> Edit:
    if key not in facts:
        raise EditError(about, f"{title}: this campaign has no such thing.")
    effects = _changed(facts, {key: value})
    if not effects:
        raise EditError(about, f"{title}: it stands so already, nothing would change.")
    return Edit(act, title, effects)


def _changed(facts: Facts, wanted: Mapping[str, Any]) -> tuple[Effect, ...]:
    return tuple(Set(key, value) for key, value in wanted.items() if facts.get(key) != value)


def _port(facts: Facts, port: str) -> str:
    name = facts.get(f"port:{port}.name")
    if name is None:
        raise EditError("port", f"Port: there is none called {port!r}.")
    return str(name)


def _end(book: Book) -> int:
    return LOW if book.ruling(R04) == "rule33" else HIGH


def _after(note: str) -> str:
    return f": {note.rstrip('.')}" if note else ""


def _words(values: Any) -> str:
    return ", ".join(str(value) for value in values)
