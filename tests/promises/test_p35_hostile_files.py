"""P35: what is sent is measured before it is parsed; a refusal comes quickly, in words, and names what was expected."""

import re
import time
import tracemalloc
from functools import cache

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.play.archive import shapes
from navalassist.play.archive.shapes import Unfit
from tests.hostile import Hostile, all_of
from tests.promises.archives import imported, looked, opened, whole

pytestmark = [pytest.mark.promise("P35"), pytest.mark.django_db, pytest.mark.xdist_group("hostile files")]
SECONDS, BYTES = 2.0, 200 * 1024 * 1024
# What a library says of itself, and what a program says of its insides.
INSIDE = re.compile(
    r"pydantic|validation error|Input should|Traceback|Error\b|errno|(?<!manage)(?<!verify_log)\.py\b|/tmp|/home|"
    r"site-packages|zipfile|zlib|BadZip|JSONDecode|codec|<class|None\b|loc\b|dict\b",
    re.I,
)


@pytest.fixture
def good(story: Campaign) -> bytes:
    """A good archive of a campaign in which everything has happened once."""
    return whole(story)


@cache
def hostile_files(good: bytes) -> list[Hostile]:
    """To make them takes longer than to refuse them."""
    return list(all_of(good))


def refusal(data: bytes) -> str:
    """The sentence that refuses a file; '' where it is taken."""
    try:
        imported(data)
    except Unfit as error:
        return str(error)
    return ""


def test_the_good_one_is_taken(good: bytes) -> None:
    assert looked(good).report.sound


def test_each_hostile_file_is_refused_in_words_and_leaves_nothing(good: bytes) -> None:
    campaigns, entries = Campaign.objects.count(), Entry.objects.count()
    seen = 0
    for hostile in hostile_files(good):
        began = time.process_time()
        said = refusal(hostile.data)
        took = time.process_time() - began
        assert hostile.says in said, f"{hostile.name}: {said!r}"
        assert not INSIDE.search(said), f"{hostile.name}: {said!r}"
        assert said[0].isupper() or said.startswith(("manifest.json", "log.jsonl", "tables.json")), said
        assert len(said) < 400
        assert said.isprintable(), f"{hostile.name}: {said!r}"
        assert took < SECONDS, f"{hostile.name}: {took:.1f} s"
        seen += 1
    assert seen > 60
    assert (Campaign.objects.count(), Entry.objects.count()) == (campaigns, entries)


def test_none_takes_much_memory(good: bytes) -> None:
    for hostile in hostile_files(good):
        data = hostile.data
        tracemalloc.start()
        try:
            refusal(data)
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        assert peak < BYTES, f"{hostile.name}: {peak / 1024 / 1024:.0f} MB"


def test_the_page_refuses_each_with_422_and_the_same_words(good: bytes) -> None:
    client = Client()
    for hostile in hostile_files(good):
        file = SimpleUploadedFile("../../secret\r\nname.zip", hostile.data)
        response = client.post("/import/", {"archive": file})
        text = response.content.decode()
        assert response.status_code == 422, hostile.name
        assert "Nothing was done." in text, hostile.name
        assert "name.zip" not in text, hostile.name
        words = re.sub(r"<[^>]+>", "", text)
        assert "pydantic" not in words
        assert "Traceback" not in words


def test_a_file_that_is_larger_than_any_is_dropped_on_the_way(db: None) -> None:
    large = SimpleUploadedFile("large.zip", b"PK\x03\x04" + bytes(18 * 1024 * 1024))
    response = Client().post("/import/", {"archive": large})
    assert response.status_code == 422
    assert "at most 16 MB are taken" in response.content.decode()
    nothing = Client().post("/import/", {})
    assert "choose the file that is to be imported" in nothing.content.decode()


def test_brackets_and_numbers_inside_of_texts_do_not_count() -> None:
    text = '{"a":"' + "[" * 500 + '\\"' + "9" * 50 + '","b":[1]}'
    assert shapes.parsed_json(text, "x") == {"a": "[" * 500 + '"' + "9" * 50, "b": [1]}
    with pytest.raises(Unfit, match="more than 40 deep"):
        shapes.parsed_json("[" * 41 + "]" * 41, "x")
    assert shapes.parsed_json("[" * 40 + "]" * 40, "x")
    with pytest.raises(Unfit, match="too long"):
        shapes.parsed_json(f"[{'9' * 19}]", "x")


def test_the_digest_is_that_of_the_file(good: bytes) -> None:
    import hashlib

    assert opened(good).digest == hashlib.sha256(good).hexdigest()
