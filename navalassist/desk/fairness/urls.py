"""Addresses below /c/<campaign>/dice/."""

from django.urls import URLPattern, path

from navalassist.desk.fairness import views

urlpatterns: list[URLPattern] = [
    path("", views.dice, name="dice"),
    path("bind/", views.bind, name="nonce-bind"),
    path("show/", views.show_own, name="nonce-show"),
    path("verify_log.py", views.tool, name="verify-log"),
]
