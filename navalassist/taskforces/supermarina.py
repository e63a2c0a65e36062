"""What sails and fights in Supermarina: task forces, ships, transports and cargo; battles, and who fights in them."""

from navalassist.campaigns.rows import table_of
from navalassist.systems.supermarina import combat, state

Force = table_of(__name__, "Force", state.Force, ordering=("number",))
Ship = table_of(__name__, "Ship", state.Ship)
Transport = table_of(__name__, "Transport", state.Transport, ordering=("number",))
Commando = table_of(__name__, "Commando", state.Commando)
Cargo = table_of(__name__, "Cargo", state.Lot)
Battle = table_of(__name__, "Battle", combat.Battle, ordering=("number",))
Combatant = table_of(__name__, "Combatant", combat.Combatant)
