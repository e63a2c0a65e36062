"""Sentences of the log: who is the subject, the verb that fits it, and several things in a row."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

# Ends of names that look like a plural and are none: Illustrious, a class, Tiberis.
SINGULAR = ("ss", "us", "is", "Corps")
# Sides that stand in a sentence otherwise than as one word; the last two are several people.
SIDES = {"axis": "the Axis", "allied": "the Allies", "central": "the Central Powers"}
# Words of counts whose plural is told by the number before them.
PLURALS = ("SP", "RP")


def amount(value: Any) -> str:
    """REs as people write them: `7`, `2½`."""
    text = str(value)
    whole, _, part = text.partition(".")
    return f"{'' if whole == '0' else whole}½" if part == "5" else text


def capital(text: str) -> str:
    """A sentence's first letter."""
    return f"{text[:1].upper()}{text[1:]}"


def small(text: str) -> str:
    """The same within a sentence; what begins with capitals, as in `NAS 7`, stays."""
    return text if text[:2].isupper() else f"{text[:1].lower()}{text[1:]}"


def listed(names: Iterable[str]) -> str:
    """`1st Squadron, Zara and Pola`"""
    *first, last = list(names) or [""]
    return f"{', '.join(first)} and {last}" if first else last


def is_plural(subject: str) -> bool:
    """True for `Scouting Forces`, `the Allies`, `Goeben and Breslau`; an only name is read by how it ends."""
    if " and " in subject:
        return True
    if subject[:1].isdigit() and subject.endswith(PLURALS):
        return not subject.startswith("1 ")
    return subject.endswith("s") and not subject.endswith(SINGULAR)


def does(subject: str, verb: str, is_one: bool = False) -> str:
    """`Battle fleet sails`, `Scouting Forces sail`: verb as several do it. is_one: a ship, however it is called."""
    if is_plural(subject) and not is_one:
        return f"{subject} {verb}"
    one = {"are": "is", "have": "has"}.get(verb)
    ending = "es" if verb.endswith(("s", "sh", "ch", "o")) else "s"
    one = one or (f"{verb[:-1]}ies" if verb.endswith("ry") else f"{verb}{ending}")
    return f"{subject} {one}"


def side_of(side: Any) -> str:
    """`the Axis`, `the Allies`: a side within a sentence."""
    return SIDES.get(str(side), str(side).capitalize())


def the_side(side: Any, verb: str) -> str:
    """`The Allies receive`"""
    return capital(does(side_of(side), verb))


def several(noun: str) -> str:
    """`hits`, `hexes`: noun as of one."""
    return f"{noun}es" if noun.endswith("x") else f"{noun}s"


def counted(number: Any, noun: str) -> str:
    """`2 hits`, `1 hit`, `no hit`, `2½ NRPs`: noun as of one."""
    text = amount(number).replace("-", "−")
    return f"no {noun}" if text == "0" else f"{text} {noun}" if text in ("1", "½") else f"{text} {several(noun)}"


def hits_word(hits: int) -> str:
    """`2 HITS`, `NO HIT`: what a throw for hits is called out as."""
    return counted(hits, "hit").upper()


def text_of(number: Any) -> str:
    """A balance or number within a sentence, as people write it."""
    return amount(number).replace("-", "−")
