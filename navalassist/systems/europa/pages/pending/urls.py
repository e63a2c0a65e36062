"""Rolls that seats owe one another."""

from django.urls import path

from navalassist.systems.europa.pages.pending import views

urlpatterns = [
    path("", views.owed_page, name="owed"),
    path("<str:key>/roll/", views.roll, name="owed-roll"),
    path("<str:key>/recall/", views.recall, name="owed-recall"),
]
