"""Where facts came from: the entries that set them, as links."""

from __future__ import annotations

from collections.abc import Iterable

from navalassist.desk.at import At


def entry_links(here: At, keys: Iterable[str]) -> dict[str, tuple[str, str]]:
    """fact key -> (address, label) of the entry that set it, where this viewer may read that entry."""
    found = {}
    for key in keys:
        source = here.state.sources.get(key, "")
        chain, _, number = source.partition("/")
        if number and chain in here.viewer.audiences:
            found[key] = (f"/c/{here.campaign.slug}/log/{source}/", f"entry {number}")
    return found
