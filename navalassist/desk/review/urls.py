"""Addresses below /c/<campaign>/disputes/."""

from django.urls import URLPattern, path

from navalassist.desk.review import asking, disputes

urlpatterns: list[URLPattern] = [
    path("", disputes.index, name="disputes"),
    path("house/", asking.house, name="house"),
    path("ask/", asking.ask_view, name="ask"),
    path("questions/<slug:key>/", asking.question_view, name="question"),
    path("proposals/<slug:key>/", asking.proposal_view, name="proposal"),
    path("<slug:key>/", disputes.dispute_view, name="dispute"),
]
