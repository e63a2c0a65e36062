"""One line of text for every entry: what the log, the list of last verdicts and a turn report say of it."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import shorten

from navalassist.auditlog.models import Entry, short_code
from navalassist.auditlog.shape import SHOWN, SINCE, STEP_BACK, STEP_ENDS, STRUCK
from navalassist.campaigns.facts import PUBLIC
from navalassist.desk.logbook import people, veiled
from navalassist.desk.logbook.mentions import words_of
from navalassist.desk.logbook.naming import (
    entry_word,
    names_of,
    several,
    several_kinds,
    short_entry,
    step_name,
    turn_name,
)
from navalassist.desk.logbook.readout import readout
from navalassist.desk.logbook.record import Body, Readout, dice_word, faces_text, procedure_title, thrown
from navalassist.desk.logbook.wording import wording_of, words_for
from navalassist.desk.words import side_word
from navalassist.engine.english import small
from navalassist.engine.pending import Pending
from navalassist.engine.rule import RULES
from navalassist.play.corrections.reasons import FALLEN_AWAY
from navalassist.play.corrections.undo import GIVEN_UP
from navalassist.play.state import State
from navalassist.play.systems import system_of
from navalassist.play.turns import parts

# Signs of a box of the read-out that a line has room for.
LONGEST = 90
# What an act is called; an act that neither these nor the system's own name is told by the facts that it changed.
ACTS = {
    "campaign.begin": "Campaign begun",
    "campaign.side": "What a side begins with",
    "campaign.starts": "The campaign begins",
    "secret": "A secret act",
    "orders.text": "Sealed",
    "rows.shown": "Shown to all",
}
KINDS = {"setup": "Set-up", "edit": "Input", "undo": "Taken back", "rule": "Rule", "waiting": "Rule"}
LIES_READY = "They lie ready for when it is begun again in this turn"
MANY = 3
CLOCK = "campaign:clock."


@dataclass(frozen=True, slots=True)
class LogLine:
    """An entry in a line. `result` is word and rest together: `CONTACT`, `4 SP, 4 NTs lost; 2 SP, 2 NTs arrive`.

    sentence: all of it in a sentence, where a rule has one; rest says it too, but for what title and detail say.
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
    sentence: str = ""

    @property
    def result(self) -> str:
        """The whole result in one text."""
        return ": ".join(part for part in (self.word, self.rest) if part)


def line_of(entry: Entry, body: Body, state: State) -> LogLine:
    """The line of any entry. body: as the viewer may read it. No query but for older tables and people's names."""
    if body.get("act") == "secret":
        return LogLine("A secret act", "only its own seat may read it", rule=str(body.get("rule", "")))
    match entry.kind:
        case "rule" | "correction" | "waiting" if veiled.is_veiled(body):
            return _of_veiled(entry, body, state)
        case "rule" | "correction" | "waiting":
            return _of_rule(entry, body, state)
        case "clock" if body.get("act") == SINCE:
            return _of_what_came_since(body, state)
        case "clock":
            return _of_clock(body, state, entry.player_turn)
        case "dispute":
            title, detail, said = words_of(body)
            return LogLine(title, detail, rest=said)
        case "access":
            return LogLine(*people.told(entry, body))
        case "seed":
            turn = turn_name(state, str(body.get("turn_bound", "")))
            return LogLine(f"Dice of {turn} bound{_whose(body)}", f"sha256 {str(body.get('commitment', ''))[:8]} …")
        case "reveal":
            turn = turn_name(state, str(body.get("turn_bound", "")))
            return LogLine(f"Dice of {turn} opened{_whose(body)}", "anyone can recompute their faces now")
        case "nonce":
            return _of_nonce(body)
        case "fallen":
            return _of_fallen(body)
        case "fork":
            before = str(body.get("campaign_before", ""))[:8]
            if "restored" in body:
                title = "Restored from a copy: what was written after this point is gone"
                return LogLine(title, f"goes on from campaign {before} … with new dice")
            return LogLine("Imported: the log goes on as another campaign", f"taken over from {_original(body)}")
        case "undo" if body.get("act") == STEP_BACK:
            return _of_a_return(entry, body, state)
        case "undo" if body.get("act") == STRUCK:
            what = f"{procedure_title(body)}: it did not happen"
            back = [one for one in body["changes"] if None not in one]
            rest = _changes({**body, "changes": back}, state) if back else ""
            return LogLine(f"Struck out {entry_word(str(body['corrects']))}", what, rest=rest)
        case "undo" if body.get("act") == GIVEN_UP:
            word = "Took back" if body.get("reason") == FALLEN_AWAY else "Gave up"
            return LogLine(f"{word} {entry_word(str(body.get('corrects', '')))}", procedure_title(body))
        case "undo":
            what = _act_word(str(body.get("undone", "")), state) or _rows_named(body, state)
            return LogLine(f"Took back {entry_word(str(body.get('corrects', '')))}", what, rest=_changes(body, state))
    return _of_input(entry, body, state)


