"""Factors of naval units where a group has none at hand: stand-ins, to be replaced from the counters (R-53).

The source has the tables and no counters. These are invented so that an evening can run, and are marked so wherever
they are filled in.
"""

from __future__ import annotations

from navalassist.systems.storm_of_steel.state import FACTORS, SquadronKind

# Combat strength, protection factor, contact rating.
STAND_INS = {
    SquadronKind.BB: (6, 6, 1),
    SquadronKind.BC: (5, 4, 3),
    SquadronKind.PD: (3, 4, 0),
    SquadronKind.CA: (2, 2, 2),
    SquadronKind.ESC: (1, 1, 2),
    SquadronKind.SS: (2, 1, 2),
    SquadronKind.TRN: (0, 1, 0),
}


def factors_of(kind: SquadronKind) -> dict[str, int]:
    """The stand-in factors of a kind, by name."""
    return dict(zip(FACTORS, STAND_INS[kind], strict=True))
