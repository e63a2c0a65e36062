"""The table that an entry read, in the version that it read."""

from __future__ import annotations

from functools import lru_cache

from navalassist.campaigns.models import TableVersion
from navalassist.play.state import State
from tables.errors import TableError
from tables.load import parse
from tables.table import RuleTable


def table_read(state: State, slug: str, version: str) -> RuleTable | None:
    """The table as the entry knew it: the campaign's own where it is the same version; None when its text is gone."""
    current = state.tables.get(slug)
    if current is not None and current.version == version:
        return current
    try:
        return _older(state.campaign.pk, str(state.campaign.identity), slug, version)
    except (TableVersion.DoesNotExist, TableError):
        return None


@lru_cache(maxsize=64)
def _older(campaign: int, identity: str, slug: str, version: str) -> RuleTable:
    # The text of a version never changes, so it is read once; a campaign's identity is never used again.
    found = TableVersion.objects.get(campaign_id=campaign, slug=slug, version=version)
    return parse(found.text.encode(), slug)
