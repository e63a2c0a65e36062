"""The set-up of a campaign: what the rules read of the war, entered by hand, each change an entry."""

from django.urls import path

from navalassist.desk.setup import scenarios, views

urlpatterns = [
    path("", views.overview, name="setup"),
    path("unset/", scenarios.unset_page, name="setup-unset"),
    path("begins/", scenarios.begins, name="setup-begins"),
    path("take/", scenarios.take_page, name="setup-take"),
    path("scenario/", scenarios.save, name="setup-scenario"),
    path("<slug:name>/", views.section, name="setup-section"),
    path("<slug:name>/<slug:key>/", views.section, name="setup-one"),
]
