"""The product's settings for tests: a data folder of this test run alone, and plain static files."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

from tests.databases import ON_POSTGRESQL, address

# Set before the product's settings are read, so that no test run ever opens a person's own data.
os.environ["NAVALASSIST_DATA"] = tempfile.mkdtemp(prefix="navalassist-test-")
os.environ["NAVALASSIST_DATABASE"] = address("navalassist") if ON_POSTGRESQL else ""
atexit.register(shutil.rmtree, os.environ["NAVALASSIST_DATA"], ignore_errors=True)

for _name in ("CLUB", "TLS", "HOSTS", "PROXIES"):
    os.environ.pop(f"NAVALASSIST_{_name}", None)

from navalassist.settings import *  # noqa: E402, F403
from navalassist.settings import DATA_DIR, DATABASES, INSTALLED_APPS, STORAGES  # noqa: E402

ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
if ON_POSTGRESQL:
    # Threads of one test keep their connections to its end, and there are more of them than a server's process has.
    DATABASES["default"]["OPTIONS"]["pool"]["max_size"] = 24
else:
    # A file and not memory: threads of a test then see the locks that the product sees.
    DATABASES["default"]["TEST"] = {"NAME": Path(DATA_DIR) / "test.sqlite3"}
# The manifest needs collected files; the browser tests run with it, the others need only a name.
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
STATIC_ROOT = Path(DATA_DIR) / "static"
STATIC_ROOT.mkdir()
# The miniature system keeps a kind of its own, the skirmish its battles, routes their maps, the straits their forces.
INSTALLED_APPS = [
    *INSTALLED_APPS,
    "tests.mini.apps.MiniConfig",
    "tests.skirmish.apps.SkirmishConfig",
    "tests.routes.apps.RoutesConfig",
    "tests.straits.apps.StraitsConfig",
]
