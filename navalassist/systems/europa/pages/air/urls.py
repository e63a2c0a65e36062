"""Air units against shipping: the Anti-Shipping Box and the naval missions of each sea zone."""

from django.urls import path

from navalassist.systems.europa.pages.air import views

urlpatterns = [
    path("", views.overview, name="air"),
    path("<slug:zone>/", views.zone, name="air-zone"),
]
