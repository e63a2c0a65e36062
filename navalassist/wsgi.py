"""The WSGI application, for `navalassist.server` and for any other WSGI server."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "navalassist.settings")

application = get_wsgi_application()
