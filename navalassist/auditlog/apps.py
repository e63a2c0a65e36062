from django.apps import AppConfig


class AuditLogConfig(AppConfig):
    name = "navalassist.auditlog"
    label = "auditlog"
    verbose_name = "Audit log"
