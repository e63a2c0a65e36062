"""`/c/<slug>/version/`: what a page asks now and then where it has no stream."""

from __future__ import annotations

import hashlib

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.views.decorators.http import require_safe

from navalassist.desk.access import at


@require_safe
def version(request: HttpRequest, slug: str) -> HttpResponse:
    """The version of what the viewer may see, as plain text; 304 for whoever knows it, 404 as for any page."""
    told = at(request, slug).version
    tag = f'"{hashlib.sha256(told.encode()).hexdigest()[:16]}"'
    known = request.headers.get("If-None-Match", "")
    response: HttpResponse
    if tag in known:
        response = HttpResponseNotModified()
    else:
        response = HttpResponse(f"{told}\n", content_type="text/plain; charset=utf-8")
    response.headers["ETag"] = tag
    return response


# A stranger gets the 404 of an unknown campaign and not the way to the login page: a script asks, not a person.
version.login_required = False  # type: ignore[attr-defined]
