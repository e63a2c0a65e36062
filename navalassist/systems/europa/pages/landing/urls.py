"""Where a returned reinforcement lies that came into play afloat."""

from django.urls import path

from navalassist.systems.europa.pages.landing import views

urlpatterns = [path("<slug:shipment>/", views.landing, name="landing")]
