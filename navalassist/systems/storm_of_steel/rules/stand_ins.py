"""Factors of naval units where a group has none at hand: stand-ins, to be replaced from the counters (R-53).

The source has the tables and no counters. These are invented so that an evening can run, and are marked so wherever
they are filled in.
"""

from __future__ import annotations

from navalassist.systems.storm_of_steel.rules.words import Kind

# Combat strength, protection factor, contact rating.
STAND_INS = {
    Kind.BB: (6, 6, 1),
    Kind.BC: (5, 4, 3),
    Kind.PD: (3, 4, 0),
    Kind.CA: (2, 2, 2),
    Kind.ESC: (1, 1, 2),
    Kind.SS: (2, 1, 2),
    Kind.TRN: (0, 1, 0),
}


def factors_of(kind: Kind) -> dict[str, int]:
    """The stand-in factors of a kind, by name."""
    return dict(zip(("combat", "protection", "contact"), STAND_INS[kind], strict=True))
