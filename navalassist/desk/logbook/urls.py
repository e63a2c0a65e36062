"""Addresses below /c/<campaign>/log/."""

from django.urls import URLPattern, path

from navalassist.desk.logbook import views

urlpatterns: list[URLPattern] = [
    path("", views.log_page, name="log"),
]
