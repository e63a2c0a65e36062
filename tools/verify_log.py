#!/usr/bin/env python3
"""Check a NavalAssist log without NavalAssist: python3 verify_log.py FILE [--head CODE]

Needs Python 3.8 or newer and nothing else: no library, no network, no database. Give - to read standard input.
Exit code 0: everything that can be checked is in order; 1: something is wrong, the first bad entry is named;
2: the file cannot be read as a log, or the command line is wrong.

THE FILE is an archive of a campaign (a zip, in it log.jsonl), or that log itself: UTF-8 text, one JSON value a line.
 Line 1: {"log": "navalassist-log", "format": 1, "campaign": UUID, "name", "system", "audiences": the chains that are
         in the file, "heads": {audience: [number of the last entry, its hash]}, and where the log was taken over by
         another campaign "identities": all UUIDs that it was written under, the last one = campaign}
 Then a line an entry, in the order of writing:
         {"content": TEXT, "hash": H, "payloads": [{"audience", "salt", "content"}]}

AN ENTRY is its content, one JSON text in canonical form (keys sorted, no spaces, no floats, non-ASCII signs as they
are), and H = SHA-256 of that text in UTF-8, in hexadecimal. In the content:
 format, campaign, chain (public, a side, moderator), sequence (1, 2, 3 … in its chain), turn, player_turn, step, time
 (UTC), actor (opaque), seat, tapped_at, kind, submission, body, previous = hash of the entry before it in its chain
 (64 zeros for the first).
 commitments, where parts are secret: [{"audience", "commitment"}]; commitment = SHA-256("salt|content") of the payload
 for that audience. A payload that the reader may not see is not in the file; its commitment still stands.

ANCHORS. Where a step ends, the body holds anchors {audience: hash}: the heads of all chains just before.

FORKS. An entry of kind "fork" begins the log of a new campaign where an archive of an older one was taken in. It
 carries the new UUID; body.campaign_before is the old one, body.head_before = [number, hash] of the entry before it in
 its chain, body.archive the SHA-256 of the archive, body.unopened = [[turn, commitment]] of the dice of this chain that
 were bound and not open yet: they end there, for their seeds are in no archive. Nowhere else may the UUID change.

DICE. An entry of kind "seed" binds the dice of a turn: body.turn_bound, body.audience, body.commitment = SHA-256(seed),
 a seed being 32 bytes. An entry of kind "reveal" opens it: body.seed in hexadecimal. Entries of kind rule, correction,
 waiting and fallen hold body.answers; one with faces was thrown with answer.dice ("2d6": faces of 1 to 6).
 body.dice.source is "server" or "typed"; body.dice.reused names the keys whose faces were taken over from the entry
 that body.continues or body.corrects names; body.set_aside holds faces of that entry that were rolled again and
 count no longer, all of them. An entry of kind fallen stands for one that was not written after its dice had fallen.
 Every other server face number i (0, 1, 2 …) is found so, attempt by attempt (0, 1, 2 …):
   text   = campaign|chain|sequence|procedure|key|i|attempt         (of the entry and the answer)
   number = first 8 bytes, big-endian, of HMAC-SHA256(key=seed, message=text)
   if number >= 2**64 - 2**64 % sides: next attempt, else face = number % sides + 1
 Where sides have shown nonces before the entry in its turn, "|" and nonces stand at the end of the text:
   nonces = SHA-256, in hexadecimal, of the lines "side=nonce" in the order of the sides' names, joined by line feeds
 The seed is that of the entry's turn, and of the audience for which its body is: "public", unless body.act is "secret";
 then that of its first commitment.

NONCES. Entries of kind "nonce" on the public chain: body.turn_bound, body.side, and body.commitment = SHA-256(nonce) or
 body.nonce, which shows it. In a turn they come in this order: the public seed (its body.scheme 2 or higher), all that
 bind, all that show, then dice. After a rule that used the server's dice, or whose body is not for everybody, none may
 come. A fork ends them.

CHECKED: form, hashes, links, numbers, secret parts, anchors, heads, seeds against what was bound, each server face of
the turns whose seed is open, and that every turn that is over has opened its dice. NOT checked: whether the rules were
applied rightly and the state follows (`manage.py verify` does), chains that are not in the file, and whether the end of
the log was cut: only a head code that you kept can show that (--head 7F3K-29QD-4M8T).
"""

