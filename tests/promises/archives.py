"""Archives for tests: of a campaign, from bytes, and changed ones that look right."""

import hashlib
import io
import json
import zipfile
from collections.abc import Callable
from typing import Any

from navalassist.campaigns.models import Campaign
from navalassist.engine import canonical
from navalassist.play.archive.importing import Imported, look, take_in
from navalassist.play.archive.pack import EPOCH, FILES, LOG, MANIFEST, TABLES, WHOLE, every_audience, make
from navalassist.play.archive.unpack import Archive

ACTOR = "00000000-0000-4000-8000-00000000beef"
Files = dict[str, bytes]
Records = list[dict[str, Any]]
# Where a record has its secret parts with it while it is changed.
PARTS = "(secret parts)"


def whole(campaign: Campaign) -> bytes:
    """The archive of everything."""
    return make(campaign, every_audience(campaign), WHOLE).file.read()


def opened(data: bytes) -> Archive:
    return Archive(io.BytesIO(data))


def imported(data: bytes, submission: str = "") -> Imported:
    return take_in(opened(data), ACTOR, submission)


def looked(data: bytes) -> Imported:
    return look(opened(data), ACTOR)


def files_of(data: bytes) -> Files:
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def zipped(files: Files) -> bytes:
    """A zip of these files, as an archive packs them."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in files.items():
            info = zipfile.ZipInfo(name, EPOCH)
            info.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(info, data)
    return out.getvalue()


def described(files: Files, /, **said: Any) -> bytes:
    """The zip with a manifest that describes its files as they are; `said`: what else it says otherwise."""
    manifest = json.loads(files[MANIFEST])
    for name in (LOG, TABLES):
        manifest["files"][name] = {"bytes": len(files[name]), "sha256": hashlib.sha256(files[name]).hexdigest()}
    return zipped({**files, MANIFEST: json.dumps(manifest | said).encode()})


def reforged(export: Records, change: Callable[[Records], object]) -> Records:
    """The lines of an export with entries changed, and every number, link, hash and head put right again."""
    header, *lines = export
    records = [json.loads(line["content"]) | {PARTS: line.get("payloads")} for line in lines]
    change(records)
    heads: dict[str, list[Any]] = {}
    made: Records = []
    for record in records:
        parts = record.pop(PARTS)
        number, head = heads.get(record["chain"], [0, "0" * 64])
        text = canonical(record | {"sequence": number + 1, "previous": head})
        heads[record["chain"]] = [number + 1, hashlib.sha256(text.encode()).hexdigest()]
        secret = {} if parts is None else {"payloads": parts}
        made.append({"content": text, "hash": heads[record["chain"]][1], **secret})
    right = {audience: heads.get(audience, [0, "0" * 64]) for audience in header["heads"]}
    return [{**header, "heads": right}, *made]


def forged(data: bytes, change: Callable[[Records], object]) -> bytes:
    """The archive with entries changed, and everything round them put right again."""
    files = files_of(data)
    header, *lines = reforged([json.loads(line) for line in files[LOG].splitlines()], change)
    files[LOG] = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in [header, *lines]).encode()
    return described(files, heads=header["heads"])


__all__ = ["FILES", "described", "files_of", "forged", "imported", "looked", "opened", "reforged", "whole", "zipped"]
