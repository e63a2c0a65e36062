"""Server dice that fell for something that was then not carried out: they are written down, and lie ready.

A face depends on the number of its entry. So each entry that was not written gets one in its stead, of kind `fallen`,
with the faces that fell for it; whoever begins the same thing again in this turn reads them again (`dice.abandoned`).
"""

from __future__ import annotations

from collections.abc import Iterable

from navalassist.campaigns.facts import PUBLIC
from navalassist.engine.verify import record_effect
from navalassist.play.dice.abandoned import begun_for, keep
from navalassist.play.dice.server import Thrown
from navalassist.play.storage.bodies import Body, plain_changes
from navalassist.play.write.writer import Writer

FALLEN = "fallen"
ACT = "dice.fell"


def write_down(writer: Writer, thrown: Iterable[Thrown]) -> None:
    """An entry for each number of the public chain, up to the last one that dice fell for.

    A number that another entry has taken since is passed over: the same dice fell for that one.
    """
    fell: dict[int, Thrown] = {}
    for one in thrown:
        if one.answers:
            fell.setdefault(_number(one.entry), one)
    while fell and (number := _number(writer.next_reference())) <= max(fell):
        _write(writer, fell.get(number))


def _number(reference: str) -> int:
    return int(reference.rpartition("/")[2])


def _write(writer: Writer, one: Thrown | None) -> None:
    """The dice of one number, for those whose seed it is; nothing but the act where none fell for it."""
    if one is None:
        writer.append(FALLEN, Body(ACT), seat="system")
        return
    reference = writer.next_reference()
    fields = {"procedure": one.procedure, "answers": one.answers, "dice": {"source": "server"}}
    if one.target is not None:
        thing = {"begun_for": begun_for(writer.state, one.procedure, one.target)}
        effects = tuple(keep(reference, fields | thing, one.readers))
        changes = writer.apply(effects, reference, one.audience)
        fields["effects"] = [record_effect(effect) for effect in effects]
        fields["changes"] = plain_changes(changes)
        if one.readers == one.audience:
            # Dice that everybody sees may have fallen for what not everybody does.
            fields |= thing
    opened = {"procedure": one.procedure} if one.audience != PUBLIC else {}
    writer.append(FALLEN, Body(ACT, fields, one.audience, opened), seat="system")