def _original(body: Body) -> str:
    """The campaign that an archive was taken of, up to which entry; older forks do not say its name."""
    named = f"“{body['name_before']}”, " if body.get("name_before") else ""
    sequence, head = body["head_before"]
    return f"{named}campaign {str(body.get('campaign_before', ''))[:8]} …, entry {sequence}, head {short_code(head)}"


def _of_fallen(body: Body) -> LogLine:
    title = f"Dice fell for {procedure_title(body)}" if body.get("procedure") else "An entry that was not written"
    return LogLine(title, "it was not carried out", dice_text(body), rest=LIES_READY if body.get("changes") else "")


def _of_nonce(body: Body) -> LogLine:
    side = side_word(str(body.get("side", "")))
    if "nonce" in body:
        return LogLine(f"{side} shows its own chance", str(body["nonce"]), rest="It counts for the dice of this turn")
    return LogLine(f"{side} binds a chance of its own", f"sha256 {str(body.get('commitment', ''))[:8]} …")


def _whose(body: Body) -> str:
    """Whose secret dice they are; nothing for those of everybody."""
    audience = str(body.get("audience", PUBLIC))
    return "" if audience == PUBLIC else f" for the {side_word(audience)} seat alone"


def _of_a_return(entry: Entry, body: Body, state: State) -> LogLine:
    """A step is there again; for one audience, what had ended with it."""
    word = entry_word(str(body.get("corrects", "")))
    if body.get("undone") != STEP_ENDS:
        return LogLine(f"Took back {word}", "what had ended with the step is there again", rest=_changes(body, state))
    step = small(step_name(state, entry.step, entry.player_turn))
    return LogLine(f"Back to {step}", f"{word} taken back", rest=_changes(body, state))


def _of_what_came_since(body: Body, state: State) -> LogLine:
    """Behind a correction of an ended step: old rows leave the board again, numbers get the difference."""
    rows = len({row for row in gone(body) if not row.startswith("mark:")})
    left = f"{several(rows, 'row')} cleared from the board again" if rows else ""
    told = {**body, "changes": [change for change in body.get("changes", ()) if change[2] is not None]}
    left = "; ".join([*filter(None, [left]), *back_again(body, state)])
    return LogLine("What came since stands again", left, rest=_changes(told, state) if told["changes"] else "")


def back_again(body: Body, state: State) -> list[str]:
    """The rows that come back on the board behind a correction, in words."""
    rows = body.get("stays", ())
    return [f"{words_for(state, body).row(row)} comes back on the board: it is not over" for row in rows]


