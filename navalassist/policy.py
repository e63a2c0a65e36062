"""What every answer carries, for those that come from no page: the middleware gives the pages the same."""

from __future__ import annotations

from django.conf import settings


def headers(*more: tuple[bytes, bytes]) -> list[tuple[bytes, bytes]]:
    """What every answer of ours carries, as the pages' middleware would set it."""
    policy = "; ".join(f"{what} {sources}" for what, sources in settings.CONTENT_SECURITY_POLICY.items())
    return [
        (b"content-security-policy", policy.encode()),
        (b"x-content-type-options", b"nosniff"),
        (b"x-frame-options", settings.X_FRAME_OPTIONS.encode()),
        (b"referrer-policy", settings.SECURE_REFERRER_POLICY.encode()),
        (b"cross-origin-opener-policy", settings.SECURE_CROSS_ORIGIN_OPENER_POLICY.encode()),
        *_only_https(),
        *more,
    ]


def _only_https() -> list[tuple[bytes, bytes]]:
    """With TLS browsers are told to come by https alone; over plain http they take no notice of it."""
    seconds = settings.SECURE_HSTS_SECONDS
    return [(b"strict-transport-security", f"max-age={seconds}".encode())] if seconds else []
