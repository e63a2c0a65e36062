"""The tables of the straits."""

from navalassist.campaigns.rows import table_of
from tests.straits import state

Force = table_of(__name__, "Force", state.Force, ordering=("number",))
Ship = table_of(__name__, "Ship", state.Ship)
Fort = table_of(__name__, "Fort", state.Fort)
Sailing = table_of(__name__, "Sailing", state.Sailing, ordering=("key",))
