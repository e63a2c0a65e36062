"""Hostile files, made by code: each is a name, the bytes, and what the sentence that refuses it must say.

They are made of a good archive (the argument), so that nothing but the one fault is wrong with them.
"""

import io
import json
import struct
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from tests.promises.archives import Files, Records, described, files_of, forged, zipped

MANIFEST, LOG, TABLES = "manifest.json", "log.jsonl", "tables.json"
MIB = 1024 * 1024


@dataclass(frozen=True)
class Hostile:
    """A file, and words of the sentence that refuses it."""

    name: str
    data: bytes
    says: str


def all_of(good: bytes) -> Iterator[Hostile]:
    """Every hostile file."""
    files = files_of(good)
    yield from _no_zips(good)
    yield from _zips(good, files)
    yield from _texts(files)
    yield from _manifests(files)
    yield from _logs(files)
    yield from _records(good)


def _no_zips(good: bytes) -> Iterator[Hostile]:
    yield Hostile("empty", b"", "The file is empty.")
    yield Hostile("a letter", b"Dear all, here is the campaign of last night.\n" * 9, "a zip file was expected")
    yield Hostile("a picture", b"\x89PNG\r\n\x1a\n" + bytes(4000), "a zip file was expected")
    yield Hostile("too large", b"PK\x03\x04" + bytes(16 * MIB), "at most 16 MB are taken")
    yield Hostile("gzip", b"\x1f\x8b\x08\x00" + bytes(500), "a zip file was expected")
    for share in (0.2, 0.5, 0.9):
        yield Hostile(f"cut at {share}", good[: int(len(good) * share)], "the end of the zip is missing")
    yield Hostile("cut by a byte", good[:-1], "the end of the zip is missing")
    yield Hostile("only an end", b"PK\x05\x06" + bytes(18), "The zip lacks manifest.json.")
    yield Hostile("a comment behind", good + b"comment", "the end of the zip is missing")


def _zips(good: bytes, files: Files) -> Iterator[Hostile]:
    yield Hostile("a path", zipped({**files, "../../etc/passwd": b"root"}), "an archive holds manifest.json, log.jsonl")
    renamed = {("../log.jsonl" if name == LOG else name): data for name, data in files.items()}
    yield Hostile("a path instead", zipped(renamed), 'The zip holds "../log.jsonl"; an archive holds')
    yield Hostile("an absolute path", zipped({"/etc/cron.d/x": b"x"}), 'The zip holds "/etc/cron.d/x"')
    yield Hostile("a folder", zipped({**{f"war/{n}": d for n, d in files.items()}}), 'The zip holds "war/')
    yield Hostile("nested", zipped({"inner.zip": good}), 'The zip holds "inner.zip"')
    yield Hostile("many files", zipped({f"{n}": b"" for n in range(60_000)}), "an archive holds manifest.json")
    yield Hostile("no log", zipped({MANIFEST: files[MANIFEST], TABLES: files[TABLES]}), "The zip lacks log.jsonl.")
    yield Hostile("twice", _with(files, _twice), "The zip holds log.jsonl 2 times; once was expected.")
    yield Hostile("a link", _with(files, _link), "log.jsonl is a link to another file")
    yield Hostile("packed otherwise", _with(files, _bzip), "log.jsonl is packed in a way that is not known here")
    yield Hostile("locked", _flagged(good), "is locked with a password")
    yield Hostile("wrong check number", _patched(good, b"PK\x01\x02", 16, b"\0\0\0\0"), "is damaged")
    # What is read first of it: a line that is none, or a check number that does not fit.
    yield Hostile("damaged inside", _damaged(good), "json")
    yield Hostile("a bomb", zipped({**files, LOG: bytes(300 * MIB)}), "at most 256 MB are taken")
    small = described({**files, LOG: bytes(200 * MIB)})
    yield Hostile("a smaller bomb", small, "log.jsonl, line 1: it is longer than 2 MB")
    lying = _sized(zipped({**files, LOG: bytes(250 * MIB)}), 1000)
    yield Hostile("a bomb that says it is small", lying, "log.jsonl")
    yield Hostile("a bomb of a manifest", zipped({**files, MANIFEST: b"[" * 5 * MIB}), "manifest.json has 5 MB")
    yield Hostile("a bomb of tables", described({**files, TABLES: b" " * 5 * MIB}), "tables.json has 5 MB")
    yield Hostile("a huge directory", _directory(good), "an archive holds manifest.json")
    yield Hostile("zip64", _zip64(good), "an archive holds manifest.json")


