"""Every address of the product; each layer of pages keeps its own list."""

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("navalassist.desk.urls")),
    path("", include("navalassist.live.urls")),
    path("", include("navalassist.reference.urls")),
]
