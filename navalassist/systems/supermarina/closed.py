"""Closed campaigns (R-103): what each side keeps to itself."""

from navalassist.play.systems import Secrets
from navalassist.systems.supermarina.aircraft import AirUnit
from navalassist.systems.supermarina.fuel import Fuel
from navalassist.systems.supermarina.repairs import Repair
from navalassist.systems.supermarina.rulings import CLOSED, R103
from navalassist.systems.supermarina.state import Commando, Lot, SearchSite, Ship, Transport

SECRETS = Secrets(R103, CLOSED, (Ship, Transport, Lot, SearchSite, AirUnit, Repair, Fuel, Commando))
