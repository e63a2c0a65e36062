"""P25 of the theatre campaign: what a side bases where, its groups, routes and transports, it alone knows."""

from collections.abc import Callable

import pytest
from django.utils import timezone

from navalassist.campaigns.viewer import OBSERVER
from navalassist.engine import Effect, Remove, Set
from navalassist.systems.theatre.setup import begin_lingayen
from navalassist.systems.theatre.state.fleets import AirUnit, Group, Unit
from tests.in_hand import InHand
from tests.promises.test_p25_non_interference import check_same, core

pytestmark = [pytest.mark.django_db, pytest.mark.promise("P25"), pytest.mark.rule("PG.6.1", "PG.6.1.3", "PG.6.4.1")]
FORMS = (
    *("do/pg-form/", "do/pg-form/?port=mako", "do/pg-join/?group=a2", "do/pg-leave/?group=a1", "do/pg-overland/"),
    *("do/pg-route/", "do/pg-route/?group=a1&route=E1+D1", "do/pg-route/?group=u1"),
)
LISTS = ("", "pg-unit/", "pg-air/", "pg-pool/", "pg-troop/")
PARTS = ("", "units/", "log/", "do/", "setup/", "version/", *(f"lists/{kind}" for kind in LISTS), *FORMS)
BASED = {"side": "axis", "name": "Leviathan-7731", "nation": "japan"}


@pytest.fixture(autouse=True)
def noon(monkeypatch: pytest.MonkeyPatch) -> None:
    at = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: at)


def own(*effects: Effect) -> Callable[[InHand], object]:
    return lambda table: table.edit(*effects, seat="axis", chain="axis")


SECRET_CHANGES: dict[str, Callable[[InHand], object]] = {
    "a unit is entered": own(Unit.new("new", **BASED, type="bb", place="pg-port:mako")),
    "it is in another port": own(Set("pg-unit:new.place", "pg-port:palau")),
    "it is damaged": own(Set("pg-unit:new.strength", 3), Set("pg-unit:new.status", "damaged")),
    "it is in a group": own(Set("pg-unit:new.group", "a3")),
    "it is gone": own(Remove("pg-unit:new")),
    "a group is formed": own(Group.new("axis-9", side="axis", number=9, kind="raiders", place="pg-port:mako")),
    "a group is no more": own(Remove("pg-group:axis-9")),
    "a route is drawn": own(Set("pg-group:a1.route", "E1 D1 D2"), Set("pg-group:a1.zones", "Central Pacific")),
    "there are more transports": own(Set("pg-pool:japan-indian.transports", 40)),
    "an air unit is entered": own(AirUnit.new("new", **BASED, base="pg-port:mako")),
    "a ground unit is elsewhere": own(Set("pg-troop:snlf.place", "pg-port:mako")),
    "an input is taken back": lambda table: table.take_back("axis"),
}


def test_twelve_secret_changes_leave_every_other_seat_with_the_same_bytes() -> None:
    assert len(SECRET_CHANGES) == 12
    table, others = InHand(begin_lingayen()), ("allied", OBSERVER)
    before, mine = {seat: core(table.campaign, seat, PARTS) for seat in others}, core(table.campaign, "axis", PARTS)
    for why, change in SECRET_CHANGES.items():
        change(table)
        for seat in others:
            check_same(before[seat], core(table.campaign, seat, PARTS), f"{seat}: {why}")
    assert core(table.campaign, "axis", PARTS) != mine
    table.check()
