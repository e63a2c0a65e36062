"""Ledgers: VPs, NRPs, ARPs by organisation, SPs and SRPs by place, Malta repair points."""

from django.urls import path

from navalassist.systems.europa.pages.ledgers import views

urlpatterns = [
    path("stock/<str:side>/<slug:port>/", views.stock, name="ledgers-stock"),
]
