from django.apps import AppConfig


class ReviewConfig(AppConfig):
    name = "navalassist.review"
    label = "review"
    verbose_name = "Review"
