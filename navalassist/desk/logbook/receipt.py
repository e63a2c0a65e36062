"""The receipt: all that an entry says, for every kind of entry, ready to be drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.db.models import Q

from navalassist.auditlog.models import CORRECTING, RULE_KINDS, Entry, short_code
from navalassist.auditlog.shape import SHOWN, STRUCK
from navalassist.desk.at import At
from navalassist.desk.logbook import cells, dice, veiled
from navalassist.desk.logbook import changes as changing
from navalassist.desk.logbook import inputs as given
from navalassist.desk.logbook.answered import choices_made, corrected, is_answer
from navalassist.desk.logbook.cases import Case, precedents_of
from navalassist.desk.logbook.dependents import Dependents, read_since, split
from navalassist.desk.logbook.known_then import known_then
from navalassist.desk.logbook.lines import LogLine, line_of
from navalassist.desk.logbook.mentions import Choice, choices_of, sheet_url, speaking_of, told_of
from navalassist.desk.logbook.naming import entry_url, entry_word, several, step_name, thrown_at, title, turn_name
from navalassist.desk.logbook.people import acted_by
from navalassist.desk.logbook.readout import readout
from navalassist.desk.logbook.record import Body, Readout, dice_word, faces_again, procedure_title, reason_word
from navalassist.desk.logbook.rulings_used import RulingUsed, rulings_of
from navalassist.desk.logbook.waits import Wait, entries_of, wait_of, went_on
from navalassist.desk.logbook.wording import wording_of
from navalassist.desk.words import side_word
from navalassist.play.corrections.standing import word_of
from navalassist.play.corrections.undo import is_open
from navalassist.play.dice.server import commitment
from navalassist.play.state import State
from navalassist.play.storage.bodies import body_of
from navalassist.play.systems import SYSTEMS
from navalassist.play.turns.parts import part_of
from navalassist.play.write.unused_dice import FALLEN

# How many entries after this one are searched for readers of what it set, and how many are listed.
SEARCHED = 3000
LISTED = 30
KIND_WORDS = {
    "setup": "Set-up",
    "edit": "Input",
    "undo": "Input taken back",
    "rule": "Rule carried out",
    "waiting": "Rule that waits",
    "correction": "Correction",
    "clock": "Turn sequence",
    "seed": "Dice bound",
    "reveal": "Dice opened",
    "dispute": "Between people",
    "access": "People",
    "nonce": "Added to the dice",
    "fork": "Import or restore",
    "fallen": "Dice that fell for nothing",
}


@dataclass(frozen=True)
class Cited:
    """Another entry, as a link with its line."""

    url: str
    word: str
    line: LogLine


@dataclass
class Receipt:
    """What `desk/logbook/receipt.html` draws. `secret`: whose its body is, where it is for other eyes.

    shown: what everybody learned of a rule that read a side's secrets; veiled_for: whose the rest is, for others.
    """

    entry: Entry
    body: Body
    line: LogLine
    boxes: list[list[tuple[str, str]]]
    read: Readout | None = None
    secret: str = ""
    shown: list[tuple[str, str]] = field(default_factory=list)
    veiled_for: str = ""
    inputs: list[given.Input] = field(default_factory=list)
    facts: list[given.FactRead] = field(default_factory=list)
    terms: list[given.Terms] = field(default_factory=list)
    links: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    odds: list[given.Shown] = field(default_factory=list)
    no_odds: str = ""
    tables: list[cells.TableRead] = field(default_factory=list)
    restored: bool = False
    throws: list[dice.Thrown] = field(default_factory=list)
    choices: list[tuple[str, str]] = field(default_factory=list)
    origin: dice.Source | None = None
    rulings: list[RulingUsed] = field(default_factory=list)
    looked_at: list[RulingUsed] = field(default_factory=list)
    changes: list[changing.Changed] = field(default_factory=list)
    made: list[changing.Made] = field(default_factory=list)
    effects: list[tuple[str, str, str]] = field(default_factory=list)
    notes: list[tuple[str, str]] = field(default_factory=list)
    anchors: list[tuple[str, str]] = field(default_factory=list)
    seed_check: str = ""
    corrected_by: Cited | None = None
    corrects: tuple[str, str] | None = None
    readers: list[Cited] = field(default_factory=list)
    more_readers: bool = False
    wait: Wait | None = None
    goes_on: tuple[str, str] | None = None
    followed: str = "Corrected"
    dependents: Dependents | None = None
    continues: tuple[str, str, str] | None = None
    settled: list[Choice] = field(default_factory=list)
    sheet: str = ""
    because: tuple[str, str] | None = None
    spoken: list[tuple[Cited, str]] = field(default_factory=list)
    cases: list[Case] = field(default_factory=list)

    @property
    def tapped_at(self) -> str:
        """The seat at whose page it was tapped, where that is another than the one that it counts for."""
        seat = str(self.entry.record.get("tapped_at", ""))
        return side_word(seat) if seat and seat != self.entry.seat else ""

    @property
    def inputs_set(self) -> list[given.Input]:
        """What somebody set, or a rule found."""
        return [one for one in self.inputs if one.is_set]

    @property
    def inputs_unset(self) -> list[given.Input]:
        """What stands as its form begins: folded on the page, left out on paper."""
        return [one for one in self.inputs if not one.is_set]

    @property
    def left_out(self) -> str:
        """What paper leaves out, at its foot."""
        unset = self.inputs_unset
        parts = (
            several(len(unset), "input") + " not set" if unset else "",
            several(len(self.facts), "fact") if self.facts else "",
        )
        said = " and ".join(filter(None, parts))
        return f"not printed: {said}, all at {entry_word(self.entry.reference)}" if said else ""

    @property
    def is_rule(self) -> bool:
        return self.entry.kind in RULE_KINDS

    @property
    def dice_lead(self) -> bool:
        """True where changes and dice stand in the first of two columns: what was given leaves room, or is not told."""
        return bool(self.tables or self.veiled_for) or not self.is_rule

    @property
    def struck(self) -> bool:
        """True for an entry by which a rule was struck out."""
        return self.body.get("act") == STRUCK

    @property
    def can_be_corrected(self) -> bool:
        """True for a rule that is done and that this viewer may read; the form says what stands against it."""
        return self.entry.kind in ("rule", "correction") and not (self.secret or self.veiled_for)


def receipt_of(here: At, entry: Entry) -> Receipt:
    """The receipt of an entry as this viewer may read it."""
    state, audiences = here.state, here.viewer.audiences
    body = body_of(entry, audiences)
    found = Receipt(entry, body, line_of(entry, body, state), _boxes(entry, body, state))
    if body.get("act") == "secret":
        found.secret = _for_whom(entry)
    elif found.is_rule and "situation" in body:
        _fill_rule(found, here)
    elif veiled.is_veiled(body) or entry.kind == FALLEN:
        found.veiled_for = _for_whom(entry)
        known: Body = body
        if SHOWN in body:
            known, found.read = wording_of(state).rules.veiled_read(entry, body, state)
            found.tables = cells.tables_read(known, state)
        found.throws = dice.throws_of(known, state)
        found.origin = dice.origin(entry, body, dice.seeds_of(entry, audiences), state)
    elif entry.kind == "setup":
        found.made = changing.made(body, state)
    if entry.kind != "setup" and not found.secret:
        found.changes = changing.changed(changing.still_there(entry, body, audiences), state)
        found.effects = changing.effects(body)
        found.notes = _notes(entry, body)
    if SHOWN in body:
        lines = wording_of(state).rules.shown_lines(body, state)
        found.shown = veiled.lines_of(body, state) if lines is None else lines
    for chain, head in body.get("anchors", {}).items():
        found.anchors.append((side_word(chain), short_code(head)))
    if corrects := corrected(body, state):
        found.corrects = (entry_url(state, corrects), entry_word(corrects))
    _fill_spoken(found, here)
    _fill_later(found, here)
    _fill_wait(found, here)
    _fill_dependents(found, here)
    _fill_seed(found, here)
    return found


def _boxes(entry: Entry, body: Body, state: State) -> list[list[tuple[str, str]]]:
    """The title block in two lines: what and when, then how."""
    rule = f", {body['rule']}" if body.get("rule") else ""
    what = f"{procedure_title(body)}{rule}" if body.get("procedure") else KIND_WORDS.get(entry.kind, title(entry.kind))
    chain = "public chain" if entry.chain == "public" else f"chain of the {side_word(entry.chain)} seat"
    step = step_name(state, entry.step, entry.player_turn)
    system = SYSTEMS[entry.campaign.system]
    moment = f"{turn_name(state, entry.turn)}, {system.turn_of(entry.player_turn)}, {step}"
    if part := part_of(entry, system):
        moment += f", {part}"
    first = [("Procedure" if body.get("procedure") else "Kind", what), ("Entry", f"{entry.sequence}, {chain}")]
    first.append(("When in the game", moment))
    rolled = "Rolled by" if entry.dice else "Seat"
    second = [("Answered by" if is_answer(body, state) else rolled, side_word(entry.seat))]
    if settings.CLUB and (who := acted_by(entry)):
        second.append(("Who", who))
    second.append(("Time (UTC)", f"{entry.time:%H:%M:%S}, {entry.time.day} {entry.time:%b %Y}"))
    if thrown := thrown_at(body):
        second.append(("Thrown on paper (UTC)", thrown))
    if entry.kind in RULE_KINDS and "situation" in body:
        second += [("Dice", dice_word(body) or ("server" if entry.dice else "none"))]
        second += [("Edition", edition_text(str(body.get("edition", "")))), ("Cells read", cells.counted(body))]
    return [first, second]


def _for_whom(entry: Entry) -> str:
    commitments = entry.record.get("commitments") or [{}]
    return side_word(str(commitments[0].get("audience", "")))


def _fill_rule(found: Receipt, here: At) -> None:
    entry, body, state = found.entry, found.body, here.state
    found.read = readout(entry, body, state)
    found.inputs, found.facts = given.inputs_of(body, state), given.facts_read(body, state)
    found.terms, found.links = given.terms_of(body, state), given.links_of(body, state)
    found.odds, found.no_odds = given.odds_of(body, state), str(body.get("no_odds", ""))
    found.tables, found.restored = cells.tables_read(body, state), cells.restored(body)
    found.throws, found.choices = dice.throws_of(body, state), choices_made(body, state)
    seeds = dice.seeds_of(entry, here.viewer.audiences) if dice.needs_seed(body) else []
    found.origin = dice.origin(entry, body, seeds, state)
    rulings = rulings_of(body, state)
    found.rulings = [ruling for ruling in rulings if ruling.applied]
    found.looked_at = [ruling for ruling in rulings if not ruling.applied]


def _notes(entry: Entry, body: Body) -> list[tuple[str, str]]:
    """What a person wrote, and what an entry says of itself besides."""
    reason = str(body.get("reason", ""))
    found = [
        ("Reason", reason_word(reason)),
        ("Note", str(body.get("note", ""))),
        ("Source", str(body.get("source", ""))),
        ("Due, and passed over", "; ".join(line for _, line in body.get("left", ()))),
    ]
    if entry.kind == "correction" or body.get("act") == STRUCK:
        listed = body.get("dependents", ())
        found.append(("Entries that had read it", ", ".join(map(entry_word, listed)) or "none"))
        found.append(("Dice that no longer count", dice.set_aside(body)))
        found.append(("Dice no longer used", ", ".join(map(dice.ask_words, body.get("unused_dice", ())))))
    return [(label, text) for label, text in found if text]


def _fill_later(found: Receipt, here: At) -> None:
    """What came of the entry: its correction, and the entries that read what it set. One query."""
    entry, audiences = found.entry, here.viewer.audiences
    wanted = Q(kind__in=CORRECTING, corrects=entry.reference)
    if found.changes:
        # Quoted, as it stands in the text: "public/14" is no part of "public/144" then.
        wanted |= Q(id__gt=entry.pk, id__lte=entry.pk + SEARCHED, content__contains=f'"{entry.reference}"')
    later = Entry.objects.filter(wanted, campaign=entry.campaign).seen_by(audiences).order_by("id")[: LISTED + 1]
    for other in later:
        body = body_of(other, audiences)
        cited = Cited(
            entry_url(here.state, other.reference), entry_word(other.reference), line_of(other, body, here.state)
        )
        if other.corrects == entry.reference:
            found.corrected_by = cited
            found.followed = word_of(other).capitalize()
            if other.kind == "undo" and entry.kind == "waiting":
                found.followed = "Given up"
        elif any(source == entry.reference for _, _, source in body.get("facts_read", ())):
            found.readers.append(cited)
    found.more_readers = len(found.readers) > LISTED
    found.readers = found.readers[:LISTED]


def _fill_dependents(found: Receipt, here: At) -> None:
    """Of a correction that counts: the entries that had read what it corrected, and that nobody has seen to yet."""
    entry, listed = found.entry, found.body.get("dependents", ())
    if "situation" in found.body and not found.corrected_by:
        for told in known_then(here, [entry]).values():
            found.notes.append(("Rolled by what was known then; put right since", "; ".join(told)))
    if entry.kind == "correction":
        _note_read_since(found, here)
    if not (entry.kind == "correction" or found.struck) or found.corrected_by or not listed:
        return
    entries = entries_of(here, listed)
    of_all = Entry.objects.filter(campaign=entry.campaign).seen_by(here.viewer.audiences)
    seen_to = {after.corrects for after in of_all.correcting([other.reference for other in entries])}
    seen_to |= {reference for reference, *_ in found.body.get("settled", ())}
    open_ones = [other for other in entries if other.reference not in seen_to]
    corrected = found.body.get("corrects", "")
    found.dependents = split(here, open_ones, lambda key, source: source == corrected, lambda _: here.state)


def _note_read_since(found: Receipt, here: At) -> None:
    """The entries that had read what the correction changes, though what it corrects had not set it."""
    for before in entries_of(here, [found.entry.corrects]):
        since = read_since(before, found.body, here.viewer.audiences)
        words = [entry_word(other.reference) for other in since if other.pk < found.entry.pk]
        if words:
            found.notes.append(("Look at these too: they had read what it changes", ", ".join(words)))


def _fill_spoken(found: Receipt, here: At) -> None:
    """What was chosen for others, why it was made itself, who speaks of it, and what was ruled in such a case."""
    body, state = found.body, here.state
    found.settled = choices_of(body, state)
    if found.entry.kind == "dispute":
        # Its sheet says it in words.
        found.changes, found.sheet = [], sheet_url(body, state)
    if because := str(body.get("because") or body.get("compensates") or body.get("strikes") or ""):
        found.because = (entry_url(state, because), entry_word(because))
    for other in speaking_of(here, found.entry):
        said = body_of(other, here.viewer.audiences)
        url, word = entry_url(state, other.reference), entry_word(other.reference)
        cited = Cited(url, word, line_of(other, said, state))
        found.spoken.append((cited, told_of(said, found.entry.reference)))
    if found.is_rule and not found.secret:
        found.cases = precedents_of(here, body)


def _fill_wait(found: Receipt, here: At) -> None:
    """What a procedure waits for, or where it went on; and where one went on from."""
    entry, body, state = found.entry, found.body, here.state
    if before := str(body.get("continues", "")):
        again, new = faces_again(body)
        # What nobody threw is not spoken of.
        told = (
            f": its dice {again} are read again; {new}"
            if new and again
            else ", and reads the same dice"
            if again
            else ""
        )
        found.continues = (entry_url(state, before), entry_word(before), told)
    if entry.kind != "waiting":
        return
    if is_open(state, entry, body):
        found.wait = wait_of(here, entry, body)
    elif after := went_on(entry, here.viewer.audiences):
        found.goes_on = (entry_url(state, after.reference), entry_word(after.reference))


def _fill_seed(found: Receipt, here: At) -> None:
    """An opened seed is checked against the entry that bound it."""
    if found.entry.kind != "reveal":
        return
    bound = [seed for seed in dice.seeds_of(found.entry, here.viewer.audiences) if seed.kind == "seed"]
    if bound and found.body.get("seed"):
        fits = commitment(bytes.fromhex(found.body["seed"])) == bound[0].record["body"].get("commitment")
        word = "is" if fits else "is NOT"
        found.seed_check = f"Its SHA-256 {word} the one that {entry_word(bound[0].reference)} bound."


def as_json(entry: Entry, audiences: frozenset[str]) -> dict[str, Any]:
    """The entry as a file: the text that its hash covers, the same as values, and the secret parts for these eyes."""
    secret = [p for p in entry.payloads.all() if p.audience in audiences] if "commitments" in entry.record else []
    return {
        "reference": entry.reference,
        "hash": entry.hash,
        "code": entry.code,
        "text": entry.content,
        "content": entry.record,
        "payloads": [{"audience": p.audience, "salt": p.salt, "content": p.content} for p in secret],
    }


def edition_text(edition: str) -> str:
    """`33 of 11.09.17 (2)` in words: of which printing, and how often its carrying out was changed here since."""
    printed, _, number = edition.rstrip(")").partition(" (")
    return f"{printed}, version {number} of the software's rule" if number.isdigit() else edition
