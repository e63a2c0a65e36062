"""The log as a file: JSON lines that one program without libraries can check (docs/log-format.md, tools/verify_log.py).

The first line tells of the campaign; then one line an entry in the order of writing. An entry goes out with the secret
parts that its reader may see, and chains that the reader may not see do not go out at all. Seeds go out as entries
only, once they were opened.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from navalassist.auditlog.models import FORMAT, Chain, Entry, Payload
from navalassist.campaigns.facts import PUBLIC
from navalassist.campaigns.models import Campaign

NAME = "navalassist-log"
BATCH = 1000


def lines(campaign: Campaign, audiences: frozenset[str]) -> Iterator[str]:
    """The lines of the export for somebody who may see these audiences, without their line ends."""
    chains = Chain.objects.filter(campaign=campaign, audience__in=audiences).order_by("audience")
    heads = {chain.audience: [chain.sequence, chain.head] for chain in chains}
    yield _line(
        {
            "log": NAME,
            "format": FORMAT,
            "campaign": str(campaign.identity),
            "name": campaign.name,
            "system": campaign.system,
            "audiences": sorted(heads),
            "heads": heads,
            **identities(campaign),
        }
    )
    yield from _entries(campaign, frozenset(heads), heads)


def identities(campaign: Campaign) -> dict[str, list[str]]:
    """Every identity that the log was written under, the first one first; nothing where there was only one."""
    forks = Entry.objects.filter(campaign=campaign, kind="fork", chain=PUBLIC).order_by("id")
    before = [str(fork.record["body"]["campaign_before"]) for fork in forks]
    return {"identities": [*before, str(campaign.identity)]} if before else {}


def _entries(campaign: Campaign, audiences: frozenset[str], heads: dict[str, list[Any]]) -> Iterator[str]:
    """The entries up to the heads that the first line names, a thousand at a time."""
    last = 0
    while True:
        rows = list(
            Entry.objects.filter(campaign=campaign, id__gt=last)
            .seen_by(audiences)
            .order_by("id")
            .values_list("id", "chain", "sequence", "content", "hash")[:BATCH]
        )
        if not rows:
            return
        secret: dict[int, list[dict[str, str]]] = {}
        visible = Payload.objects.filter(entry__campaign=campaign, entry__gt=last, entry__lte=rows[-1][0])
        visible = visible.filter(audience__in=audiences).order_by("id")
        for entry, audience, salt, text in visible.values_list("entry_id", "audience", "salt", "content"):
            secret.setdefault(entry, []).append({"audience": audience, "salt": salt, "content": text})
        for number, chain, sequence, content, digest in rows:
            if sequence <= heads[chain][0]:
                yield _line({"content": content, "hash": digest, "payloads": secret.get(number, [])})
        last = rows[-1][0]


def _line(values: dict[str, Any]) -> str:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))
