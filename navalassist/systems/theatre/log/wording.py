"""How the log of the theatre campaign speaks, where classes do not say it themselves. Importing it registers it."""

from __future__ import annotations

from collections.abc import Mapping

from navalassist.desk.logbook.facts import Followed, Words
from navalassist.desk.logbook.row_words import RowWords
from navalassist.desk.logbook.wording import LogWording, RuleWords, register_wording
from navalassist.desk.words import side_word
from navalassist.engine.rows import declared_in
from navalassist.systems.theatre.battle import MARK, RESULT
from navalassist.systems.theatre.book import SYSTEM
from navalassist.systems.theatre.closed import SECRETS
from navalassist.systems.theatre.log.past_facts import TheatreCorrections
from navalassist.systems.theatre.rules.intercepting import SLUG as INTERCEPT
from navalassist.systems.theatre.rules.landing import SLUG as LAND
from navalassist.systems.theatre.rules.searching import SLUG as SEARCH
from navalassist.systems.theatre.state import ashore, battles, fleets, orders, sea
from navalassist.systems.theatre.state.words import GroupKind

ROWS = tuple(kind for module in (sea, fleets, orders, battles, ashore) for kind in declared_in(module.__name__))
# What a row is called to whom it is not told: its key tells nothing.
UNKNOWN = {kind.KIND: f"a{'n' * (kind.NOUN[0] in 'aeiou')} {kind.NOUN}" for kind in SECRETS.kinds}
UNKNOWN |= {orders.Order.KIND: "a mission", fleets.Pool.KIND: "of its side"}
# What tells of contacts, and of losses.
CONTACTS, LOSSES = (SEARCH, INTERCEPT), (RESULT, MARK, LAND)
NUMBERED = {orders.Order.KIND: "order", battles.Interception.KIND: "interception"}


class TheatreFacts(RowWords):
    """Words for the facts of the theatre campaign."""

    followed: Mapping[str, Followed] = {
        "contacts": Followed("Contacts", tags=tuple(f"procedure:{slug}" for slug in CONTACTS)),
        "losses": Followed("Losses", tags=tuple(f"procedure:{slug}" for slug in LOSSES)),
    }

    def row(self, words: Words, kind: str, key: str) -> str:
        """What a row is called: a group, an order, a battle by number; all others by their names."""
        row = f"{kind}:{key}"

        def known(name: str) -> str:
            return str(words.known(f"{row}.{name}") or "")

        match kind:
            case orders.Landing.KIND if known("troop"):
                of = words.row(orders.Order.row_of(known("order")))
                return f"{words.row(orders.Troop.row_of(known('troop')))} of {of}"
            case ashore.Beach.KIND if known("square"):
                return f"Landing on {known('square')}"
            case battles.Hunters.KIND:
                return f"Force of {words.row(battles.Interception.row_of(key))}"
            case battles.Sighting.KIND if known("side"):
                return f"Mission that the {side_word(known('side'))} side has spotted"
            case battles.Result.KIND if known("name"):
                return f"{known('name')} in {words.row(battles.Battle.row_of(known('battle'))).lower()}"
        number = known("number")
        if number and kind == fleets.Group.KIND and known("kind"):
            return f"{side_word(known('side'))} {GroupKind(known('kind')).label} {number}"
        if number and kind in NUMBERED:
            return f"{side_word(known('side'))} {NUMBERED[kind]} {number}"
        if number and kind == battles.Battle.KIND:
            return f"Battle {number}"
        return "" if known("name") else UNKNOWN.get(kind, "")


WORDING = register_wording(LogWording(SYSTEM, TheatreFacts(*ROWS), RuleWords(), TheatreCorrections()))
