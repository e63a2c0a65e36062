"""The product's settings with the bare views beside it. Nothing of the product is changed."""

from navalassist.settings import *  # noqa: F403
from navalassist.settings import INSTALLED_APPS, MIDDLEWARE

INSTALLED_APPS = [*INSTALLED_APPS, "bench.bare"]
MIDDLEWARE = ["bench.bare.views.past_all_middleware", *MIDDLEWARE]
ROOT_URLCONF = "bench.urls"
