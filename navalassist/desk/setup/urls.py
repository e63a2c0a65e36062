"""The set-up of a campaign: what the rules read of the war, entered by hand, each change an entry."""

from django.urls import path

from navalassist.desk.setup import views

urlpatterns = [
    path("", views.overview, name="setup"),
    path("ports/<slug:key>/", views.port, name="setup-port"),
    path("<slug:name>/", views.section, name="setup-section"),
]