from __future__ import annotations

import argparse
import hashlib
import hmac
import json
import shutil
import sys
import tempfile
import zipfile
import zlib
from typing import Any, BinaryIO

NAME = "navalassist-log"
FORMAT = 1
GENESIS = "0" * 64
RULE_KINDS = ("rule", "correction", "waiting")
FALLEN = "fallen"
KINDS = (*RULE_KINDS, FALLEN, "setup", "edit", "undo", "clock", "seed", "reveal", "nonce", "access", "fork", "dispute")
# The formula from which on the faces of a turn may hang on nonces.
NONCE_SCHEME = 2
SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
MOST_FAULTS = 20


class NoLog(Exception):
    """The file is not a log."""


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def no_float(text: str) -> Any:
    raise ValueError(f"{text} is not a whole number")


def short_code(digest: str) -> str:
    """The first sixty bits of a hash as twelve signs for people."""
    number = int(digest[:15], 16)
    signs = "".join(SIGNS[(number >> shift) & 31] for shift in range(55, -1, -5))
    return "-".join(signs[at : at + 4] for at in (0, 4, 8))


def read_again(known: Any, faces: Any) -> int:
    """How many of an answer's first faces are those that were known before: as many as both have, or none."""
    both = min(len(known), len(faces))
    return both if list(known[:both]) == list(faces[:both]) else 0


def face(
    seed: bytes, campaign: str, chain: str, sequence: int, procedure: str, key: str, index: int, sides: int, nonces: str
) -> int:
    """One face of the server's dice."""
    end = f"|{nonces}" if nonces else ""
    fair = 2**64 - 2**64 % sides
    attempt = 0
    while True:
        text = f"{campaign}|{chain}|{sequence}|{procedure}|{key}|{index}|{attempt}{end}"
        number = int.from_bytes(hmac.new(seed, text.encode("utf-8"), "sha256").digest()[:8], "big")
        if number < fair:
            return number % sides + 1
        attempt += 1


def seed_for(record: Any) -> str:
    """Whose seed the entry's dice come from: its audience's, unless all may read the act and its dice."""
    return str(record["commitments"][0]["audience"]) if record["body"]["act"] == "secret" else "public"


def faces_of(body: Any) -> dict[str, list[int]]:
    """ask key -> faces"""
    return {a["key"]: a["faces"] for a in body.get("answers", ()) if "faces" in a}


def mixed(nonces: dict[str, str]) -> str:
    """What the nonces of a turn make together; nothing where there are none."""
    return sha256("\n".join(f"{side}={text}" for side, text in sorted(nonces.items()))) if nonces else ""


def closes(record: Any) -> bool:
    """True for an entry after which no nonce may come in its turn."""
    if record["kind"] not in (*RULE_KINDS, FALLEN):
        return False
    body = record["body"]
    return body["act"] == "secret" or "shown" in body or (body.get("dice") or {}).get("source") == "server"


