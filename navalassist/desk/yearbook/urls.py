"""Addresses below /c/<campaign>/year/."""

from django.urls import URLPattern, path

from navalassist.desk.yearbook import views

urlpatterns: list[URLPattern] = [
    path("", views.year_book, name="year"),
    path("<slug:name>.csv", views.table, name="year-table"),
]
