from django.apps import AppConfig


class TaskForcesConfig(AppConfig):
    name = "navalassist.taskforces"
    label = "taskforces"
    verbose_name = "Task forces"
