"""Ready statements go past Django's cursors, and are otherwise as Django's."""

import pytest
from django.db import IntegrityError, connection
from django.db.transaction import TransactionManagementError, atomic, set_rollback
from django.test.utils import CaptureQueriesContext

from navalassist.auditlog.models import Chain
from navalassist.campaigns.models import Campaign
from navalassist.play.storage import statements


@pytest.mark.django_db
def test_a_fault_of_the_database_is_one_of_djangos() -> None:
    campaign = Campaign.objects.create(slug="twice", name="Twice", system="europa")
    chain = {"campaign_id": campaign.pk, "audience": "public", "sequence": 0, "head": ""}
    statements.insert_at_once(Chain, [chain])
    with pytest.raises(IntegrityError), atomic():
        statements.insert_at_once(Chain, [chain])


@pytest.mark.django_db
def test_whoever_looks_at_the_statements_sees_them() -> None:
    with CaptureQueriesContext(connection) as seen:
        statements.heads_of_campaign("nowhere")
    (query,) = seen.captured_queries
    assert "auditlog_chain" in query["sql"]


@pytest.mark.django_db
def test_nothing_more_is_done_in_a_transaction_that_will_be_rolled_back() -> None:
    with atomic():
        set_rollback(True)
        with pytest.raises(TransactionManagementError):
            statements.heads_of_campaign("nowhere")
