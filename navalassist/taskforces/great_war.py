"""What sails and fights in the Great War at sea: squadrons, fleets, naval actions, losses owed, and units ashore."""

from navalassist.campaigns.rows import table_of
from navalassist.systems.storm_of_steel import state

Squadron = table_of(__name__, "Squadron", state.Squadron)
Fleet = table_of(__name__, "Fleet", state.Fleet)
NavalAction = table_of(__name__, "NavalAction", state.Action, ordering=("number",))
OwedLoss = table_of(__name__, "OwedLoss", state.OwedLoss, ordering=("id",))
LandUnit = table_of(__name__, "LandUnit", state.LandUnit)
