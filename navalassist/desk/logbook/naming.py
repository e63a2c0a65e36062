"""Names in place of keys: places, turns and amounts as people say them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import partial
from typing import Any

from navalassist.engine.english import amount
from navalassist.engine.reader import Unknown
from navalassist.play.state import State
from navalassist.play.systems import Names, system_of


def several(number: Any, word: str) -> str:
    """`1 NT`, `7 NTs`, `1 RE`, `2½ REs`, `2 losses`."""
    ending = "" if str(number) == "1" else "es" if word.endswith("ss") else "s"
    return f"{amount(number)} {word}{ending}"


def several_kinds(words: Iterable[str]) -> str:
    """`2 shipments`, `1 open decision and 1 shipment`: each word as often as it is there."""
    return " and ".join(several(number, word) for word, number in Counter(words).items())


# Short words of the rules that have capitals.
SHORT = {"mps": "MPs", "slps": "SLPs", "nrp": "NRPs", "nrps": "NRPs", "arps": "ARPs", "sp": "SPs", "srp": "SRPs"}


def title(key: str) -> str:
    """A key without its dashes: `Suda bay` for `suda-bay`, `MPs` for `mps`; for what has no name of its own."""
    words = key.replace("-", " ").replace("_", " ").strip().capitalize().split(" ")
    return " ".join(SHORT.get(word.lower(), word) for word in words)


def public(state: State, key: str) -> Any:
    """The value of a fact that everybody may see, or None: names shown by this module come from nowhere else."""
    return None if key.rpartition(".")[0] in state.audiences else state.values.get(key)


def place_name(state: State, key: str, short: bool = False) -> str:
    """`Central Mediterranean`, or `Central Med` where there is little room."""
    name = public(state, f"{place_kind(state)}:{key}.{'short_name' if short else 'name'}")
    return str(name or title(key))


def place_kind(state: State) -> str:
    """The kind of the rows that are places in the campaign's system."""
    try:
        return system_of(state.campaign.system).place
    except Unknown:
        return ""


def names_of(state: State) -> Names:
    """How the campaign's system says turns and steps."""
    try:
        return system_of(state.campaign.system).names
    except Unknown:
        return Names()


def turn_name(state: State, turn: str) -> str:
    """`Mar I 41`; the key itself where the system cannot read it."""
    try:
        return names_of(state).turn(turn)
    except ValueError:
        return turn


def with_turns(state: State, text: str) -> str:
    """A text with the titles of turns in place of their keys: `Mar I 41` for `1941-03-1`."""
    names = names_of(state)
    read, keys = names.key or partial(turn_name, state), names.turn_keys
    return re.sub(rf"\b(?:{keys})\b", lambda found: read(found[0]), text) if keys else text


def step_name(state: State, step: str, player_turn: str = "") -> str:
    """`Naval movement`; player_turn: the one that it is a step of, where that is known."""
    try:
        return system_of(state.campaign.system).step_title(player_turn, step)
    except ValueError:
        return title(step)


def thrown_at(body: Mapping[str, Any]) -> str:
    """When dice from paper were thrown, in UTC: `19:05, 1 Mar 2026`; '' for dice thrown as they were entered."""
    told = str(body.get("rolled_at", ""))
    if not told:
        return ""
    moment = datetime.fromisoformat(told)
    return f"{moment:%H:%M}, {moment.day} {moment:%b %Y}"


def entry_url(state: State, reference: str, tail: str = "") -> str:
    """The receipt of an entry (`public/144`); `tail` for a page below it."""
    chain, _, number = reference.partition("/")
    return f"/c/{state.campaign.slug}/log/{chain}/{number}/{tail}"


def entry_word(reference: str) -> str:
    """`entry 144`; a side's own chain is named."""
    chain, _, number = reference.partition("/")
    return f"entry {number}" if chain == "public" else f"entry {number} of the {title(chain)} chain"


def short_entry(reference: str) -> str:
    """`144`; `Axis 12` in a side's own chain."""
    chain, _, number = reference.partition("/")
    return number if chain == "public" else f"{title(chain)} {number}"