def _of_clock(body: Body, state: State, player_turn: str) -> LogLine:
    clock = [(key.removeprefix(CLOCK), old, new) for key, old, new in body.get("changes", ()) if key.startswith(CLOCK)]
    before, after = {name: old for name, old, _ in clock}, {name: new for name, _, new in clock}
    title = "Step"
    part = next((new for key, _, new in body.get("changes", ()) if key == f"{parts.ROW}.note" and new), "")
    if "turn" in after:
        title = turn_name(state, before["turn"])
    elif "step" in after:
        title = step_name(state, before["step"], before.get("player_turn", player_turn))
    now = [turn_name(state, after["turn"])] if "turn" in after else []
    now += [f"{side_word(after['player_turn'])} player turn"] if "player_turn" in after else []
    now += [step_name(state, after["step"], player_turn)] if "step" in after else []
    kinds = [row.partition(":")[0] for row in gone(body)]
    rows = len(kinds) - kinds.count("mark") - kinds.count(Pending.KIND)
    marks = several(kinds.count("mark"), "check mark")
    cleared = [f"{marks} removed"] if "mark" in kinds else []
    if part:
        return LogLine(f"{names_of(state).part(int(part)).capitalize()} begins", ", ".join(cleared))
    if not clock and not kinds:
        # What ends in secret ends on the chain of its side.
        return LogLine("Ended with the step", rest=_changes(body, state))
    if not clock and not rows:
        # A correction made after its step: what that step's end had taken away goes again.
        return LogLine(f"{marks} of an ended step removed")
    cleared += [f"{several(rows, 'row')} cleared from the board"] if rows else []
    ending_of = system_of(state.campaign.system).ending_of
    news = ((ending_of(key), new) for key, old, new in body.get("changes", ()) if new and not old)
    cleared += [ending.text(new) for ending, new in news if ending]
    cleared += _taken_effect(body, state)
    cleared += _passed(body, state)
    cleared += [f"passed over: {several_kinds(noun for noun, _ in body['left'])}"] if body.get("left") else []
    return LogLine(f"{title} ended", ", ".join(cleared), rest=", ".join(now))


def _taken_effect(body: Body, state: State) -> list[str]:
    """The damage that had waited for the end of the step: what it changed, and how it came about."""
    changes = {key: (old, new) for key, old, new in body.get("changes", ())}
    words, told = words_for(state, body), []
    for row in (row for row in gone(body) if row.startswith(f"{Pending.KIND}:")):
        about, field, lines = (changes[f"{row}.{name}"][0] for name in ("about", "field", "lines"))
        fact = f"{about}.{field}"
        before, after = changes.get(fact, ("", ""))
        came = f" {before} → {after}" if fact in changes else " as it was"
        told.append(f"{words.fact(fact)}{came}: {', '.join(lines)}")
    return told


def _passed(body: Body, state: State) -> list[str]:
    """The quiet steps that were passed over with it."""
    steps = (place.partition("/") for place in body.get("passed", ()))
    names = [step_name(state, step, player_turn) for player_turn, _, step in steps]
    return [f"{several(len(names), 'quiet step')} passed over: {'; '.join(names)}"] if names else []


def _of_rule(entry: Entry, body: Body, state: State) -> LogLine:
    read = readout(entry, body, state)
    title, detail = wording_of(state).rules.line_head(body, state, bool(read.column)) or (read.head, "")
    if read.waits and not detail:
        title = read.head
    sentence = read.sentence
    if entry.kind == "correction":
        of = f"Correction of {short_entry(str(body.get('corrects', '')))}: "
        title, sentence = f"{of}{title}", sentence and f"{of}{sentence}"
    rest = read.waits or rest_text(read)
    dice, tag = dice_text(body), dice_word(body)
    return LogLine(title, detail, dice, read.word, rest, read.rule, tag, read.bad, sentence)


def _of_veiled(entry: Entry, body: Body, state: State) -> LogLine:
    """A rule on another side's secrets, by what it showed."""
    what, detail, word, rest, bad = wording_of(state).rules.veiled_line(body, state) or veiled.line_of(body, state)
    if entry.kind == "correction":
        what = f"Correction of {short_entry(str(body.get('corrects', '')))}: {what}"
    said = str(body[SHOWN].get(veiled.WORDS, ""))
    return LogLine(what, detail, dice_text(body), word, rest, str(body.get("rule", "")), dice_word(body), bad, said)


def _act_word(act: str, state: State) -> str:
    return ACTS.get(act) or wording_of(state).facts.acts.get(act, "")


def dice_text(body: Body) -> str:
    """`6 3, then 4 2 1`: the first throw, then the others together."""
    throws = [faces_text(answer) for answer in thrown(body)]
    return ", then ".join(part for part in (throws[0], " ".join(throws[1:])) if part) if throws else ""


def rest_text(read: Readout) -> str:
    """`4 SP, 4 NTs lost; 2 SP, 2 NTs arrive at Tripoli; 1 SP, 1 NT back in Naples`; else its sentence."""
    if read.sentence and not read.boxes:
        against = shorten(read.against, LONGEST, placeholder=" …")
        return f"{read.sentence} Against the book: {against}" if against else read.sentence
    parts = []
    for box in read.boxes:
        label = box.label.replace(", finished", "")
        text = shorten(box.text, LONGEST, placeholder=" …")
        parts.append(f"{text} {small(label)}" if box.said_after else f"{label} {text}")
    return "; ".join(parts)


