"""Closed campaigns (R-201): what each side keeps to itself."""

from navalassist.play.systems import Secrets
from navalassist.systems.theatre.rulings import CLOSED, R201
from navalassist.systems.theatre.state.battles import Absent, Hunters, Sighting
from navalassist.systems.theatre.state.fleets import AirUnit, Group, Pool, Unit
from navalassist.systems.theatre.state.orders import Landing, Order, Troop

SECRETS = Secrets(R201, CLOSED, (Unit, AirUnit, Group, Pool, Order, Landing, Troop, Sighting, Hunters, Absent))
