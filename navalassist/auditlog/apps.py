from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class AuditLogConfig(AppConfig):
    name = "navalassist.auditlog"
    label = "auditlog"
    verbose_name = "Audit log"

    def ready(self) -> None:
        post_migrate.connect(_install_triggers, sender=self, dispatch_uid="auditlog-triggers")


def _install_triggers(sender: AppConfig, using: str, **kwargs: Any) -> None:
    from navalassist.auditlog import triggers

    triggers.install(using)
