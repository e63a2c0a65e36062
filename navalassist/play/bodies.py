"""Entries as a viewer may read them: the body, with what is secret filled in only where the viewer may see it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.campaigns.facts import PUBLIC
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import Viewer

Record = Mapping[str, Any]


def body_of(entry: Entry, audiences: frozenset[str]) -> dict[str, Any]:
    """The entry's body; a secret one in full only for its audience."""
    body = dict(entry.record["body"])
    if "commitments" in entry.record:
        for payload in entry.payloads.all():
            if payload.audience in audiences:
                body |= json.loads(payload.content)
    return body


def find(campaign: Campaign, reference: str, audiences: frozenset[str]) -> Entry:
    """The entry of a reference (`public/144`). Entry.DoesNotExist when it is not there or not for these eyes."""
    chain, _, number = reference.partition("/")
    if chain not in audiences or not (number.isascii() and number.isdigit() and len(number) < 12):
        raise Entry.DoesNotExist(reference)
    return Entry.objects.get(campaign=campaign, chain=chain, sequence=int(number))


def for_viewer(viewer: Viewer, reference: str) -> tuple[Entry, dict[str, Any]]:
    """An entry and its body as this viewer may read it."""
    entry = find(viewer.campaign, reference, viewer.audiences)
    return entry, body_of(entry, viewer.audiences)


def audience_of(entry: Entry) -> str:
    """For whom the body is: public, or the audience of its payload."""
    commitments = entry.record.get("commitments")
    return str(commitments[0]["audience"]) if commitments else PUBLIC
