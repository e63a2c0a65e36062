"""The one way to write: a transaction in which entries are made, effects applied and chains moved on, or nothing is.

with writing(viewer, submission=key, seen=version) as writer:
    writer.edit("shipment.add", effects)
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import OperationalError, transaction

from navalassist.campaigns.viewer import Viewer
from navalassist.play import state as states
from navalassist.play.dice.server import Thrown
from navalassist.play.write import rights, submissions, unused_dice
from navalassist.play.write.writer import Writer
from navalassist.sqlite import write_lock

log = logging.getLogger(__name__)
KEPT = "The dice that had fallen for it stand in the log."


@contextmanager
def writing(viewer: Viewer, *, submission: str = "", seen: str = "") -> Iterator[Writer]:
    """Write to a campaign. AlreadyDone when this submission was carried out before, ValueError when it is no key.

    Where anything raises nothing of it is written, but for the server's dice that had fallen (`unused_dice`); where the
    database itself fails not even those, and no die has told anybody anything.
    """
    if submission and not submissions.SUBMISSION.fullmatch(submission):
        raise ValueError(rights.NO_KEY)
    with write_lock():
        writer: Writer | None = None
        try:
            with transaction.atomic():
                writer = Writer.begin(viewer, submission, states.parse_version(seen))
                before = writer.state.heads
                yield writer
                writer.flush()
        except OperationalError:
            raise
        except Exception as error:
            if writer is not None and writer.has_thrown and _write_down(viewer, writer.thrown):
                error.add_note(KEPT)
            raise
        states.publish(writer.state)
        submissions.note(submission, before, writer.state.heads)


def _write_down(viewer: Viewer, thrown: list[Thrown]) -> bool:
    """The server's dice of an act that was not carried out, in a transaction of their own; True when they stand."""
    try:
        with transaction.atomic():
            writer = Writer.begin(viewer)
            unused_dice.write_down(writer, thrown)
            writer.flush()
    except Exception:
        log.exception("dice that fell could not be written down")
        return False
    states.publish(writer.state)
    return True
