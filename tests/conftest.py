"""What every test shares."""

from collections.abc import Iterator

import pytest
from django.test import TransactionTestCase

from navalassist.auditlog import triggers


@pytest.fixture(autouse=True, scope="session")
def _flush_past_the_log_triggers() -> Iterator[None]:
    """Let the flush after a `transaction=True` test through.

    The log's triggers refuse DELETE, and the flush deletes. They are dropped just before it; the flush itself sends
    post_migrate, whose handler in `auditlog` puts them back.
    """
    original = TransactionTestCase._fixture_teardown  # type: ignore[attr-defined]

    def teardown(case: TransactionTestCase) -> None:
        triggers.drop()
        original(case)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", teardown)
        yield
