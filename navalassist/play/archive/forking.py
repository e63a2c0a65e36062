"""The entry by which a chain goes on under another identity."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from navalassist.campaigns.facts import PUBLIC
from navalassist.campaigns.viewer import MODERATOR
from navalassist.engine import Remove
from navalassist.play.dice.nonces import NONCE
from navalassist.play.storage.bodies import Body
from navalassist.play.storage.forks import FORK
from navalassist.play.systems import editions_of
from navalassist.play.write.writer import Writer


def fork_chain(
    writer: Writer,
    chain: str,
    campaign_before: str,
    head: tuple[int, str],
    archive: str,
    unopened: Sequence[Sequence[str]],
    **more: Any,
) -> None:
    """Go on from this head. archive: SHA-256 of the file that the log comes from; unopened: turn and commitment.

    more: what else the entry says.
    """
    fields: dict[str, Any] = {
        "campaign_before": campaign_before,
        "head_before": list(head),
        "archive": archive,
        "unopened": [list(pair) for pair in unopened],
        **more,
    }
    if chain != PUBLIC:
        # Its own chain is secret; nothing in it is more so.
        writer.append(FORK, Body("log.fork", fields), seat=MODERATOR, chain=chain)
        return
    fields["editions"] = editions_of(writer.system)
    # What sides had added to the dice of this turn went with the seeds.
    marks = [Remove(row) for row in _nonce_marks(writer)]
    writer.edit("log.fork", marks, seat=MODERATOR, kind=FORK, chain=PUBLIC, **fields)


def _nonce_marks(writer: Writer) -> Iterator[str]:
    for row in writer.state.rows("mark"):
        if writer.state.values.get(f"{row}.kind") == NONCE:
            yield row