class Checker:
    """Two passes over the file: the first over chains, secrets and seeds, the second over the dice."""

    def __init__(self, file: BinaryIO, kept_code: str = "") -> None:
        self.file = file
        self.kept_code = kept_code.upper()
        self.code_found = not kept_code
        self.header: Any = {}
        self.faults: list[tuple[str, str]] = []
        self.heads: dict[str, tuple[int, str]] = {}
        # Campaign, turn, audience: after a fork the dice of a turn are bound anew.
        self.bound: dict[tuple[str, str, str], str] = {}
        self.opened: dict[tuple[str, str, str], bytes] = {}
        self.bound_by_now: set[tuple[str, str, str]] = set()
        self.open_by_now: set[tuple[str, str, str]] = set()
        # chain -> the campaign that its last entry named; campaign -> the turn in which it ended with a fork.
        self.written_as: dict[str, str] = {}
        self.forked: dict[str, str] = {}
        # Campaign and turn -> side -> commitment, or nonce; those that can take none any more.
        self.schemes: dict[tuple[str, str], int] = {}
        self.nonces_bound: dict[tuple[str, str], dict[str, str]] = {}
        self.nonces_shown: dict[tuple[str, str], dict[str, str]] = {}
        self.nonces_closed: set[tuple[str, str]] = set()
        self.nonces_by_now: dict[tuple[str, str], dict[str, str]] = {}
        self.turn = ""
        self.faces: dict[str, tuple[str, dict[str, list[int]]]] = {}
        self.waited: set[str] = set()
        self.followed: dict[str, str] = {}
        self.unproved = 0
        self.entries = self.hidden = self.dice = self.waiting = self.typed = 0

    def fault(self, where: str, what: str) -> None:
        self.faults.append((where, what))

    def run(self) -> None:
        """Check everything; the faults are in `faults`."""
        self.header = self.read_header()
        for check in (self.check_chain, self.check_dice):
            self.file.seek(0)
            self.file.readline()
            for number, line in enumerate(self.file, start=2):
                where = f"line {number}"
                try:
                    entry = json.loads(line)
                    record = json.loads(entry["content"], parse_float=no_float, parse_constant=no_float)
                    where = f"{record['chain']}/{record['sequence']}"
                    check(where, entry, record)
                except Exception as odd:  # a forged line may hold anything: it is a fault of that entry
                    self.fault(where, f"it cannot be read ({type(odd).__name__}: {odd})")
                if len(self.faults) >= MOST_FAULTS:
                    return
            if self.faults:
                return
        self.check_ends()

    def read_header(self) -> Any:
        try:
            header = json.loads(self.file.readline())
            if header["log"] != NAME:
                raise NoLog("it is no log of NavalAssist")
            if header["format"] != FORMAT:
                raise NoLog(f"its format is {header['format']}; this program knows format {FORMAT}")
            for name in ("campaign", "audiences", "heads"):
                header[name]
        except (ValueError, KeyError, TypeError):
            raise NoLog("its first line is not that of a log") from None
        return header

    def check_chain(self, where: str, entry: Any, record: Any) -> None:
        """Hash, form, link, number, secret parts, seeds and anchors of one entry."""
        self.entries += 1
        if sha256(entry["content"]) != entry["hash"]:
            self.fault(where, "its text does not match its hash")
        if canonical(record) != entry["content"]:
            self.fault(where, "its text is not in canonical form")
        if record["format"] != FORMAT:
            self.fault(where, f"its format is not {FORMAT}")
        if record["kind"] not in KINDS:
            self.fault(where, f"nobody knows an entry of kind {record['kind']!r}")
        self.check_campaign(where, record)
        if record["chain"] not in self.header["audiences"]:
            self.fault(where, "its chain is not one that the file says it holds")
        number, head = self.heads.get(record["chain"], (0, GENESIS))
        if record["previous"] != head:
            self.fault(where, "it does not follow the entry before it (one was changed, removed or moved)")
        if record["sequence"] != number + 1:
            self.fault(where, f"the number {number + 1} was expected here")
        self.heads[record["chain"]] = (record["sequence"], entry["hash"])
        self.code_found = self.code_found or short_code(entry["hash"]) == self.kept_code
        body = self.open_body(where, entry, record)
        self.hidden += len(record.get("commitments", ())) - len(entry["payloads"])
        self.turn = record["turn"]
        if record["kind"] == "seed":
            self.check_seed(where, record, body)
        elif record["kind"] == "reveal":
            self.check_reveal(where, record, body)
        elif record["kind"] == "fork":
            self.check_fork(where, record, body, number, head)
        elif record["kind"] == "nonce":
            self.check_nonce(where, record, body)
        elif closes(record):
            self.nonces_closed.add((record["campaign"], record["turn"]))
        for audience, anchor in body.get("anchors", {}).items():
            visible = audience in self.header["audiences"] and audience != record["chain"]
            if visible and self.heads.get(audience, (0, GENESIS))[1] != anchor:
                self.fault(where, f"the chain {audience} was changed before this anchor")

    def check_campaign(self, where: str, record: Any) -> None:
        """The campaign of an entry is that of the entry before it, or that of its fork."""
        known = self.header.get("identities") or [self.header["campaign"]]
        before = self.written_as.get(record["chain"])
        self.written_as[record["chain"]] = record["campaign"]
        if record["kind"] == "fork":
            if before != record["body"]["campaign_before"]:
                self.fault(where, "it does not go on from the campaign that it names")
        elif before not in (None, record["campaign"]) or record["campaign"] not in known:
            self.fault(where, "it belongs to another campaign")

    def check_fork(self, where: str, record: Any, body: Any, number: int, head: str) -> None:
        """A fork names what it goes on from, and the dice that end with it."""
        before = body["campaign_before"]
        known = self.header.get("identities") or [self.header["campaign"]]
        if [before, record["campaign"]] not in [known[n : n + 2] for n in range(len(known))]:
            self.fault(where, "it goes on from another campaign than the first line says")
        if body["head_before"] != [number, head]:
            self.fault(where, "it does not name the head of the chain that it goes on from")
        left = sorted(
            [turn, bound]
            for (campaign, turn, audience), bound in self.bound.items()
            if campaign == before and audience == record["chain"] and (campaign, turn, audience) not in self.opened
        )
        if left != body.get("unopened", []):
            self.fault(where, "it does not name the dice that were bound and not opened")
        self.forked[before] = record["turn"]

    def check_nonce(self, where: str, record: Any, body: Any) -> None:
        """A nonce comes after the seed, in the turn that it names, and before any dice; all bind before one shows."""
        turn, side = (record["campaign"], record["turn"]), body["side"]
        bound = self.nonces_bound.setdefault(turn, {})
        shown = self.nonces_shown.setdefault(turn, {})
        if record["chain"] != "public":
            self.fault(where, "a nonce stands on a chain that not everybody reads")
        if body["turn_bound"] != record["turn"]:
            self.fault(where, "a nonce is for another turn than the one it stands in")
        if self.schemes.get(turn, 0) < NONCE_SCHEME:
            self.fault(where, "a nonce came before the dice of its turn were bound, or their formula takes none")
        if turn in self.nonces_closed:
            self.fault(where, "a nonce came after the server's dice of its turn may have been thrown")
        if "nonce" not in body:
            if side in bound:
                self.fault(where, "this side bound a nonce before")
            if shown:
                self.fault(where, "a nonce was bound after another one was shown")
            bound.setdefault(side, body["commitment"])
            return
        if side in shown:
            self.fault(where, "this side showed its nonce before")
        if sha256(body["nonce"]) != bound.get(side):
            self.fault(where, "the nonce is not the one that was bound")
        shown[side] = body["nonce"]

    def open_body(self, where: str, entry: Any, record: Any) -> dict[str, Any]:
        """The body with the secret parts that are in the file, each checked against its commitment."""
        body = dict(record["body"])
        commitments = {c["audience"]: c["commitment"] for c in record.get("commitments", ())}
        for payload in entry["payloads"]:
            if commitments.pop(payload["audience"], None) != sha256(payload["salt"] + "|" + payload["content"]):
                self.fault(where, f"the secret part for {payload['audience']} does not match its commitment")
            else:
                part = json.loads(payload["content"])
                if "shown" in body and faces_of(part) != faces_of(body):
                    self.fault(where, "its open part holds other dice than its secret one")
                part["anchors"] = {**body.get("anchors", {}), **part.get("anchors", {})}
                body.update(part)
        for audience in commitments:
            if audience in self.header["audiences"] and audience != "public":
                self.fault(where, f"the secret part for {audience} is missing")
        return body

    def check_seed(self, where: str, record: Any, body: Any) -> None:
        key = (record["campaign"], body["turn_bound"], body["audience"])
        if key in self.bound:
            self.fault(where, "the dice of this turn were bound before")
        self.bound[key] = body["commitment"]
        if (record["turn"], record["chain"]) != (body["turn_bound"], body["audience"]):
            self.fault(where, "dice were bound for another turn or chain than the one they are bound in")
        if record["chain"] == "public":
            self.schemes[key[:2]] = body.get("scheme", 1)

    def check_reveal(self, where: str, record: Any, body: Any) -> None:
        key = (record["campaign"], body["turn_bound"], body["audience"])
        seed = bytes.fromhex(body["seed"])
        if hashlib.sha256(seed).hexdigest() != self.bound.get(key):
            self.fault(where, "the opened seed is not the one that was bound")
        self.opened[key] = seed

    def check_dice(self, where: str, entry: Any, record: Any) -> None:
        """The dice of one entry, now that every opened seed is known."""
        body = self.open_body(where, entry, record)
        if record["kind"] == "seed":
            self.bound_by_now.add((record["campaign"], body["turn_bound"], body["audience"]))
        elif record["kind"] == "reveal":
            self.open_by_now.add((record["campaign"], body["turn_bound"], body["audience"]))
        elif record["kind"] == "nonce" and "nonce" in body:
            self.nonces_by_now.setdefault((record["campaign"], record["turn"]), {})[body["side"]] = body["nonce"]
        elif record["kind"] == "undo":
            self.waited.add(str(body.get("corrects", "")))
        elif record["kind"] in (*RULE_KINDS, FALLEN):
            self.check_origin(where, record["kind"], body)
            faces = faces_of(body)
            if faces or body.get("dice"):
                self.check_faces(where, record, body, faces)

    def check_origin(self, where: str, kind: str, body: Any) -> None:
        """An entry is gone on from only where it waited or was given up, and an entry is followed only once."""
        # Where the body is hidden, so is the chain on which it may have been given up.
        if body["act"] != "secret" and "continues" in body and body["continues"] not in self.waited:
            self.fault(where, f"it goes on from {body['continues']}, which neither waited nor was given up before it")
        if kind in ("waiting", FALLEN):
            self.waited.add(where)
        origin = body.get("continues") or body.get("corrects")
        if origin and self.followed.setdefault(origin, where) != where:
            self.fault(where, f"{self.followed[origin]} had gone on from {origin} already, or corrected it")

    def check_faces(self, where: str, record: Any, body: Any, faces: dict[str, list[int]]) -> None:
        source = body["dice"]["source"]
        if source not in ("server", "typed"):
            self.fault(where, f"nobody knows where its dice come from ({source})")
        origin = body.get("continues") or body.get("corrects")
        known_source, known = self.faces.get(origin, ("", {}))
        unused = body.get("unused_dice", {})
        kept = {**faces, **{key: row for key, row in unused.items() if len(row) > len(faces.get(key, ()))}}
        self.faces[where] = (source, kept)
        again = {key: read_again(known.get(key, ()), faces.get(key, ())) for key in body["dice"].get("reused", ())}
        for key, number in again.items():
            if known_source != source or not number:
                self.fault(where, f"the dice of {key} are not those of {origin}")
        aside = body.get("set_aside")
        if aside is not None:
            # The reason may be for other eyes.
            said = body.get("corrects") and (body.get("note") or "shown" in body)
            if aside != known or again or source != known_source or not said:
                self.fault(where, f"it does not say rightly which dice of {origin} were rolled again, and why")
        elif known_source == "server":
            if source != "server":
                self.fault(where, f"the server threw the dice of {origin}, and they were given up for others")
            for key in sorted(set(faces) & set(known) - set(again)):
                self.fault(where, f"the dice of {key} were thrown anew, though {origin} holds them")
            if any(kept.get(key, [])[: len(thrown)] != thrown for key, thrown in known.items()):
                self.fault(where, f"it lost dice of {origin}")
        fresh = {key: row[again.get(key, 0) :] for key, row in faces.items() if len(row) > again.get(key, 0)}
        if source == "typed":
            self.typed += sum(map(len, fresh.values()))
            return
        turn = (record["campaign"], record["turn"], seed_for(record))
        if fresh and turn not in self.bound_by_now:
            self.fault(where, "its dice were never bound")
        if fresh and turn in self.open_by_now:
            self.fault(where, "its dice were thrown when their seed was open already")
        if turn not in self.opened:
            number = sum(map(len, fresh.values()))
            if self.forked.get(record["campaign"]) == record["turn"]:
                self.unproved += number
            else:
                self.waiting += number
            return
        sides = {a["key"]: int(a["dice"].rpartition("d")[2]) for a in body.get("answers", ()) if "faces" in a}
        bound = (self.opened[turn], record["campaign"], record["chain"], record["sequence"], body["procedure"])
        nonces = mixed(self.nonces_by_now.get((record["campaign"], record["turn"]), {}))
        for key, shown in fresh.items():
            for index, one in enumerate(shown):
                self.dice += 1
                if face(*bound, key, index, sides[key], nonces) != one:
                    self.fault(where, f"die {index + 1} of {key} is not the one that was bound")

    def check_ends(self) -> None:
        """The heads, and the seeds of turns that are over."""
        for audience in self.header["audiences"]:
            if list(self.heads.get(audience, (0, GENESIS))) != list(self.header["heads"].get(audience, ())):
                self.fault(audience, "the last entry is not the head that the first line names")
        for audience, campaign in sorted(self.written_as.items()):
            if campaign != self.header["campaign"]:
                self.fault(audience, "its last entry belongs to the campaign before a fork: the fork is missing")
        for campaign, turn, audience in sorted(set(self.bound) - set(self.opened)):
            running = self.turn if campaign == self.header["campaign"] else self.forked.get(campaign)
            if turn != running:
                self.fault(f"turn {turn}", f"its dice ({audience}) were bound but never opened")
        if not self.code_found:
            self.fault(f"head {self.kept_code}", "no entry has this code: the log was cut, or it is another one")


