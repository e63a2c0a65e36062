"""The pages of the Great War beside its main page."""

from django.urls import path

from navalassist.systems.storm_of_steel.pages import views

urlpatterns = [
    path("fleets/", views.fleets, name="gw-fleets"),
    path("fleets/squadron/<slug:key>/", views.squadron, name="gw-squadron"),
    path("fleets/land/<slug:key>/", views.land, name="gw-land"),
    path("fleets/<slug:key>/", views.fleet, name="gw-fleet"),
    path("waters/", views.waters, name="gw-waters"),
]
