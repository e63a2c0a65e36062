"""Settings of the product. They come from the environment and have a default for one laptop.

NAVALASSIST_DATA    folder of the database and the secret key (default: data/ beside manage.py)
NAVALASSIST_HOSTS   further host names that pages may be asked for under, with commas between them
"""

import os
import secrets
import time
from pathlib import Path
from typing import Any

from navalassist import sqlite

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(os.environ.get("NAVALASSIST_DATA") or BASE_DIR / "data").absolute()


def _secret_key(path: Path) -> str:
    """Read the key, or make one at the first start, readable by its owner alone."""
    try:
        return path.read_text(encoding="ascii")
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{os.getpid()}")
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
        file.write(secrets.token_urlsafe(48))
    try:
        # A link fails where another process was first, so two processes that start together agree on one key.
        os.link(part, path)
    except FileExistsError:
        pass
    finally:
        os.unlink(part)
    return path.read_text(encoding="ascii")


SECRET_KEY = _secret_key(DATA_DIR / "secret.key")
DEBUG = False
ALLOWED_HOSTS = [
    "localhost",
    "127.0.0.1",
    "[::1]",
    *(name.strip() for name in os.environ.get("NAVALASSIST_HOSTS", "").split(",") if name.strip()),
]

INSTALLED_APPS = [
    "django.contrib.staticfiles",
    "django_htmx",
    "navalassist.campaigns",
    "navalassist.seazones",
    "navalassist.ports",
    "navalassist.taskforces",
    "navalassist.malta",
    "navalassist.auditlog",
    "navalassist.systems",
    "navalassist.desk",
    "navalassist.reference",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "navalassist.middleware.content_policy",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "navalassist.middleware.no_store",
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "navalassist.middleware.only_forms",
]

ROOT_URLCONF = "navalassist.urls"
WSGI_APPLICATION = "navalassist.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {"context_processors": ["django.template.context_processors.request"]},
    }
]

DATABASES: dict[str, dict[str, Any]] = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": DATA_DIR / "navalassist.sqlite3",
        # The server's threads live as long as it does, and so may their connections.
        "CONN_MAX_AGE": None,
        "OPTIONS": sqlite.OPTIONS,
    }
}

LANGUAGE_CODE = "en"
USE_I18N = False
USE_TZ = True
TIME_ZONE = "UTC"
# What this machine's own clock is ahead of UTC: a first guess where people say when something happened. It has to be
# asked here, since Django puts the whole process on TIME_ZONE as soon as it has read this file.
LOCAL_OFFSET_MINUTES = time.localtime().tm_gmtoff // 60

STATIC_URL = "/static/"
STATIC_ROOT = Path(os.environ.get("NAVALASSIST_STATIC") or BASE_DIR / ".static" / "collected")
STATICFILES_DIRS = [BASE_DIR / "static"]
# Only our own files are served: django-htmx would add its own, older copies of htmx.
STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
# Other sites have no business with our files.
WHITENOISE_ALLOW_ALL_ORIGINS = False
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# No login in the embedded default: a session only remembers the seat, in a signed cookie. Names of our own keep
# apart from another program on another port of the same machine, since cookies know no ports.
SESSION_ENGINE = "django.contrib.sessions.backends.signed_cookies"
SESSION_COOKIE_NAME = "navalassist_session"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 60
CSRF_COOKIE_NAME = "navalassist_csrf"
CSRF_COOKIE_SAMESITE = "Lax"

SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "object-src": "'none'",
    "frame-ancestors": "'none'",
}
# These three speak of TLS, which a laptop on its own table does not have.
SILENCED_SYSTEM_CHECKS = ["security.W004", "security.W008", "security.W012", "security.W016"]

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    # Django's own set-up shows errors only with DEBUG on; ours go to the terminal. A 404 is no news.
    "loggers": {
        "django": {"handlers": [], "propagate": True},
        "django.request": {"level": "ERROR"},
        # Requests that wait for a free thread for a moment are no news either.
        "waitress.queue": {"level": "ERROR"},
        # What is no request of ours is answered with 400; a trace of each would only fill the terminal.
        "django.security.DisallowedHost": {"level": "CRITICAL"},
        "django.security.TooManyFieldsSent": {"level": "CRITICAL"},
        "django.security.RequestDataTooBig": {"level": "CRITICAL"},
    },
}
