"""The table of the miniature system's own kind."""

from navalassist.campaigns.rows import table_of
from tests.mini.ships import Ship

MiniShip = table_of(__name__, "MiniShip", Ship)
