"""The main page of a campaign, and a page for each sea zone."""

from django.urls import path

from navalassist.desk.chart import views

urlpatterns = [
    path("", views.chart, name="map"),
    path("zones/<slug:zone>/", views.zone, name="zone"),
]
