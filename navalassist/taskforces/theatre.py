"""What sails, flies and fights in the theatre campaign: units and groups, pools, orders, battles and their results."""

from navalassist.campaigns.rows import table_of
from navalassist.systems.theatre.state import ashore, battles, fleets, orders

TheatreUnit = table_of(__name__, "TheatreUnit", fleets.Unit)
TheatreAirUnit = table_of(__name__, "TheatreAirUnit", fleets.AirUnit)
TheatreUnitType = table_of(__name__, "TheatreUnitType", fleets.Type, ordering=("id",))
TheatreGroup = table_of(__name__, "TheatreGroup", fleets.Group, ordering=("number",))
TheatrePool = table_of(__name__, "TheatrePool", fleets.Pool)
TheatreOrder = table_of(__name__, "TheatreOrder", orders.Order, ordering=("number",))
TheatreTroop = table_of(__name__, "TheatreTroop", orders.Troop)
TheatreLanding = table_of(__name__, "TheatreLanding", orders.Landing, ordering=("key",))
TheatreSighting = table_of(__name__, "TheatreSighting", battles.Sighting, ordering=("key",))
TheatreInterception = table_of(__name__, "TheatreInterception", battles.Interception, ordering=("number",))
TheatreHunters = table_of(__name__, "TheatreHunters", battles.Hunters, ordering=("key",))
# Carriers that are not at Pearl Harbor as it is attacked.
TheatreAbsent = table_of(__name__, "TheatreAbsent", battles.Absent, ordering=("key",))
TheatreBattle = table_of(__name__, "TheatreBattle", battles.Battle, ordering=("number",))
TheatreResult = table_of(__name__, "TheatreResult", battles.Result, ordering=("id",))
TheatreDeployment = table_of(__name__, "TheatreDeployment", battles.Deployment, ordering=("id",))
TheatreMapSquare = table_of(__name__, "TheatreMapSquare", battles.MapSquare, ordering=("number",))
TheatreBeach = table_of(__name__, "TheatreBeach", ashore.Beach, ordering=("key",))
TheatreReaction = table_of(__name__, "TheatreReaction", ashore.Reaction, ordering=("id",))
TheatreDefence = table_of(__name__, "TheatreDefence", ashore.Defence, ordering=("id",))
TheatreTrade = table_of(__name__, "TheatreTrade", ashore.Trade, ordering=("rank",))
TheatreShipping = table_of(__name__, "TheatreShipping", ashore.Shipping, ordering=("key",))
