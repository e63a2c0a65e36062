"""What a new campaign begins with, in words: who owns which ports, the conditions of the war, and Malta's number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from navalassist.rules.europa.clock import turn_title
from navalassist.rules.europa.words import Owner
from navalassist.systems.europa import theatres
from navalassist.systems.europa.dated import so_far
from navalassist.systems.europa.pages.setup.ports import country_word
from navalassist.systems.europa.places import Condition, Port, places
from navalassist.systems.europa.setup import malta_in


def as_of(typed: Mapping[str, str]) -> dict[str, Any]:
    """What the first turn and the waters that are typed so far bring; nothing where they are none."""
    turn, waters = "-".join(typed[name] for name in ("year", "month", "half")), typed["theatres"]
    try:
        title = turn_title(turn)
    except ValueError:
        return {}
    apart = theatres.conditions_apart({theatres.FACT: waters}) | {theatres.KEY}
    known = [condition for condition in places().conditions.values() if condition.key not in apart]
    return {
        "as_of": {
            "turn": title,
            "owners": list(owners(turn, waters)),
            "conditions": [words for condition in known if (words := condition_words(condition, turn))],
            "malta": malta_in(turn, {}),
            "malta_why": so_far(places().malta, turn)[-1].source,
        }
    }


def owners(turn: str, waters: str) -> Iterator[tuple[str, int, str]]:
    """(owner, how many ports, the lands of which all are theirs and the ports of others) of each who owns any."""
    ports = [p for p in places().ports.values() if theatres.theatres_at(p) & set(theatres.played(waters))]
    lands: dict[str, list[Port]] = {}
    for port in ports:
        lands.setdefault(port.country, []).append(port)
    for owner in Owner:
        theirs = {port.key for port in ports if port.owned(turn).value == owner}
        words = [_land(country, lands[country], theirs) for country in sorted(lands)]
        if theirs:
            yield owner.value.capitalize(), len(theirs), ", ".join(filter(None, words))


def _land(country: str, ports: list[Port], theirs: set[str]) -> str:
    """`Libya`, `Libya (Derna)` or `Libya without Tobruk` where only some of its ports are theirs, '' where none is."""
    names = [port.name for port in ports if port.key in theirs]
    others = [port.name for port in ports if port.key not in theirs]
    if not names or not others:
        return country_word(country) if names else ""
    apart = f"without {' and '.join(others)}" if len(others) < min(len(names), 3) else f"({', '.join(names)})"
    return f"{country_word(country)} {apart}"


def condition_words(condition: Condition, turn: str) -> str:
    """`Suez Canal: open`; `Italy has surrendered`; '' for a condition that does not hold; a judgement is marked."""
    since = condition.since(turn)
    judged = " (stand-in)" if since.stand_in else ""
    if condition.choices:
        return f"{condition.title}: {condition.words(since.value)}{judged}"
    return f"{condition.title}{judged}" if since.value else ""