def report(checker: Checker) -> int:
    """What was found, for people. Returns the exit code."""
    for where, what in checker.faults:
        print(f"{where}: {what}")
    if checker.faults:
        print(f"NOT SOUND. The first fault is in {checker.faults[0][0]}.")
        return 1
    print(f"{checker.header.get('name', '')} ({checker.header['campaign']})")
    print(f"{checker.entries} entries, {checker.dice} server dice thrown again, {checker.typed} typed")
    if checker.waiting:
        print(f"{checker.waiting} server dice cannot be checked yet: their seed opens when the turn ends")
    if checker.unproved:
        print(
            f"{checker.unproved} server dice were thrown in a turn that a fork cut short: their seed is not in this log"
        )
    for before, turn in checker.forked.items():
        print(f"a fork in turn {turn}: taken over from campaign {before}")
    if checker.hidden:
        print(f"{checker.hidden} secret parts are not for this reader; the chain covers them")
    for audience in sorted(checker.heads):
        number, digest = checker.heads[audience]
        print(f"head of {audience}/{number}: {short_code(digest)}")
    print("SOUND")
    return 0


def main(arguments: list[str]) -> int:
    """Check the file of the command line. Returns the exit code."""
    parser = argparse.ArgumentParser(
        description="Check an exported NavalAssist log. Exit code 0 sound, 1 not, 2 no log."
    )
    parser.add_argument("file", help="the archive or export; - reads an export from standard input")
    parser.add_argument("--head", default="", metavar="CODE", help="a head code that you kept: some entry must have it")
    options = parser.parse_args(arguments)
    try:
        if options.file == "-":
            with tempfile.TemporaryFile() as copy:
                copy.write(sys.stdin.buffer.read())
                copy.seek(0)
                return check(copy, options.head)
        with open(options.file, "rb") as file:
            if file.read(4) == b"PK\x03\x04":
                return check_archive(file, options.head)
            file.seek(0)
            return check(file, options.head)
    except NoLog as error:
        print(f"{options.file}: {error}", file=sys.stderr)
    except OSError as error:
        print(f"{options.file}: {error.strerror}", file=sys.stderr)
    return 2


def check_archive(file: BinaryIO, kept_code: str) -> int:
    """Check the log in an archive, unpacked beside."""
    with tempfile.TemporaryFile() as copy:
        try:
            with zipfile.ZipFile(file) as packed, packed.open("log.jsonl") as log:
                shutil.copyfileobj(log, copy)
        except (zipfile.BadZipFile, KeyError, EOFError, RuntimeError, zlib.error):
            raise NoLog("it is a zip without a whole log.jsonl in it") from None
        copy.seek(0)
        return check(copy, kept_code)


def check(file: BinaryIO, kept_code: str) -> int:
    """Check an open file and print what was found."""
    checker = Checker(file, kept_code)
    checker.run()
    return report(checker)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
