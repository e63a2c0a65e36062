"""P36, P16: a closed campaign, with rules that show a part of what they read, is archived and comes out whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from navalassist.auditlog.models import Entry
from navalassist.play import state as states
from navalassist.play.archive import make
from navalassist.play.nonces import bind_nonce, commitment_of, show_nonce
from navalassist.play.verify import check_campaign
from navalassist.play.writer import writing
from tests.promises.archives import imported, whole
from tests.promises.test_p13_bound_dice import export_of, faults
from tests.systems.board import end_steps, put, rolled, typed, viewer_of
from tests.systems.test_closed import closed

pytestmark = [pytest.mark.promise("P36"), pytest.mark.django_db]
MARKER = "Ariete-7731"


def test_a_closed_campaign_is_archived_and_imported(tmp_path: Path) -> None:
    campaign = closed()
    with writing(viewer_of(campaign)) as writer:
        bind_nonce(writer, "axis", commitment_of("rain"))
        show_nonce(writer, "axis", "rain")
    first = put(campaign, typed("7 SP"))
    # What was not met by the enemy stays a secret.
    put(campaign, typed(f"{MARKER}, 4 REs"))
    rolled(campaign, f"row:{first}", source="server")
    theirs = make(campaign, frozenset({"public", "allied"}), "allied").file.read()
    assert MARKER.encode() not in _unpacked(theirs)
    data = whole(campaign)
    assert MARKER.encode() in _unpacked(data)
    new = imported(data).campaign
    old, now = states.read(campaign, ()), states.read(new, ())
    assert now.audiences == old.audiences != {}
    marks = {key for key in old.values if key.startswith("mark:nonce/")}
    assert {key: value for key, value in old.values.items() if key not in marks} == now.values
    second = put(new, typed("3 SP"))
    rolled(new, f"row:{second}", source="server")
    end_steps(new, 12)
    assert check_campaign(new).faults == []
    for seats in ((), ("axis",), ("allied",), ("axis", "allied", "moderator")):
        assert faults(tmp_path, export_of(new, *seats)) == [], seats
    assert Entry.objects.filter(campaign=new, kind="fork", chain="axis").exists()


def _unpacked(data: bytes) -> bytes:
    from tests.promises.archives import files_of

    return b"".join(files_of(data).values())