def _texts(files: Files) -> Iterator[Hostile]:
    deep = b"[" * 30_000 + b"]" * 30_000
    yield Hostile("deep manifest", zipped({**files, MANIFEST: deep}), "manifest.json: brackets stand more than 40 deep")
    yield Hostile("deep tables", described({**files, TABLES: b'{"tables":' * 20_000}), "tables.json: brackets stand")
    yield Hostile(
        "quotes without end", zipped({**files, MANIFEST: b'{"' + b'\\"' * 30_000 + b"[" * 99}), "manifest.json"
    )
    yield Hostile(
        "bad UTF-8", zipped({**files, MANIFEST: b'{"archive": "\xff\xfe"}'}), "the sign at byte 14 is not UTF-8"
    )
    yield Hostile("no JSON", zipped({**files, MANIFEST: b"archive: navalassist"}), "it cannot be read as JSON")
    yield Hostile("a list", zipped({**files, MANIFEST: b"[1, 2]"}), '"archive" is not "navalassist-archive"')
    yield Hostile("a number", zipped({**files, MANIFEST: b"7"}), '"archive" is not "navalassist-archive"')
    log = files[LOG]
    yield Hostile("bad UTF-8 in the log", described({**files, LOG: log + b"\xc3\x28\n"}), "is not UTF-8")
    yield Hostile("a long line", described({**files, LOG: log + b'"' * 3 * MIB}), "it is longer than 2 MB; no entry is")
    yield Hostile(
        "empty lines", described({**files, LOG: b"\n" * 60_000}), "log.jsonl, line 1: it cannot be read as JSON"
    )


def _manifests(files: Files) -> Iterator[Hostile]:
    def said(name: str, value: Any) -> bytes:
        return described(files, **{name: value})

    yield Hostile("newer format", said("format", 2), 'its format is "2", made by a newer version ("0.')
    yield Hostile("newer by far", said("format", 10**17), "made by a newer version")
    yield Hostile("format as a text", said("format", "1"), 'format is "1"; 1 was expected')
    yield Hostile("format as true", said("format", True), 'manifest.json: format is "True"; 1 was expected')
    yield Hostile(
        "a huge number", _raw(files, b'"entries":', b'"entries": ' + b"9" * 40_000 + b', "x":'), "is too long"
    )
    yield Hostile("a fraction", _raw(files, b'"entries":', b'"entries": 1.5, "x":'), '"1.5" is not a whole number')
    yield Hostile("not a number", _raw(files, b'"entries":', b'"entries": NaN, "x":'), '"NaN" is not a whole number')
    yield Hostile(
        "negative", said("entries", -1), 'manifest.json: entries is "-1"; a whole number from 0 on was expected'
    )
    yield Hostile("no campaign", said("campaign", "mine"), 'campaign is "mine"; the campaign\'s UUID was expected')
    yield Hostile("a long name", said("name", "x" * 500), "a name of 1 to 120 characters was expected")
    yield Hostile("an unknown field", said("role", "moderator"), 'manifest.json: "role" is not known here')
    yield Hostile("another system", said("system", "chess"), "system is")
    yield Hostile("other heads", said("heads", {"public": [1, "0" * 64]}), "log.jsonl, line 1: heads is")
    yield Hostile("heads of another kind", said("heads", {"public": {"a": 1}}), "manifest.json: heads.public is")
    yield Hostile("a seat's", said("eyes", "axis"), 'It was made for the seat "axis"')
    yield Hostile("other files", said("files", {"x": {"bytes": 1, "sha256": "0" * 64}}), 'files names "["x"]"')
    missing = json.loads(files[MANIFEST])
    del missing["system"]
    yield Hostile("without a field", zipped({**files, MANIFEST: json.dumps(missing).encode()}), "system is missing")


def _logs(files: Files) -> Iterator[Hostile]:
    lines = files[LOG].splitlines(keepends=True)

    def with_lines(changed: list[bytes]) -> bytes:
        return described({**files, LOG: b"".join(changed)})

    def entry(at: int, change: Callable[[dict[str, Any]], None]) -> bytes:
        line = json.loads(lines[at])
        change(line)
        return with_lines([*lines[:at], json.dumps(line, ensure_ascii=False).encode() + b"\n", *lines[at + 1 :]])

    def content(at: int, old: str, new: str) -> bytes:
        return entry(at, lambda line: line.update(content=line["content"].replace(old, new, 1)))

    yield Hostile("an entry less", with_lines(lines[:-1]), "entries; ")
    yield Hostile("an entry twice", with_lines([*lines, lines[-1]]), "sequence is")
    at = next(n for n in range(2, len(lines)) if all(b'\\"chain\\":\\"public' in line for line in lines[n : n + 2]))
    moved = [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]
    yield Hostile("entries moved", with_lines(moved), f"log.jsonl, line {at + 1}: sequence is")
    yield Hostile("altered", content(3, '"seat":"', '"seat":"a'), "does not fit its hash; it was altered")
    half = lines[3].replace(b'\\"seat\\":\\"', b'\\"seat\\":\\"\\ud800', 1)
    yield Hostile("half a sign", with_lines([*lines[:3], half, *lines[4:]]), "line 4: ")
    yield Hostile("not canonical", content(3, ",", ", "), "line 4: the text of the entry is not JSON in canonical form")
    yield Hostile("no text", entry(3, lambda line: line.update(content=7)), 'line 4: content is "7"')
    yield Hostile(
        "no hash", entry(3, lambda line: line.pop("hash")), "line 4: hash is missing; 64 characters of 0-9 and a-f"
    )
    yield Hostile("an unknown kind", content(3, '"kind":"', '"kind":"new-'), "which this version does not know")
    yield Hostile(
        "a deep entry", content(3, '"body":{', '"body":{"x":' + "[" * 900 + "]" * 900 + ","), "brackets stand"
    )
    yield Hostile(
        "a huge number in it", content(3, '"format":1', '"format":' + "1" * 99_999), "is too long; at most 18"
    )
    yield Hostile(
        "a broken line", with_lines([*lines[:3], lines[3][:40] + b"\n", *lines[4:]]), "line 4: it cannot be read"
    )
    yield Hostile("another header", with_lines([b'{"log":"x"}\n', *lines[1:]]), '"log" is not "navalassist-log"')
    secret = next(at for at, line in enumerate(lines) if b'"salt"' in line)
    no_part = entry(secret, lambda line: line.update(payloads=[]))
    yield Hostile("a secret part less", no_part, "is missing; the whole log is needed")
    wrong = entry(secret, lambda line: line["payloads"][0].update(salt="00" * 16))
    yield Hostile("another salt", wrong, "does not fit its commitment")


