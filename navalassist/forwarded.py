"""Who really asked, where a request comes through a proxy.

Anybody can send a forwarding header, so one is believed only from an address that the settings name. Of anybody else it
is thrown away.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

GetResponse = Callable[[HttpRequest], HttpResponse]

FORWARDING = (
    *("HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO", "HTTP_X_FORWARDED_HOST", "HTTP_X_FORWARDED_PORT"),
    *("HTTP_X_FORWARDED_BY", "HTTP_X_FORWARDED_SERVER", "HTTP_X_FORWARDED_SSL", "HTTP_X_FORWARDED_PREFIX"),
    *("HTTP_FORWARDED", "HTTP_X_REAL_IP", "HTTP_X_CLIENT_IP", "HTTP_X_CLUSTER_CLIENT_IP", "HTTP_TRUE_CLIENT_IP"),
    *("HTTP_CF_CONNECTING_IP", "HTTP_CLIENT_IP", "HTTP_VIA", "HTTP_FRONT_END_HTTPS", "HTTP_X_URL_SCHEME"),
    *("HTTP_X_ORIGINAL_URL", "HTTP_X_REWRITE_URL", "HTTP_X_HTTP_METHOD_OVERRIDE"),
)
SCHEMES = ("http", "https")


def who_asked(get_response: GetResponse) -> GetResponse:
    """Put address and scheme of the browser where everything looks for them, and take all forwarding headers out."""

    def middleware(request: HttpRequest) -> HttpResponse:
        meta = request.META
        address, scheme = told(meta)
        for name in FORWARDING:
            meta.pop(name, None)
        if address:
            meta["REMOTE_ADDR"] = address
        if scheme:
            meta["wsgi.url_scheme"] = scheme
        return get_response(request)

    return middleware


def told(meta: dict[str, str]) -> tuple[str, str]:
    """Address and scheme that a trusted proxy tells of; empty where none does."""
    if trusted(meta.get("REMOTE_ADDR", "")):
        return client_of(meta.get("HTTP_X_FORWARDED_FOR", "")), _scheme(meta.get("HTTP_X_FORWARDED_PROTO", ""))
    return "", ""


def client_of(chain: str) -> str:
    """The last address of a chain that is no proxy of ours: what stands left of it was sent by the browser itself."""
    for part in reversed(chain.split(",")):
        address = readable(part.strip())
        if not address:
            return ""
        if not trusted(address):
            return address
    return ""


def trusted(address: str) -> bool:
    """Is it the address of a proxy that the settings name?"""
    plain = readable(address)
    if not plain:
        # A request over a local socket has no address; only programs of this machine reach that.
        return address in ("", "unix:") and "unix" in settings.PROXIES
    known = ipaddress.ip_address(plain)
    return any(known in network for network in networks(tuple(settings.PROXIES)))


def networks(names: tuple[str, ...]) -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    """Addresses and networks as they were given; `unix` stands for a local socket. ValueError for what is none."""
    return [ipaddress.ip_network(name, strict=False) for name in names if name != "unix"]


def readable(address: str) -> str:
    """The address in its plain form, or nothing where it is none. IPv4 that came over IPv6 is IPv4 again."""
    try:
        found = ipaddress.ip_address(address.strip("[]").partition("%")[0])
    except ValueError:
        return ""
    mapped = getattr(found, "ipv4_mapped", None)
    return str(mapped or found)


def _scheme(text: str) -> str:
    return text if text in SCHEMES else ""
