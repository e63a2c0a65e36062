"""Fleets: the list, and a card a unit and a group."""

from django.urls import path

from navalassist.systems.europa.pages.fleet import views

urlpatterns = [
    path("", views.fleets, name="fleet"),
    path("unit/<slug:key>/", views.unit, name="fleet-unit"),
    path("group/<slug:key>/", views.group, name="fleet-group"),
]
