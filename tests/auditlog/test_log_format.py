"""docs/log-format.md says what is so: its worked example, its tables of keys and kinds."""

import hashlib
import hmac
import re
import subprocess
from pathlib import Path

import pytest

from navalassist.auditlog.models import FORMAT, KINDS, Entry, short_code
from navalassist.campaigns.models import Campaign
from navalassist.play.dice.nonces import commitment_of, mixed
from navalassist.play.dice.server import commitment, face
from navalassist.play.storage.bodies import whole_body
from navalassist.play.storage.rows import commit
from tests.mini.story import play_story

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = (ROOT / "docs" / "log-format.md").read_text("utf-8")
SEED = bytes(range(32))
CAMPAIGN = "6a0b2f4e-1c58-4c3b-9f53-0d8f6f1f6f01"


def rows(heading: str) -> list[list[str]]:
    """The cells of the first table under a heading."""
    part = DOCUMENT.partition(f"{heading}\n")[2]
    table = re.search(r"(^\|.*\n)+", part, re.M)
    return [line.strip("| \n").split(" | ") for line in table[0].splitlines()[2:]]


def names(heading: str) -> set[str]:
    """The names in backticks of the first column."""
    return {name for row in rows(heading) for name in re.findall(r"`([^`]+)`", row[0])}


def test_the_worked_example_is_right_and_its_command_prints_what_it_says() -> None:
    assert commitment(SEED) in DOCUMENT
    found = re.findall(r"^\| `(.*)` \| `([0-9a-f]{16})` \| (\d) \|$", DOCUMENT, re.M)
    assert len(found) == 4

    for text, first, shown in found:
        text = text.replace("\\|", "|")
        campaign, chain, sequence, procedure, key, index, attempt, *nonces = text.split("|")
        assert attempt == "0"
        digest = hmac.new(SEED, text.encode(), "sha256").digest()
        assert digest[:8].hex() == first
        assert int(first, 16) < 2**64 - 2**64 % 6 == 18446744073709551612
        reference = f"{chain}/{sequence}"
        assert face(SEED, campaign, reference, procedure, key, int(index), 6, *nonces) == int(shown)
    nonces = {"axis": "the cat of the signalman", "allied": "half past seven, rain"}
    assert sum(text.endswith(mixed(nonces)) for text, _, _ in found) == 2
    assert all(text in DOCUMENT and commitment_of(text) in DOCUMENT for text in nonces.values())
    assert commit("00112233445566778899aabbccddeeff", '{"act":"force.add"}') in DOCUMENT
    found = re.search(r"```console\n\$ (.*)\n(.*)\n```", DOCUMENT)
    done = subprocess.run(["bash", "-c", found[1]], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == found[2]


def test_every_key_and_kind_of_a_real_log_is_documented(campaign: Campaign) -> None:
    play_story(campaign)
    keys, kinds, rules = names("## An entry"), names("### Kinds"), names("### The body of a rule")
    told = set(re.findall(r"`([a-z_]+)`", DOCUMENT))
    for entry in Entry.objects.filter(campaign=campaign):
        assert set(entry.record) - {"commitments"} == keys - {"commitments"}
        assert entry.kind in kinds
        assert entry.record["format"] == FORMAT == 1
        if entry.kind in ("rule", "waiting", "correction"):
            assert set(whole_body(entry)) - rules <= told, set(whole_body(entry)) - rules - told
        assert set(whole_body(entry)) <= told | {"title"}, set(whole_body(entry)) - told
    assert set(Entry.objects.values_list("kind", flat=True)) <= kinds == set(KINDS)


def test_the_short_code_uses_the_signs_that_are_named() -> None:
    codes = "".join(short_code(hashlib.sha256(bytes([n])).hexdigest()) for n in range(200))
    assert set(codes) - {"-"} == set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ") - set("ILOU")


@pytest.mark.parametrize("path", ["tools/verify_log.py", "docs/log-format.md"])
def test_the_formula_is_the_same_in_both_places(path: str) -> None:
    text = (ROOT / path).read_text("utf-8")
    assert re.search(r"campaign\|chain\|sequence\|procedure\|key\|i\|attempt", text)
