"""Facts of a state that is only read."""

from navalassist.engine.rows import Indexed as Indexed
from navalassist.engine.rows import Values as Values
from navalassist.engine.rows import rows_in as rows_in
