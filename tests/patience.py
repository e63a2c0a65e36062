"""How long a test waits for what comes by itself, and whether it holds us to the seconds that we promise.

Whether something is right is never a matter of time: on a busy machine a test waits with PATIENCE. The seconds of a
promise (a tap shows on the other tablet within one, a tablet heals within five) are those of a machine with nothing
else to do. There `NAVALASSIST_TIMED=1 python3 start.py test tests/browser tests/live` holds us to them.
"""

import os

PATIENCE = 60.0
TIMED = os.environ.get("NAVALASSIST_TIMED") == "1"


def within(seconds: float) -> float:
    """How many seconds to wait for what is promised within these: they themselves where they are held."""
    return seconds if TIMED else PATIENCE
