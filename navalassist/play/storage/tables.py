"""A campaign's tables: the shipped ones, or its own version; the text of every version that was used is kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Any

from navalassist.campaigns.models import Campaign, TableVersion
from navalassist.engine import Provenance
from navalassist.engine.reader import rows_in
from navalassist.engine.rows import key_of
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


@cache
def earlier_texts(system: str) -> Mapping[str, str]:
    """slug@version -> TOML text of tables that came with a system before: a log without its tables may name them."""
    texts = [path.read_text(encoding="utf-8") for path in sorted((FOLDER / system / "earlier").glob("*.toml"))]
    tables = [(parse(text.encode(), "earlier"), text) for text in texts]
    return {f"{table.slug}@{table.version}": text for table, text in tables}


def versions_in(values: Mapping[str, Any]) -> dict[str, str]:
    """slug -> version in play of the charts that a campaign changed, by its facts; '' for the one it began with."""
    return {key_of(row): values[f"{row}.version"] for row in rows_in(values, "chart")}


def tables_of(campaign: Campaign, changed: Mapping[str, str]) -> dict[str, RuleTable]:
    """The tables that the campaign plays with: those it began with, shipped ones that came later, changed charts."""
    tables = {slug: table for slug, table in all_tables().items() if slug.startswith(f"{campaign.system}/")}
    for slug, version, text, current in rows_of(TableVersion, campaign, ("slug", "version", "text", "current")):
        if version == changed.get(slug) or (current and not changed.get(slug)):
            tables[slug] = parsed(text, slug)
    return tables


def shipped_version(slug: str) -> str:
    """The version of a table that comes with its system. KeyError where none does."""
    return all_tables()[slug].version


def shipped_stand_in(slug: str, row: str, column: str) -> str:
    """The stand-in that comes with a system for a cell; '' where there is none."""
    try:
        cell = all_tables()[slug].cell(row, column)
    except LookupError:
        return ""
    return cell.value or "" if cell.provenance is Provenance.STAND_IN else ""


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


def keep_version(campaign: Campaign, slug: str, version: str, text: str) -> None:
    """Keep the text of a version that players typed; one that is there already stays."""
    about = {"campaign": campaign, "slug": slug, "version": version}
    TableVersion.objects.get_or_create(**about, defaults={"text": text, "current": False})
