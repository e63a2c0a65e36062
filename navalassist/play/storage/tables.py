"""A campaign's tables: the shipped ones, or its own version; the text of every version that was used is kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache

from navalassist.campaigns.models import Campaign, TableVersion
from navalassist.play.storage.statements import rows_of
from tables import FOLDER, all_tables, parse
from tables.table import RuleTable


@cache
def shipped_texts(system: str) -> Mapping[str, str]:
    """slug -> TOML text of the tables that come with a system."""
    texts = {}
    for slug in all_tables():
        folder, _, name = slug.partition("/")
        if folder == system:
            texts[slug] = (FOLDER / folder / f"{name.replace('-', '_')}.toml").read_text(encoding="utf-8")
    return texts


def versioned_texts(system: str) -> dict[str, str]:
    """slug@version -> TOML text of the tables that come with a system."""
    return {f"{slug}@{all_tables()[slug].version}": text for slug, text in shipped_texts(system).items()}


def tables_of(campaign: Campaign) -> dict[str, RuleTable]:
    """The tables that the campaign plays with: those it began with, and shipped ones that came later."""
    tables = {slug: table for slug, table in all_tables().items() if slug.startswith(f"{campaign.system}/")}
    for slug, text, current in rows_of(TableVersion, campaign, ("slug", "text", "current")):
        if current:
            tables[slug] = parsed(text, slug)
    return tables


@lru_cache(maxsize=512)
def parsed(text: str, slug: str) -> RuleTable:
    """The table of a text, parsed once."""
    return parse(text.encode(), slug)


def kept_tables(campaign: Campaign) -> frozenset[str]:
    """The slugs of the tables whose text the campaign holds."""
    return frozenset(slug for (slug,) in rows_of(TableVersion, campaign, ("slug",)))


def keep(campaign: Campaign, slugs: Iterable[str]) -> None:
    """Keep the texts of these shipped tables with the campaign."""
    texts = shipped_texts(campaign.system)
    TableVersion.objects.bulk_create(
        TableVersion(campaign=campaign, slug=slug, version=all_tables()[slug].version, text=texts[slug])
        for slug in slugs
        if slug in texts
    )
