"""A rule that read a side's secrets, as everybody may read it: its dice, and what it showed of that side."""

from __future__ import annotations

from navalassist.auditlog.shape import SHOWN
from navalassist.desk.logbook.inputs import figure_text
from navalassist.desk.logbook.naming import title
from navalassist.desk.logbook.record import Body, procedure_title
from navalassist.desk.words import side_word
from navalassist.play.state import State

# What a rule may show in a sentence of its own.
WORDS = "words"


def is_veiled(body: Body) -> bool:
    """True where the viewer reads only what everybody may."""
    return SHOWN in body and "situation" not in body


def line_of(body: Body, state: State) -> tuple[str, str, str, str, bool]:
    """Title, detail, word and rest of its line in the log, and whether the word hurts."""
    side = str(body[SHOWN].get("side", ""))
    rest = str(body[SHOWN].get(WORDS) or "; ".join(f"{label} {text}" for label, text in lines_of(body, state)))
    return procedure_title(body), side_word(side) if side else "", "Waits" if "waits_for" in body else "", rest, False


def lines_of(body: Body, state: State) -> list[tuple[str, str]]:
    """All that was shown, as label and words."""
    labels = {WORDS: "What happened"}
    shown = ((name, value) for name, value in body[SHOWN].items() if name != "side")
    return [(labels.get(name) or title(name), figure_text(name, value, state)) for name, value in shown]
