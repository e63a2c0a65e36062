"""The rulings of a campaign: the page that every rule system has."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.http import HttpRequest

from navalassist.desk.at import At
from navalassist.desk.setup.past import by_fact, history
from navalassist.desk.setup_hooks import Facts, Section, SetUpInput
from navalassist.play.rules.rulings import ruling_choice
from navalassist.play.write.edits import Edit


def rulings(here: At, facts: Facts, apart: Collection[str] = ()) -> dict[str, Any]:
    """The rulings that leave a choice, and those that are notes. apart: numbers that the page shows in its own way."""
    known = here.system.rulings
    # A ruling that came with a later version than the campaign is read as its default until somebody chooses.
    chosen = {r.number: facts.get(f"ruling:{r.number}.choice", r.default) for r in known}
    doubtful = [r for r in known if len(r.choices) > 1]
    past = by_fact(history(here, [f"ruling:{r.number}.choice" for r in doubtful]))
    open_ones = [
        {
            "ruling": r,
            "choices": [(value, words, chosen[r.number] == value, value == r.default) for value, words in r.choices],
            "history": past.get(f"ruling:{r.number}.choice", []),
        }
        for r in doubtful
        if r.number not in apart
    ]
    return {"open": open_ones, "notes": [(r, r.choices[0][1]) for r in known if len(r.choices) == 1]}


def shown(request: HttpRequest, here: At, facts: Facts) -> dict[str, Any]:
    """What the page shows."""
    return rulings(here, facts)


def rulings_line(here: At, facts: Facts) -> str:
    """Which rulings are not read as by default."""
    known = here.system.rulings
    chosen = [r.number for r in known if facts.get(f"ruling:{r.number}.choice", r.default) != r.default]
    return f"not the default: {', '.join(chosen)}" if chosen else "all at their defaults"


def choose(typed: SetUpInput) -> Edit:
    """A reading is chosen."""
    return ruling_choice(typed.system.rulings, typed.facts, typed.key, typed.value)


RULINGS = Section(
    "rulings", "Rulings", "desk/setup/rulings.html", context=shown, line=rulings_line, acts={"ruling.choice": choose}
)
