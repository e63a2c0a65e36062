"""Danger zones of a campaign."""

from django.urls import path

from navalassist.desk.danger import views

urlpatterns = [path("", views.danger, name="danger")]
