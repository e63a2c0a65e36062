"""Mine belts (36.C)."""

from django.urls import path

from navalassist.systems.europa.pages.mines import views

urlpatterns = [path("", views.mines, name="mines")]
