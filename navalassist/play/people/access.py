"""Entries about who may do what and who came: they have no effects, and nothing of the rules looks at them."""

from __future__ import annotations

from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.campaigns.facts import PUBLIC
from navalassist.play.storage.bodies import Body
from navalassist.play.write.writer import Writer


def tell(writer: Writer, act: str, *, chain: str = PUBLIC, seat: str = "", **fields: Any) -> Entry:
    """An entry of kind `access`: `seat.give`, `invite.make`, `person.login`, `log.export` …

    seat: for which the act was done, left out that from which it was. Permissions are for everybody to see; logins,
    exports and other private matters go on the moderator's chain. Whether the person may do it is the caller's to ask.
    """
    body = Body(act, fields)
    if chain != PUBLIC:
        body.secret_to = chain
    return writer.append("access", body, seat=seat or writer.viewer.seat, chain=chain)
