"""Settings of the product. They come from the environment and have a default for one laptop.

NAVALASSIST_DATA      folder of the database and the secret key (default: data/ beside manage.py)
NAVALASSIST_DATABASE  address of a PostgreSQL database (databases.py); empty: SQLite in that folder
NAVALASSIST_HOSTS     further host names that pages may be asked for under, with commas between them
NAVALASSIST_CLUB      1: the shared server of a club, with accounts (see profiles.py)
NAVALASSIST_TLS       1: browsers reach the club by https
NAVALASSIST_PROXIES   addresses or networks whose word on who asked is taken, with commas between them, `unix` for a
                      proxy over a local socket; left out: with NAVALASSIST_TLS a proxy on this machine, else nobody's
NAVALASSIST_SECURITY  a file for the lines of the security log; left out: standard error
"""

import os
import secrets
import time
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from navalassist import databases, folder, forwarded, profiles, security_log
from navalassist.listening import LARGEST_REQUEST

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = folder.data_folder()


def _secret_key(path: Path) -> str:
    """Read the key, or make one at the first start, readable by its owner alone; a mere look keeps none."""
    try:
        return path.read_text(encoding="ascii")
    except FileNotFoundError:
        if not folder.Making.allowed:
            return secrets.token_urlsafe(48)
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
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


def _names(variable: str) -> list[str]:
    """What stands in a variable of the environment with commas between."""
    return [name.strip() for name in os.environ.get(variable, "").split(",") if name.strip()]


def _switch(variable: str) -> bool:
    """On or off. A word that is neither stops the start: nobody should believe cookies safe that are not."""
    word = os.environ.get(variable, "").strip().lower()
    if word not in ("", "0", "1"):
        raise ImproperlyConfigured(f"{variable} is {word[:40]!r}: set it to 1, or leave it out.")
    return word == "1"


def _proxies() -> list[str]:
    """Whose word is taken; with TLS and none named, a proxy on this very machine."""
    names = _names("NAVALASSIST_PROXIES")
    try:
        forwarded.networks(tuple(names))
    except ValueError as error:
        raise ImproperlyConfigured(f"NAVALASSIST_PROXIES takes addresses and networks with commas: {error}.") from None
    return names or (["127.0.0.1", "::1"] if TLS else [])


def _security_log() -> dict[str, Any]:
    """Where the security log goes: to a file, which may be moved away while we write, or to the terminal."""
    file = os.environ.get("NAVALASSIST_SECURITY", "").strip()
    if not file:
        return {"class": "logging.StreamHandler"}
    return {"class": "logging.handlers.WatchedFileHandler", "filename": file, "delay": True, "encoding": "utf-8"}


CLUB = _switch("NAVALASSIST_CLUB")
TLS = _switch("NAVALASSIST_TLS") and CLUB
# Any other name in the Host header is refused: a foreign page could else have its own name lead here.
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", *_names("NAVALASSIST_HOSTS")]
PROXIES = _proxies()

INSTALLED_APPS = [
    "django.contrib.contenttypes",
    "django.contrib.auth",
    "django.contrib.sessions",
    "axes",
    "django_htmx",
    "navalassist.campaigns",
    "navalassist.seazones",
    "navalassist.ports",
    "navalassist.taskforces",
    "navalassist.malta",
    "navalassist.auditlog",
    "navalassist.seats",
    "navalassist.review",
    "navalassist.keeping",
    "navalassist.desk",
    "navalassist.reference",
    "navalassist.systems",
    "navalassist.cli",
    # Last, for we have a `runserver` of our own.
    "django.contrib.staticfiles",
]

_PROFILE = profiles.of(CLUB, TLS)
MIDDLEWARE: list[str] = _PROFILE["MIDDLEWARE"]
ROOT_URLCONF: str = _PROFILE["ROOT_URLCONF"]
WSGI_APPLICATION = "navalassist.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "navalassist.desk.made_once.slots.token_of_nobody",
            ],
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["navalassist.indentation.Loader", "django.template.loaders.app_directories.Loader"],
                )
            ],
        },
    }
]

FORM_RENDERER = "navalassist.desk.controls.Controls"

