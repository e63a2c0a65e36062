"""Danger zones of a campaign."""

from django.urls import path

from navalassist.systems.europa.pages.danger import views

urlpatterns = [path("", views.danger, name="danger")]
