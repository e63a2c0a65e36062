"""Addresses below /c/<campaign>/waiting/."""

from django.urls import path

from navalassist.desk.rules import waiting

urlpatterns = [
    path("<slug:chain>/<int:seq>/", waiting.waiting_view, name="waiting"),
    path("<slug:chain>/<int:seq>/odds/", waiting.what_if, name="waiting-odds"),
    path("<slug:chain>/<int:seq>/give-up/", waiting.give_it_up, name="give-up"),
]
