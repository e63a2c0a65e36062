"""`python -m tests.demo_pages`: pages of the demo campaigns, as JSON, on the database that the tests run on.

test_postgres.py has it written on SQLite, and compares it with what PostgreSQL gives.
"""

import json
import os
import sys


def main() -> None:
    """Make a database for tests, read the pages, and take it away again."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django

    django.setup()
    from django.test import Client
    from django.test.runner import DiscoverRunner

    from tests.as_read import reading
    from tests.counts import PAGES_ON_BOTH
    from tests.promises.recording import demo_pages

    Client.request = reading(Client.request)  # type: ignore[method-assign]
    runner = DiscoverRunner(verbosity=0, interactive=False)
    runner.setup_test_environment()
    made = runner.setup_databases()
    json.dump(demo_pages(PAGES_ON_BOTH), sys.stdout)
    runner.teardown_databases(made)


if __name__ == "__main__":
    main()
