"""Reading an archive that anybody may have sent: everything is measured before it is unpacked or parsed.

`Archive(file)` looks at the zip and its manifest, `entries()` reads the log line by line, `tables()` the tables. Each
raises Unfit with a sentence for people: which file, line or field it is, what stands there, and what was expected.
"""

from __future__ import annotations

import hashlib
import io
import struct
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from types import TracebackType
from typing import IO, Any, NamedTuple

from navalassist.auditlog import export
from navalassist.auditlog.models import FORMAT as LOG_FORMAT
from navalassist.auditlog.models import GENESIS, KINDS, short_code
from navalassist.campaigns.facts import PUBLIC
from navalassist.play.archive.pack import FILES, FORMAT, LOG, MANIFEST, NAME, TABLES, WHOLE
from navalassist.play.archive.shapes import (
    LARGEST,
    MIB,
    ArchiveLine,
    Header,
    Manifest,
    OfPayload,
    OfTable,
    OfTables,
    Record,
    Unfit,
    fitting,
    in_mib,
    parsed_json,
    record_of,
    short,
    utf8,
)
from navalassist.play.storage.rows import commit

LARGEST_OF = {MANIFEST: MIB // 16, TABLES: MIB // 2, LOG: 256 * MIB}
LONGEST_LINE = 2 * MIB
MOST_ENTRIES = 200_000
DIRECTORY_LIMIT = 64 * 1024
END_OF_DIRECTORY = struct.Struct("<4s4H2LH")
STORED_OR_DEFLATED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
LINK = 0o120000


class Taken(NamedTuple):
    """An entry of the log: its record, text and hash, and its secret parts as audience, salt and content."""

    record: dict[str, Any]
    content: str
    hash: str
    payloads: list[tuple[str, str, str]]

    @property
    def reference(self) -> str:
        return f"{self.record['chain']}/{self.record['sequence']}"


@dataclass
class _Chain:
    """How far a chain has been read, and the campaign of its last entry."""

    sequence: int = 0
    head: str = GENESIS
    campaign: str = ""


class Archive:
    """A file that was sent. Unfit where it is no archive that this version takes in.

    most: how many entries it may have; what is sent to a page may have fewer than what the command line takes.
    """

    def __init__(self, file: IO[bytes], most: int = MOST_ENTRIES) -> None:
        self._file, self.most = file, most
        self._checked = False
        size = file.seek(0, io.SEEK_END)
        if size > LARGEST:
            raise Unfit(f"The file has {in_mib(size)}; at most {in_mib(LARGEST)} are taken.")
        if not size:
            raise Unfit("The file is empty.")
        file.seek(0)
        self.digest = _digest_of(file)
        # The log alone, as version 0.2.0 exported it: it has neither a manifest nor tables.
        self.is_log = file.read(1) == b"{"
        self._zip = None if self.is_log else _opened(file, size)
        self.manifest = self._of_log() if self._zip is None else self._manifest(self._zip)
        if self.manifest.eyes != WHOLE:
            raise Unfit(
                f'It was made for the seat "{self.manifest.eyes}" and lacks what others keep secret, so no campaign '
                "can be made of it. Ask the host or the moderator for the whole archive. Its log can be checked: "
                "python3 tools/verify_log.py log.jsonl"
            )

    def check(self) -> None:
        """Read everything once: forms, hashes, links, secret parts. Unfit as for `entries` and `tables`.

        To be done before anybody waits for the import: what is wrong in the file itself then holds up nobody.
        """
        if self._checked:
            return
        if self.manifest.entries > self.most:
            raise Unfit(self._too_many())
        self.tables()
        for _ in self.entries():
            pass
        self._checked = True

    def _too_many(self) -> str:
        if self.most < MOST_ENTRIES:
            return (
                f"The log has more than {self.most:,} entries. One that is so long is imported at the server itself, "
                "since it takes minutes: manage.py import FILE --yes"
            )
        return f"The log has more than {self.most:,} entries; so many are not taken."

    def data(self) -> bytes:
        """The file itself."""
        self._file.seek(0)
        return self._file.read()

    @property
    def identities(self) -> list[str]:
        """Every identity that the log was written under, the first one first."""
        return self.manifest.identities or [self.manifest.campaign]

    def codes(self) -> dict[str, tuple[int, str]]:
        """Number and short code of the head of each chain, as the file names them."""
        return {name: (number, short_code(digest)) for name, (number, digest) in self.manifest.heads.items()}

    def _manifest(self, packed: zipfile.ZipFile) -> Manifest:
        values = parsed_json(self._text(packed, MANIFEST), MANIFEST)
        _check_format(values, MANIFEST, "archive", NAME, FORMAT)
        manifest = fitting(Manifest, values, MANIFEST)
        if set(manifest.files) != {LOG, TABLES}:
            raise Unfit(f"{MANIFEST}: files names {short(sorted(manifest.files))}; {LOG} and {TABLES} were expected.")
        return manifest

    def _of_log(self) -> Manifest:
        header = self._header(self._first_line(self._file))
        entries = sum(number for number, _ in header.heads.values() if isinstance(number, int))
        # All chains and their secrets: whether every secret part is there is seen when the log is read.
        return Manifest.model_construct(
            **header.model_dump(include={"campaign", "name", "system", "audiences", "heads", "identities"}),
            product="0.2",
            eyes=WHOLE if len(header.audiences) > 2 else "observer",
            entries=entries,
            files={},
        )

    def _header(self, line: bytes) -> Header:
        values = parsed_json(utf8(line, f"{LOG}, line 1"), f"{LOG}, line 1")
        _check_format(values, f"{LOG}, line 1", "log", export.NAME, LOG_FORMAT)
        return fitting(Header, values, f"{LOG}, line 1")

    def _first_line(self, file: IO[bytes]) -> bytes:
        file.seek(0)
        return file.readline(LONGEST_LINE)

    def _text(self, packed: zipfile.ZipFile, name: str) -> str:
        """A small file of the zip, unpacked. Its size was looked at before."""
        with _reading(name), packed.open(name) as file:
            return utf8(file.read(LARGEST_OF[name]), name)

    def tables(self) -> list[OfTable]:
        """The texts of the tables; none where only the log was sent."""
        if self._zip is None:
            return []
        text = self._text(self._zip, TABLES)
        self._check_file(TABLES, len(text.encode()), hashlib.sha256(text.encode()).hexdigest())
        found = fitting(OfTables, parsed_json(text, TABLES), TABLES).tables
        names = [(table.slug, table.version) for table in found]
        if len(set(names)) < len(names):
            raise Unfit(f"{TABLES}: a table stands there twice in one version; each may stand there once.")
        return found

    def _check_file(self, name: str, size: int, digest: str) -> None:
        said = self.manifest.files.get(name)
        if said is not None and (said.bytes, said.sha256) != (size, digest):
            raise Unfit(f"{name}: it is not the file that {MANIFEST} describes; its size or its SHA-256 differs.")

    def entries(self) -> Iterator[Taken]:
        """The entries in the order of writing, each checked: form, hash, place in its chain, secret parts."""
        if self._zip is None:
            self._file.seek(0)
            yield from self._entries(self._file)
            return
        with _reading(LOG), self._zip.open(LOG) as file:
            yield from self._entries(file)

    def _entries(self, file: IO[bytes]) -> Iterator[Taken]:
        chains: dict[str, _Chain] = {}
        digest, size, count = hashlib.sha256(), 0, -1
        for count, line in enumerate(_lines(file)):
            size += len(line)
            digest.update(line)
            where = f"{LOG}, line {count + 1}"
            if not count:
                self._same(self._header(line))
                continue
            if count > self.most:
                raise Unfit(self._too_many())
            yield self._entry(line, where, chains)
        self._check_file(LOG, size, digest.hexdigest())
        if count != self.manifest.entries:
            raise Unfit(f"{LOG}: it ends after {max(count, 0)} entries; {self.manifest.entries} were expected.")
        for audience in self.manifest.audiences:
            chain = chains.get(audience, _Chain())
            if [chain.sequence, chain.head] != self.manifest.heads.get(audience):
                raise Unfit(f"{LOG}: the chain {audience} does not end in the head that was named for it.")
            if chain.sequence and chain.campaign != self.manifest.campaign:
                raise Unfit(f"{LOG}: the chain {audience} ends as another campaign, {chain.campaign}.")

    def _same(self, header: Header) -> None:
        """The log is that of the manifest."""
        for name in ("campaign", "name", "system", "audiences", "heads", "identities"):
            said = getattr(self.manifest, name)
            if getattr(header, name) != said:
                raise Unfit(f"{LOG}, line 1: {name} is {short(getattr(header, name))}; {short(said)} was expected.")
        if set(header.heads) != set(header.audiences) or PUBLIC not in header.audiences:
            raise Unfit(f"{LOG}, line 1: heads names other chains than audiences does, or there is no public chain.")
        if self.identities[-1] != header.campaign or len(set(self.identities)) < len(self.identities):
            raise Unfit(f"{LOG}, line 1: identities does not end in the campaign, or names one twice.")

    def _entry(self, line: bytes, where: str, chains: dict[str, _Chain]) -> Taken:
        outer = fitting(ArchiveLine, parsed_json(utf8(line, where), where), where)
        record = record_of(outer.content, where)
        entry = fitting(Record, record, where)
        if entry.kind not in KINDS:
            raise Unfit(
                f"{where}: kind is {short(entry.kind)}, which this version does not know. Is it of a newer one?"
            )
        if hashlib.sha256(outer.content.encode()).hexdigest() != outer.hash:
            raise Unfit(f"{where}: the text of the entry does not fit its hash; it was altered.")
        if entry.chain not in self.manifest.audiences:
            raise Unfit(f"{where}: chain is {short(entry.chain)}, which is none of those that line 1 names.")
        self._link(entry, outer.hash, where, chains.setdefault(entry.chain, _Chain()))
        if not isinstance(entry.body.get("act"), str):
            raise Unfit(f"{where}: body.act is missing; the name of an act was expected.")
        _check_payloads(entry, outer.payloads, where)
        return Taken(record, outer.content, outer.hash, [(p.audience, p.salt, p.content) for p in outer.payloads])

    def _link(self, entry: Record, digest: str, where: str, chain: _Chain) -> None:
        """It follows the entry before it in its chain, as the same campaign or by a fork."""
        if entry.sequence != chain.sequence + 1:
            raise Unfit(f"{where}: sequence is {entry.sequence}; {chain.sequence + 1} was expected in {entry.chain}.")
        if entry.previous != chain.head:
            raise Unfit(f"{where}: it does not follow the entry before it; one was altered, removed or moved.")
        known = self.identities
        if entry.kind == "fork":
            before = entry.body.get("campaign_before")
            follows = (str(before), entry.campaign) in pairwise(known)
            if before != chain.campaign or not follows:
                raise Unfit(f"{where}: a fork from {short(before)} to {entry.campaign} does not fit what is around it.")
        elif entry.campaign not in known or chain.campaign not in ("", entry.campaign):
            raise Unfit(
                f"{where}: campaign is {entry.campaign}; {chain.campaign or self.manifest.campaign} was expected."
            )
        chain.sequence, chain.head, chain.campaign = entry.sequence, digest, entry.campaign


def _check_format(values: Any, where: str, what: str, name: str, known: int) -> None:
    """It says that it is an archive, or a log, of this product, and of a format that this version reads."""
    if not isinstance(values, dict) or values.get(what) != name:
        raise Unfit(f'{where}: "{what}" is not "{name}", so this is no {what} of NavalAssist.')
    number = values.get("format")
    if isinstance(number, int) and number > known:
        by = f" ({short(values['product'])})" if "product" in values else ""
        raise Unfit(
            f"{where}: its format is {short(number)}, made by a newer version{by}; this one reads format {known}. "
            "Update NavalAssist and try again."
        )


def _check_payloads(entry: Record, payloads: list[OfPayload], where: str) -> None:
    """Every secret part is there and fits its commitment."""
    committed = {c.audience: c.commitment for c in entry.commitments}
    for payload in payloads:
        if committed.pop(payload.audience, None) != commit(payload.salt, payload.content):
            raise Unfit(f"{where}: the secret part for {payload.audience} does not fit its commitment.")
        if not isinstance(record_of(payload.content, f"{where}, secret part"), dict):
            raise Unfit(f"{where}: the secret part for {payload.audience} is not names and values.")
    if committed:
        raise Unfit(
            f"{where}: the secret part for {next(iter(committed))} is missing; the whole log is needed "
            "(an archive of the host, or an export with --all)."
        )


def _digest_of(file: IO[bytes]) -> str:
    digest = hashlib.sha256()
    while block := file.read(MIB):
        digest.update(block)
    file.seek(0)
    return digest.hexdigest()


def _opened(file: IO[bytes], size: int) -> zipfile.ZipFile:
    """The zip, its directory looked at before it is read, and each of its files before it is unpacked."""
    _check_directory(file, size)
    file.seek(0)
    try:
        packed = zipfile.ZipFile(file)
    except (zipfile.BadZipFile, ValueError, UnicodeDecodeError, NotImplementedError, struct.error):
        raise Unfit(
            "The file is damaged: the directory of the zip cannot be read. Save it again from where it was."
        ) from None
    infos = packed.infolist()
    names = [info.filename for info in infos]
    for name in names:
        if name not in FILES:
            raise Unfit(f"The zip holds {short(name)}; an archive holds {', '.join(FILES)} and nothing else.")
    for name in FILES:
        if names.count(name) != 1:
            count = names.count(name)
            raise Unfit(
                f"The zip holds {name} {count} times; once was expected." if count else f"The zip lacks {name}."
            )
    for info in infos:
        _check_file(info)
    return packed


def _check_directory(file: IO[bytes], size: int) -> None:
    """The end of a zip says how long its directory is: a few lines for an archive."""
    length = END_OF_DIRECTORY.size
    file.seek(max(size - length, 0))
    tail = file.read(length)
    if len(tail) < length or not tail.startswith(b"PK\x05\x06"):
        file.seek(0)
        if file.read(4) == b"PK\x03\x04":
            raise Unfit("The file is damaged: the end of the zip is missing. Was it copied whole?")
        raise Unfit(
            "The file is no archive: a zip file was expected, as the page Archive or manage.py archive makes it."
        )
    _, disk, first_disk, here, count, directory, start, _ = END_OF_DIRECTORY.unpack(tail)
    if (disk, first_disk) != (0, 0) or here != count or count > len(FILES) or directory > DIRECTORY_LIMIT:
        raise Unfit(f"The zip holds {count} files or more; an archive holds {', '.join(FILES)} and nothing else.")
    if start + directory > size - length:
        raise Unfit("The file is damaged: the directory of the zip is not where its end says.")


def _check_file(info: zipfile.ZipInfo) -> None:
    if info.flag_bits & 0x1:
        raise Unfit(f"{info.filename} is locked with a password; an archive is not.")
    if (info.external_attr >> 16) & 0o170000 == LINK:
        raise Unfit(f"{info.filename} is a link to another file; an archive holds only files.")
    if info.compress_type not in STORED_OR_DEFLATED:
        raise Unfit(f"{info.filename} is packed in a way that is not known here; deflate was expected.")
    if info.file_size > LARGEST_OF[info.filename]:
        largest = in_mib(LARGEST_OF[info.filename])
        raise Unfit(f"{info.filename} has {in_mib(info.file_size)} when unpacked; at most {largest} are taken.")


class _reading:
    """Damage that shows while a file of the zip is unpacked, in words."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError)):
            raise Unfit(f"{self.name} is damaged: it cannot be unpacked whole, or its check number differs.") from None


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    """Line by line; none longer than is taken."""
    number = 0
    while line := file.readline(LONGEST_LINE + 1):
        number += 1
        if len(line) > LONGEST_LINE:
            raise Unfit(f"{LOG}, line {number}: it is longer than {in_mib(LONGEST_LINE)}; no entry is.")
        yield line
