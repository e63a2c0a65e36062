"""A miniature rule system: two zones, a secret task force, sealed orders, a table with an unknown cell.

It proves engine, log and secrecy without any real rulebook. Its procedures are known only to tests that ask for the
fixture `mini`, so that tests which walk the whole register meet the real rules alone.
"""

from navalassist.engine import REGISTER
from tests.mini import rules as rules

PROCEDURES = {slug: REGISTER.pop(slug) for slug in [s for s, p in REGISTER.items() if p.system == "mini"]}
