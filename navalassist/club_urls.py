"""Every address of a club's server: those of the table, and those for its people."""

from django.urls import URLPattern, URLResolver, include, path

handler500 = "navalassist.desk.faults.fault"
handler404 = "navalassist.desk.people.over.not_found"
urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("navalassist.desk.people.urls")),
    path("", include("navalassist.urls")),
]
