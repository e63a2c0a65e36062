"""The tables of the lists and of the forces."""

from navalassist.campaigns.rows import table_of
from tests.routes import state

RouteForce = table_of(__name__, "RouteForce", state.Force)
RouteSquare = table_of(__name__, "RouteSquare", state.Square)
RouteZone = table_of(__name__, "RouteZone", state.Zone)
RouteStrait = table_of(__name__, "RouteStrait", state.Strait)
