"""Every address of the product; each layer of pages keeps its own list."""

from django.urls import URLPattern, URLResolver, include, path

handler500 = "navalassist.desk.faults.fault"
urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("navalassist.desk.urls")),
    path("", include("navalassist.live.urls")),
    path("", include("navalassist.reference.urls")),
]
