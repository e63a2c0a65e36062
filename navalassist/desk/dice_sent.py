"""Whose dice a form throws, on every page that takes dice: what was typed is never thrown away without a word."""

from __future__ import annotations

from django.http import HttpRequest

from navalassist.desk.problem import Problem
from navalassist.play.dice.server import SERVER, TYPED, DiceInput

LONGEST = 400
NOT_CHOSEN = "Dice are typed, but the server's are chosen: choose “Our own”, or empty the strip."


def dice_sent(request: HttpRequest, *, begun: str = "", taken: bool = True) -> DiceInput:
    """The dice that a form sends. Problem 422 where faces are typed that would not be read.

    begun: whose the first dice of the same entry were, which then has no others; taken: are typed dice read at all now?
    """
    source, strip = begun or request.POST.get("dice", SERVER), request.POST.get("strip", "")
    if source not in (SERVER, TYPED):
        raise Problem(422, "Dice: choose the server's or your own.", "dice")
    if len(strip) > LONGEST:
        raise Problem(422, f"Dice: at most {LONGEST} characters, this has {len(strip)}.", "dice")
    if strip.strip() and not taken:
        raise Problem(422, "Dice are typed, but none are read with this answer: send it without them.", "dice")
    if strip.strip() and source == SERVER:
        why = "Dice are typed, but the server threw the first ones, and throws the others: send it without them."
        raise Problem(422, why if begun else NOT_CHOSEN, "dice")
    return DiceInput(source, strip)
