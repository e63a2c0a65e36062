"""Choosing how a doubtful rule is read in a campaign, in any rule system."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from navalassist.engine import Create, Ruling, Set, create
from navalassist.play.write.edits import Edit, EditError


def ruling_rows(rulings: Iterable[Ruling], chosen: Mapping[str, str]) -> Iterator[Create]:
    """The rows of a new campaign that say how it reads doubtful rules. chosen: number -> choice that is no default."""
    for ruling in rulings:
        yield create(f"ruling:{ruling.number}", choice=chosen.get(ruling.number, ruling.default))


def ruling_choice(rulings: Sequence[Ruling], facts: Mapping[str, Any], number: str, choice: str) -> Edit:
    """How a doubtful rule is read from now on. EditError for a ruling or a reading that the system does not have."""
    ruling = next((r for r in rulings if r.number == number), None)
    if ruling is None:
        raise EditError("number", f"Ruling: there is none called {number!r}.")
    if choice not in dict(ruling.choices):
        raise EditError("choice", f"{number}: choose one of {', '.join(value for value, _ in ruling.choices)}.")
    row, title = f"ruling:{number}", f"{number}: {ruling.title}"
    if choice == facts.get(f"{row}.choice", ruling.default):
        raise EditError("choice", f"{title}: it stands so already, nothing would change.")
    if f"{row}.choice" not in facts:
        # It came with a later version than the campaign.
        return Edit("ruling.choice", title, (create(row, choice=choice),))
    return Edit("ruling.choice", title, (Set(f"{row}.choice", choice),))
