"""What players read of a rule once it is carried out: its receipt and its line of the log, out of recorded campaigns.

A file a procedure in `texts/`, a section an entry. `NAVALASSIST_GOLDEN=write python3 start.py test tests/golden` writes
them anew; a change is then read in review like one of the code.
"""

import lzma
import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from http import HTTPStatus
from pathlib import Path
from tempfile import TemporaryDirectory

from django.core.management import call_command
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.campaigns.facts import PUBLIC
from navalassist.campaigns.models import Campaign
from navalassist.desk.logbook.lines import line_of
from navalassist.engine.rule import RULES
from navalassist.play.state import load
from navalassist.play.storage.bodies import audience_of, body_of, whole_body
from tests.golden.page_text import words_of
from tests.in_hand import seated

TESTS = Path(__file__).resolve().parent.parent
TEXTS = TESTS / "golden" / "texts"
SOURCES = [*sorted((TESTS / "campaigns").glob("*.jsonl")), *sorted((TESTS / "releases").glob("*/log.jsonl.xz"))]
RULE_KINDS = ("rule", "correction")
# What is otherwise in every recording, whatever its rule says.
CHANGES = ("Time (UTC) |", "Short code |")
HEADING = re.compile(r"^== (.+) ==$", re.M)


@dataclass(frozen=True)
class Golden:
    """One entry as it is read: whose procedure, where it was recorded, what the pages say."""

    procedure: str
    where: str
    text: str


def name_of(source: Path) -> str:
    """What a recording is called: that of a release by its version."""
    return source.parent.name if source.suffix == ".xz" else source.stem


def imported(source: Path) -> Campaign:
    """The campaign of a recording, as an import makes it."""
    with TemporaryDirectory() as folder:
        log = Path(folder) / "log.jsonl"
        log.write_bytes(lzma.decompress(source.read_bytes()) if source.suffix == ".xz" else source.read_bytes())
        call_command("import", str(log), yes=True, verbosity=0)
    return Campaign.objects.latest("pk")


def receipt_of(page: str) -> list[str]:
    """The lines of a receipt, up to the proof at its end: hashes, and the effects that the file of the log holds."""
    lines = words_of(page)
    return [line for line in lines[: lines.index("# Proof")] if not line.startswith(CHANGES)]


def procedure_of(entry: Entry, act: str) -> str:
    """The rule that an entry is of; also where it is an input, for nobody else learns that it was carried out."""
    return act if entry.kind in RULE_KINDS or (act in RULES and RULES[act].unseen) else ""


def read_from(source: Path, client: Client) -> Iterator[Golden]:
    """The first entry of each procedure in this recording for each word that it calls out, and of each correction.

    Each as it is read by those for whom it is; what is secret, once for each of them.
    """
    campaign = imported(source)
    state, clients = load(campaign.slug), {PUBLIC: client}
    seen: set[tuple[str, ...]] = set()
    for entry in Entry.objects.filter(campaign=campaign).order_by("pk"):
        whose = audience_of(entry)
        body, theirs = whole_body(entry), state.seen_by(frozenset({PUBLIC, whose}))
        procedure = procedure_of(entry, str(body.get("procedure", body["act"])))
        line = line_of(entry, body, theirs)
        kind = (procedure, entry.kind, line.word, whose)
        if procedure and kind not in seen:
            seen.add(kind)
            reader = clients.setdefault(whose, client if whose == PUBLIC else seated(campaign, whose))
            receipt = reader.get(f"/c/{campaign.slug}/log/{entry.reference}/")
            assert receipt.status_code == HTTPStatus.OK
            said = [f"{name}: {value}" for name, value in asdict(line).items() if value and value != line.sentence]
            said += [f"sentence: {line.sentence}"] if line.sentence else []
            if whose not in (PUBLIC, entry.chain):
                others = line_of(entry, body_of(entry, frozenset({PUBLIC})), state)
                said += [f"others read: {others.sentence or others.result or others.title}"]
            text = "\n".join([*said, "--", *receipt_of(receipt.content.decode())])
            yield Golden(procedure, f"{name_of(source)} {entry.reference}", text)


def written(procedure: str) -> dict[str, str]:
    """What the file of this procedure holds, by where it was recorded."""
    file = TEXTS / f"{procedure}.txt"
    parts = HEADING.split(file.read_text("utf-8"))[1:] if file.exists() else []
    return {heading: text.strip() for heading, text in zip(parts[::2], parts[1::2], strict=True)}


def write(source: Path, found: Iterable[Golden]) -> None:
    """Put these into the files of their procedures, in the place of what the same recording said before."""
    texts = {file.stem: written(file.stem) for file in TEXTS.glob("*.txt")}
    for procedure, said in texts.items():
        texts[procedure] = {where: text for where, text in said.items() if where.partition(" ")[0] != name_of(source)}
    for one in found:
        texts.setdefault(one.procedure, {})[one.where] = one.text
    for procedure, said in texts.items():
        whole = "\n\n".join(f"== {where} ==\n{said[where]}" for where in sorted(said, key=_in_order))
        (TEXTS / f"{procedure}.txt").write_text(f"{whole}\n", "utf-8")


def _in_order(where: str) -> tuple[str, int]:
    recording, _, number = where.rpartition("/")
    return recording, int(number)
