"""The lists of a campaign."""

from django.urls import path

from navalassist.desk.rosters import views

urlpatterns = [
    path("", views.first, name="lists"),
    path("<slug:kind>/", views.lines, name="list"),
    path("<slug:kind>/paste/", views.paste, name="list-paste"),
]
