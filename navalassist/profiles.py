"""What differs between the two ways of serving: one laptop on a table without any login, or a club with accounts.

Pure values: `settings` takes them by `NAVALASSIST_CLUB`, and tests take the other profile by `of`.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

DAY = 60 * 60 * 24
# So many wrong passwords lock, and for so long: the next try is refused, and nobody is kept out for longer.
MOST_FAILURES = 8
LOCKED_FOR = timedelta(minutes=15)

OUTER = (
    "django.middleware.security.SecurityMiddleware",
    "navalassist.middleware.content_policy",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "navalassist.middleware.no_store",
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
)
INNER = (
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "navalassist.middleware.only_forms",
)
ACCOUNTS = (
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "navalassist.seats.middleware.KnownPeople",
    "axes.middleware.AxesMiddleware",
)
# It reads what was sent.
LAST = ("navalassist.middleware.WithoutNul", "navalassist.desk.faults.BadRows")


def middleware(club: bool) -> list[str]:
    """A club's server first asks who sent the request on, and lets nobody in whom it does not know."""
    if not club:
        return [*OUTER, *INNER, *LAST]
    return ["navalassist.forwarded.who_asked", *OUTER, *INNER, *ACCOUNTS, *LAST]


def of(club: bool, tls: bool = False) -> dict[str, Any]:
    """The settings of a profile, by name. tls: browsers reach the club by https, through a proxy that speaks it."""
    return {
        "CLUB": club,
        "TLS": tls,
        "MIDDLEWARE": middleware(club),
        "ROOT_URLCONF": "navalassist.club_urls" if club else "navalassist.urls",
        # A club's sessions end on the server, with a logout, a new password or the account. The laptop's only
        # remember the seat.
        "SESSION_ENGINE": "navalassist.seats.sessions" if club else "django.contrib.sessions.backends.signed_cookies",
        "SESSION_COOKIE_AGE": DAY * (14 if club else 60),
        "AUTHENTICATION_BACKENDS": [
            *(["axes.backends.AxesStandaloneBackend"] if club else []),
            "navalassist.seats.backend.People" if club else "django.contrib.auth.backends.ModelBackend",
        ],
        "AXES_ENABLED": club,
        # With that prefix a browser takes them over https and from this very host alone, not from one beside it.
        "SESSION_COOKIE_NAME": f"{'__Host-' if tls else ''}navalassist_session",
        "CSRF_COOKIE_NAME": f"{'__Host-' if tls else ''}navalassist_csrf",
        "SESSION_COOKIE_SECURE": tls,
        "CSRF_COOKIE_SECURE": tls,
        "SECURE_SSL_REDIRECT": tls,
        "SECURE_HSTS_SECONDS": DAY * 365 if tls else 0,
        # W005 and W021 ask for rules over whole domains, which are for their owner to make. Without TLS there are
        # no Secure cookies and no redirect to https; without accounts there is nothing for axes to watch.
        "SILENCED_SYSTEM_CHECKS": [
            *("security.W005", "security.W021"),
            *([] if tls else ["security.W004", "security.W008", "security.W012", "security.W016"]),
            *([] if club else ["axes.W002", "axes.W003"]),
        ],
    }
