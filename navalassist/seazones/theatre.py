"""The maps of the theatre campaign: squares, waters and straits, and the sea zones and canals off them."""

from navalassist.campaigns.rows import table_of
from navalassist.systems.theatre.state import sea

TheatreMap = table_of(__name__, "TheatreMap", sea.Map)
TheatreWater = table_of(__name__, "TheatreWater", sea.Water)
TheatreSquare = table_of(__name__, "TheatreSquare", sea.Square, ordering=("id",))
TheatreStrait = table_of(__name__, "TheatreStrait", sea.Strait)
TheatreZone = table_of(__name__, "TheatreZone", sea.Zone)
TheatreCanal = table_of(__name__, "TheatreCanal", sea.Canal)
