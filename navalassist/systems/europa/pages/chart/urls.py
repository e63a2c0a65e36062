"""A page for each sea zone; the chart itself is the main page of the campaign."""

from django.urls import path

from navalassist.systems.europa.pages.chart import views

urlpatterns = [path("zones/<slug:zone>/", views.zone, name="zone")]
