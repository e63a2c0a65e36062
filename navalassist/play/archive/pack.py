"""A campaign as one file: a zip with its log, the texts of its tables, and a manifest that says what it is.

manifest.json  what this is, whose eyes it was made for, the heads of its chains, size and hash of the other files
log.jsonl      the log, as `manage.py export` prints it (docs/log-format.md)
tables.json    the rule tables that its entries name

The state is the sum of the log, so it is not in the file. Seeds of dice are in it only as entries that opened them. The
same campaign gives the same bytes: times and attributes of the files in the zip are fixed.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import IO, Any

import navalassist
from navalassist.auditlog.export import identities, lines
from navalassist.auditlog.models import Chain, Entry
from navalassist.campaigns.facts import PUBLIC
from navalassist.campaigns.models import Campaign, Clock, TableVersion
from navalassist.campaigns.viewer import MODERATOR, OBSERVER, Viewer
from navalassist.play.people.access import tell
from navalassist.play.systems import system_of
from navalassist.play.write.submissions import new_submission
from navalassist.play.write.transaction import writing
from navalassist.play.write.writer import Writer

NAME = "navalassist-archive"
FORMAT = 1
MANIFEST, LOG, TABLES = "manifest.json", "log.jsonl", "tables.json"
FILES = (MANIFEST, LOG, TABLES)
# Whose eyes an archive was made for, beside a seat.
WHOLE = "all"
EPOCH = (1980, 1, 1, 0, 0, 0)
IN_MEMORY = 4 * 1024 * 1024


@dataclass
class Made:
    """An archive that was written: its bytes, their SHA-256, a name for the file, and the public head it goes up to."""

    file: IO[bytes]
    digest: str
    name: str
    size: int
    head: Sequence[Any]


def audiences_for(viewer: Viewer, *, whole: bool) -> frozenset[str]:
    """What an archive for this viewer may hold. PermissionError where they ask for the whole and may not have it."""
    if not whole:
        return viewer.audiences
    if not may_take_all(viewer):
        raise PermissionError(viewer.seat)
    return every_audience(viewer.campaign)


def may_take_all(viewer: Viewer) -> bool:
    """True for a moderator from whom no side has a secret: at one table, or where they umpire every side."""
    return viewer.seat == MODERATOR and (
        viewer.at_table or viewer.umpires.issuperset(system_of(viewer.campaign.system).sides)
    )


def every_audience(campaign: Campaign) -> frozenset[str]:
    """All chains of a campaign."""
    return frozenset(Chain.objects.filter(campaign=campaign).values_list("audience", flat=True))


def make(campaign: Campaign, audiences: frozenset[str], eyes: str = OBSERVER) -> Made:
    """The archive of a campaign as these audiences may see it. eyes: the seat that it is for, or `all`."""
    file = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - handed on, closed by the reader
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, allowZip64=False, compresslevel=9) as packed:
        header: dict[str, Any] = {}
        log = _put(packed, LOG, _noted(lines(campaign, audiences), header))
        tables = _put(packed, TABLES, [_json({"tables": _tables(campaign)})])
        _put(packed, MANIFEST, [_json(_manifest(campaign, eyes, header, {LOG: log, TABLES: tables}))])
    size = file.tell()
    file.seek(0)
    digest = hashlib.file_digest(file, "sha256").hexdigest()
    file.seek(0)
    ending = "" if eyes == WHOLE else f"-{eyes}"
    return Made(file, digest, f"{campaign.slug}{ending}.zip", size, header["heads"][PUBLIC])


def take(viewer: Viewer, *, whole: bool) -> Made:
    """An archive for a viewer, and the entry that they took it. PermissionError as for `audiences_for`."""
    made = make(viewer.campaign, audiences_for(viewer, whole=whole), WHOLE if whole else viewer.seat)
    with writing(viewer, submission=new_submission()) as writer:
        tell_export(writer, WHOLE if whole else viewer.seat, made.head, archive=made.digest)
    return made


def tell_export(writer: Writer, eyes: str, head: Sequence[Any], **fields: Any) -> Entry:
    """The entry of an export, for the moderator: for whose eyes it was, and the public head that it went up to.

    Of the whole a campaign can be made again, so everybody is told of it, and up to where: whoever plays on elsewhere
    from before a roll has taken it before that roll. The hash of the file is for the moderator alone, since it changes
    with every secret.
    """
    said: dict[str, Any] = {"eyes": eyes, "heads": {PUBLIC: list(head)}}
    if eyes == WHOLE:
        tell(writer, "log.export", **said)
    return tell(writer, "log.export", chain=MODERATOR, **said, **fields)


def _noted(log: Iterable[str], header: dict[str, Any]) -> Iterable[str]:
    """The lines of a log, each with its end; what the first one says, and their number, are put into `header`."""
    number = -1
    for number, line in enumerate(log):
        if not number:
            header.update(json.loads(line))
        yield f"{line}\n"
    header["entries"] = number


def _manifest(campaign: Campaign, eyes: str, header: dict[str, Any], files: dict[str, Any]) -> dict[str, Any]:
    clock = Clock.objects.get(campaign=campaign)
    return {
        "archive": NAME,
        "format": FORMAT,
        "product": navalassist.__version__,
        "campaign": str(campaign.identity),
        "name": campaign.name,
        "system": campaign.system,
        "eyes": eyes,
        "audiences": header["audiences"],
        "heads": header["heads"],
        "entries": header["entries"],
        "turn": clock.turn,
        "player_turn": clock.player_turn,
        "step": clock.step,
        "files": files,
        **identities(campaign),
    }


def _tables(campaign: Campaign) -> list[dict[str, Any]]:
    rows = TableVersion.objects.filter(campaign=campaign).order_by("slug", "version")
    return [{"slug": t.slug, "version": t.version, "current": t.current, "text": t.text} for t in rows]


def _put(packed: zipfile.ZipFile, name: str, texts: Iterable[str]) -> dict[str, Any]:
    """Write a file into the zip; its size and hash."""
    info = zipfile.ZipInfo(name, EPOCH)
    info.compress_type, info.create_system, info.external_attr = zipfile.ZIP_DEFLATED, 3, 0o644 << 16
    digest, size = hashlib.sha256(), 0
    with packed.open(info, "w") as file:
        for text in texts:
            data = text.encode()
            file.write(data)
            digest.update(data)
            size += len(data)
    return {"bytes": size, "sha256": digest.hexdigest()}


def _json(values: dict[str, Any]) -> str:
    return json.dumps(values, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
