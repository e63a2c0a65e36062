"""Europa: rules 33 and 36 of the naval game. Importing the package registers its procedures."""

from navalassist.rules.europa import r33_anti_shipping, r33_south_aegean, r33_supply, r33_voyage, r36_malta
from navalassist.rules.europa.rulings import RULINGS

__all__ = ["RULINGS", "r33_anti_shipping", "r33_south_aegean", "r33_supply", "r33_voyage", "r36_malta"]
