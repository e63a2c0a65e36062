"""The set-up of a campaign: what the rules read of the war, entered by hand, each change an entry."""

from django.urls import path

from navalassist.desk.setup import views

urlpatterns = [
    path("", views.overview, name="setup"),
    path("<slug:name>/", views.section, name="setup-section"),
    path("<slug:name>/<slug:key>/", views.section, name="setup-one"),
]
