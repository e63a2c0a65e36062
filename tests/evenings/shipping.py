"""What evenings of rule 33 do again and again: go on to a step, change a fact, put a row on the board, roll."""

import re

from tests.evenings.evening import Evening

# On how many of 36 rolls an item is contacted, by the column 0 to 15 of the Anti-Shipping Table.
ROLLS = (3, 4, 5, 6, 8, 10, 12, 15, 18, 21, 23, 26, 28, 30, 32, 33)


def on_map(evening: Evening) -> Evening:
    """On the map's page, where the steps end."""
    return evening if evening.offers("End step") else evening.tap("Map")


def until(evening: Evening, step: str) -> Evening:
    """Go on to a step, such as `Allied naval movement`. What is still due is passed over."""
    side, _, name = step.partition(" ")
    now = re.compile(rf"Player turn . {side} Step {name}", re.IGNORECASE)
    on_map(evening)
    while not now.search(evening.page.read):
        straight = f"Go on to the {step}"
        words = straight if evening.offers(straight) else "End step"
        if "…" in evening.offer(words).words:
            evening.refused(words)
            words = "End it all the same"
        evening.tap(words)
    return evening


def zone(evening: Evening, name: str) -> Evening:
    """The page of a sea zone: from one that touches it, or from the map."""
    there, beside = re.compile(f"^{name}$"), "Ports and neighbours"
    if beside in evening.page.read and evening.offers(there):
        return evening.tap(there, near=beside)
    return on_map(evening).tap(there)


def hangs_on(evening: Evening, fact: str, answer: str) -> Evening:
    """On the page of a zone: tap what its status depends on, say how that stands now, and go back."""
    evening.tap(fact, near="What it depends on")
    return evening.tap(answer, near="Owner Reason" if "Owner Reason" in evening.page.read else fact).back()


def stands(evening: Evening, side: str, status: int | str) -> Evening:
    """What the page of a zone says of a side's shipping: the status with its chance, `barred` or `not subject`."""
    if isinstance(status, int):
        return evening.reads(f"{side} shipping: status {status} An item is contacted on {ROLLS[status]} rolls of 36")
    return evening.reads(f"{side} shipping: {status}")


def add(evening: Evening, sails: str, origin: str, destination: str, on: str = "", side: str = "") -> Evening:
    """A new row of the board; what sails may say on what, as `3 SP on 3 LC`. side: where it is not the mover's."""
    evening.tap("Convoy board")
    if side:
        evening.tap(side, near="New row")
    return evening.tap("Add", sails=sails, on=on, origin=origin, destination=destination)


def roll(evening: Evening, row: int, dice: str) -> Evening:
    """The enemy's dice for a row, thrown at the table and typed."""
    return evening.tap("Convoy board").tap(f"Roll row {row}", dice="typed", strip=dice)