DATABASES: dict[str, dict[str, Any]] = databases.databases(os.environ.get(databases.VARIABLE, ""), DATA_DIR)

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
# A page names a file by the hash of its content. Under its plain name nobody asks for it, and to pack both takes a
# first start twice as long.
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
# Where nobody has collected them (`manage.py runserver`), they are served from static/, each as it is just then.
WHITENOISE_USE_FINDERS = not os.environ.get("NAVALASSIST_STATIC") and not (STATIC_ROOT / "staticfiles.json").exists()
WHITENOISE_AUTOREFRESH = WHITENOISE_USE_FINDERS
# No more is kept of a file that is sent than the largest that a page takes.
FILE_UPLOAD_HANDLERS = ["navalassist.uploads.Limited", "django.core.files.uploadhandler.MemoryFileUploadHandler"]
# The server holds a request in memory (serving/bodies.py) and lets few large ones in: a full disk stops none.
FILE_UPLOAD_MAX_MEMORY_SIZE = LARGEST_REQUEST
# A list is saved as one form: 400 lines (`desk/rosters/saving.py`) of some twenty columns.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 10_000
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "navalassist.collected.Storage"},
}

# Names of our own keep apart from another program on another port of the same machine, since cookies know no ports.
SESSION_ENGINE: str = _PROFILE["SESSION_ENGINE"]
SESSION_COOKIE_NAME: str = _PROFILE["SESSION_COOKIE_NAME"]
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE: bool = _PROFILE["SESSION_COOKIE_SECURE"]
SESSION_COOKIE_AGE: int = _PROFILE["SESSION_COOKIE_AGE"]
CSRF_COOKIE_NAME: str = _PROFILE["CSRF_COOKIE_NAME"]
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SECURE: bool = _PROFILE["CSRF_COOKIE_SECURE"]

AUTHENTICATION_BACKENDS: list[str] = _PROFILE["AUTHENTICATION_BACKENDS"]
AUTH_PASSWORD_VALIDATORS: list[dict[str, Any]] = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "CommonPasswordValidator", "NumericPasswordValidator")
] + [{"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}}]
LOGIN_URL = "/login/"
LOGIN_REDIRECT_URL = "/"
# A link for a new password is handed over by a person, so it need not wait for anybody's mail.
PASSWORD_RESET_TIMEOUT = profiles.DAY

AXES_ENABLED: bool = _PROFILE["AXES_ENABLED"]
AXES_HANDLER = "navalassist.seats.throttle.Handler"
AXES_FAILURE_LIMIT = profiles.MOST_FAILURES
AXES_COOLOFF_TIME = profiles.LOCKED_FOR
AXES_LOCKOUT_PARAMETERS = "navalassist.seats.throttle.what_locks"
AXES_LOCKOUT_CALLABLE = "navalassist.seats.throttle.locked_page"
AXES_CLIENT_IP_CALLABLE = "navalassist.seats.throttle.address_of"
# Whoever goes on trying while locked out does not lengthen the lock: that would keep the very person out for ever.
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_RESET_ON_SUCCESS = True
AXES_ENABLE_ADMIN = False
AXES_VERBOSE = False

SECURE_SSL_REDIRECT: bool = _PROFILE["SECURE_SSL_REDIRECT"]
SECURE_HSTS_SECONDS: int = _PROFILE["SECURE_HSTS_SECONDS"]
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
SILENCED_SYSTEM_CHECKS: list[str] = _PROFILE["SILENCED_SYSTEM_CHECKS"]

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
        "bare": {"format": "{message}", "style": "{"},
    },
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "formatter": "line"},
        "security": {"formatter": "bare", **_security_log()},
        "refused_by_django": {"class": "navalassist.security_log.FromDjango"},
    },
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    # Django's own set-up shows errors only with DEBUG on; ours go to the terminal. A 404 is no news.
    "loggers": {
        "django": {"handlers": [], "propagate": True},
        "django.request": {"level": "ERROR"},
        security_log.NAME: {"handlers": ["security"], "level": "INFO", "propagate": False},
        # A line over which no request comes is no news either.
        "uvicorn": {"level": "ERROR"},
        # What is no request of ours is answered with 400; a trace of each would only fill the terminal.
        "django.security": {"handlers": ["refused_by_django"], "propagate": False},
        # Its lines would name whatever was typed for a name, which may be a password that went into the wrong field.
        "axes": {"level": "CRITICAL"},
    },
}
