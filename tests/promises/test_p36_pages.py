"""P36: an imported campaign has every page that the campaign has whose archive it is, and each of its receipts."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.play.checks.verify import check_campaign
from tests.counts import PAGES_OF_AN_IMPORT
from tests.in_hand import drawn
from tests.promises.http import Answer, Played, take_seat
from tests.promises.pages import masked
from tests.promises.recording import Recording

pytestmark = [pytest.mark.promise("P36"), pytest.mark.django_db]


def taken_in(game: Played) -> Campaign:
    """The moderator takes the whole archive, sends it, and makes a campaign of it."""
    archive = game.client.post(f"{game.home}archive/", {"holds": "all"}).content
    looked = game.client.post("/import/", {"archive": SimpleUploadedFile("war.zip", archive)})
    made = game.client.post(looked["Location"], {"do": "make"})
    return Campaign.objects.get(slug=made["Location"].split("/")[2])


def addresses_in(answers: list[Answer], home: str) -> list[str]:
    """Of the recorded pages of a campaign so many of a kind."""
    found, kinds = [], Counter[str]()
    for url in (answer.url for answer in answers if answer.url.startswith(home)):
        kinds[masked(url)] += 1
        if kinds[masked(url)] <= PAGES_OF_AN_IMPORT:
            found.append(url)
    return found


def test_every_page_of_an_imported_campaign_works(open_pages: Recording, tmp_path: Path, settings: Any) -> None:
    settings.DATA_DIR = tmp_path
    game = open_pages.game("moderator")
    new = taken_in(game)
    home = f"/c/{new.slug}/"
    for seat in ("axis", "moderator"):
        take_seat(game.client, new.slug, seat)
        addresses = addresses_in(open_pages.pages[seat], game.home)
        assert len(addresses) > 30
        for url in addresses:
            assert game.client.get(url.replace(game.home, home)).status_code == 200, url
    for entry in Entry.objects.filter(campaign=new, chain="public"):
        receipt = drawn(game.client.get(f"{home}log/{entry.reference}/"))
        assert "NOT the one" not in receipt
        assert "faces differ" not in receipt
    rolled = Entry.objects.filter(campaign=new, kind="rule", dice="typed").latest("id")
    assert game.client.get(f"{home}log/{rolled.reference}/correct/").status_code in (200, 302)
    assert check_campaign(new).sound
