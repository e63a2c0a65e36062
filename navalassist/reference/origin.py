"""Where a reader came from: the reference pages belong to no campaign, but lead back to one.

Only the address says it: `?c=<slug>`, or the page of this site on which the link stood. No campaign is looked up.
"""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

from django.http import HttpRequest

SLUG = re.compile(r"[A-Za-z0-9_-]{1,60}")
CAMPAIGN = re.compile(r"/c/([A-Za-z0-9_-]{1,60})/")


def came_from(request: HttpRequest) -> str:
    """The slug of the campaign that the reader came from; empty when nothing says so, or what says so is no slug."""
    named = _slug(request.GET.get("c", ""))
    if named or "c" in request.GET:
        return named
    try:
        before = urlsplit(request.headers.get("Referer", "")[:2000])
        query = parse_qs(before.query, max_num_fields=20)
    except ValueError:
        return ""
    if before.netloc != request.get_host():
        return ""
    campaign = CAMPAIGN.match(before.path)
    return campaign[1] if campaign else _slug(query.get("c", [""])[0])


def _slug(text: str) -> str:
    return text if SLUG.fullmatch(text) else ""