def _records(good: bytes) -> Iterator[Hostile]:
    """Entries that say what none can, with every hash put right."""

    def changed(kind: str, **said: Any) -> bytes:
        def change(records: Records) -> None:
            record = next(r for r in reversed(records) if r["kind"] == kind and r["body"]["act"] != "secret")
            record["body"].update(said)

        return forged(good, change)

    yield Hostile("dice for nobody", changed("seed", audience="nobody"), 'its dice are bound for "nobody", who has no')
    yield Hostile("dice for a list", changed("seed", audience=[[]]), "its dice are bound for")
    yield Hostile("dice of no turn", changed("seed", turn_bound=[]), "what it did cannot be read")
    values: tuple[Any, ...] = (5, [[]], [{}])
    for value in values:
        yield Hostile(f"about {value}", changed("edit", about=value), "holds something that cannot be read")
    yield Hostile("a situation of text", changed("edit", situation="x"), "holds something that cannot be read")
    yield Hostile("dice of no source", changed("rule", dice=7), "its head cannot be read")
    yield Hostile("effects of nothing", changed("edit", effects=[7]), "what it did cannot be read")


def _with(files: Files, put: Callable[[zipfile.ZipFile, bytes], None]) -> bytes:
    """The zip with its log put in by hand."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr(MANIFEST, files[MANIFEST])
        packed.writestr(TABLES, files[TABLES])
        put(packed, files[LOG])
    return out.getvalue()


def _twice(packed: zipfile.ZipFile, log: bytes) -> None:
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        # The second takes the place of the tables, so that their number is right.
        packed.writestr(LOG, log)
        packed.writestr(LOG, log)
    packed.filelist = [info for info in packed.filelist if info.filename != TABLES]


def _link(packed: zipfile.ZipFile, log: bytes) -> None:
    info = zipfile.ZipInfo(LOG)
    info.create_system, info.external_attr = 3, 0o120777 << 16
    packed.writestr(info, "/etc/passwd")


def _bzip(packed: zipfile.ZipFile, log: bytes) -> None:
    packed.writestr(LOG, log, zipfile.ZIP_BZIP2)


def _patched(data: bytes, mark: bytes, offset: int, value: bytes) -> bytes:
    """Bytes changed behind the first mark."""
    at = data.index(mark) + offset
    return data[:at] + value + data[at + len(value) :]


def _flagged(good: bytes) -> bytes:
    return _patched(good, b"PK\x01\x02", 8, b"\x01\x00")


def _damaged(good: bytes) -> bytes:
    """Some bytes of the packed log are others."""
    at = good.index(LOG.encode()) + 2000
    return good[:at] + bytes(byte ^ 0x55 for byte in good[at : at + 40]) + good[at + 40 :]


def _sized(data: bytes, size: int) -> bytes:
    """The directory names another unpacked size for the log."""
    at = data.index(LOG.encode(), data.index(b"PK\x01\x02")) - 46
    return data[: at + 24] + struct.pack("<L", size) + data[at + 28 :]


def _directory(good: bytes) -> bytes:
    """The end says that the directory is three files long, and it has three hundred thousand."""
    start = good.index(b"PK\x01\x02")
    end = good.rindex(b"PK\x05\x06")
    entries = good[start:end] + good[start : start + 46 + 13] * 200_000
    tail = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 3, 3, len(entries), start, 0)
    return good[:start] + entries + tail


def _zip64(good: bytes) -> bytes:
    """The end refers to the larger one of zip64."""
    end = good.rindex(b"PK\x05\x06")
    tail = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0)
    return good[:end] + struct.pack("<4sLQL", b"PK\x06\x07", 0, end, 1) + tail


def _raw(files: Files, old: bytes, new: bytes) -> bytes:
    """The manifest with bytes replaced that no JSON writer would write."""
    manifest = files_of(described(files))[MANIFEST]
    assert manifest.count(old) == 1
    return zipped({**files, MANIFEST: manifest.replace(old, new)})
