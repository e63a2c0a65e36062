"""P25: what lies in a port that is attacked tells its attacker nothing before it stands on the sheet."""

from __future__ import annotations

from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import OBSERVER
from navalassist.systems.theatre.state.fleets import Unit
from tests.promises.test_p25_non_interference import check_same, core
from tests.systems.theatre.fighting import Fighting

FORMS = ("pg-sheet/?battle=1", "pg-sheet/?battle=1&side=allied", "pg-raise/", "pg-shipyard/", "pg-attack-port/",
         "pg-pearl-harbor/", "pg-leave-island/")  # fmt: skip
PARTS = ("", "pg-battles/", "pg-battle/1/", "pg-battle/1/sheet/", "units/", "log/", *(f"do/{form}" for form in FORMS))


def test_ships_in_port_change_nothing_for_other_seats(lingayen: Campaign) -> None:
    """Twelve changes of what lies in Manila, where it is sunk and where it might be raised."""
    table = Fighting(lingayen)
    table.until("axis/operations")
    table.set({"pg-port:manila.yard": 100})
    table.do("pg-attack-port", seat="axis", side="axis", port="manila", aircraft=("takao-bombers",))
    table.until("axis/battle")
    secret = {
        "houston": {"place": "sunk", "strength": 0, "status": "repairing", "experience": 9},
        "peary": {"place": "pg-port:balikpapan", "strength": 6, "status": "building", "group": "u1"},
        "boats-9": {"place": "scrapped", "strength": 2, "status": "raised", "name": "Leviathan"},
    }
    changes = [{Unit.fact_of(key, name): value} for key, fields in secret.items() for name, value in fields.items()]
    assert len(changes) == 12
    seats = ("axis", OBSERVER)
    before = {seat: core(table.campaign, seat, PARTS) for seat in seats}
    mine = core(table.campaign, "allied", PARTS)
    for change in changes:
        table.set(change)
        for seat in seats:
            check_same(before[seat], core(table.campaign, seat, PARTS), str(change))
    assert core(table.campaign, "allied", PARTS) != mine