def _of_input(entry: Entry, body: Body, state: State) -> LogLine:
    """An edit or a set-up, by its act or by what it changed."""
    act, note = str(body.get("act", "")), str(body.get("note", ""))
    changes = body.get("changes", ())
    title = str(body.get("title", "")) or _act_word(act, state)
    if entry.kind == "setup" and act == "campaign.begin":
        return LogLine(title, str(body.get("name", "")), rest=f"{len(made(body))} rows set up")
    # The sentence of an unseen rule says it all.
    if act in wording_of(state).facts.told or act in RULES:
        return LogLine(title, note)
    rows = [row for row in made(body) if not row.startswith("mark:")]
    if len(rows) == 1:
        return LogLine(title or KINDS.get(entry.kind, "Input"), row_text(rows[0], body, state), rest=note)
    if len(changes) == 1 and not title:
        title = words_for(state, body).fact(changes[0][0])
    title, rest = title or _rows_named(body, state) or KINDS.get(entry.kind, "Input"), _changes(body, state)
    return LogLine(title, note, rest=rest, rule=str(body.get("rule", "")))


def made(body: Body) -> list[str]:
    """The rows that an entry made."""
    return [effect["key"] for effect in body.get("effects", ()) if effect.get("do") == "create"]


def gone(body: Body) -> list[str]:
    """The rows that an entry took out."""
    return [effect["key"] for effect in body.get("effects", ()) if effect.get("do") == "remove"]


def moved(body: Body, state: State) -> str:
    """`50 ports added`: rows that an entry made or took out, where the system says how many; else ''."""
    return wording_of(state).facts.moved(made(body), gone(body))


def _rows_named(body: Body, state: State) -> str:
    """What an entry is about: the one fact or the one row that it changed; else nothing."""
    words, keys = words_for(state, body), [str(key) for key, _, _ in body.get("changes", ())]
    rows = list(dict.fromkeys(key.rpartition(".")[0] for key in keys))
    if len(keys) == 1:
        return words.fact(keys[0])
    name = words.row(rows[0]) if len(rows) == 1 else ""
    return f"{name[:1].upper()}{name[1:]}"


def row_text(row: str, body: Body, state: State) -> str:
    """A new row in words: its name, or all of it where the system says so."""
    words = words_for(state, body)
    fields = {key.rpartition(".")[2]: after for key, _, after in body["changes"] if key.rpartition(".")[0] == row}
    return words.own.new_row(state, row.partition(":")[0], fields) or words.row(row)


def _changes(body: Body, state: State) -> str:
    """What changed, as `Owner of Naples: Axis → Allied`; the name is left out where there is only one."""
    words = words_for(state, body)
    changes = [(key, before, after) for key, before, after in body.get("changes", ()) if before != after]
    plain = [c for c in changes if not c[0].startswith("mark:")]
    plain = [c for c in plain if not c[0].endswith(words.own.quiet)] or plain
    if len(plain) == 1:
        key, before, after = plain[0]
        if before and after and (told := words.own.differences(words, key, before, after)) is not None:
            return "; ".join(f"{what}: {old} → {new}" for what, old, new in told)
        return f"{words.value(key, before)} → {words.value(key, after)}"
    if any(before is None or after is None for _, before, after in plain):
        rows = {key.rpartition(".")[0] for key, _, _ in plain}
        kept = [(key, before, after) for key, before, after in plain if before is not None and after is not None]
        counted = moved(body, state)
        if len(kept) == 1:
            key, before, after = kept[0]
            change = f"{words.value(key, before)} → {words.value(key, after)}"
            return f"{change}; {counted or several(len(rows) - 1, 'row') + ' made or taken out'}"
        return counted or several(len(rows), "row")
    found = [
        f"{words.fact(key)}: {words.value(key, before)} → {words.value(key, after)}" for key, before, after in plain
    ]
    more = len(found) - MANY
    return "; ".join(found[:MANY]) + (f"; {more} more" if more > 0 else "")
