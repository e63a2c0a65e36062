"""Every address of the product; each layer of pages keeps its own list."""

from django.urls import URLPattern, URLResolver, include, path

from navalassist.systems import import_each

handler500 = "navalassist.desk.faults.fault"
# Each gives the players' pages its own, with their addresses.
import_each("pages/system_pages")
urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("navalassist.desk.urls")),
    path("", include("navalassist.live.urls")),
    path("", include("navalassist.reference.urls")),
]
