"""Every address of the product; each layer of pages keeps its own list."""

from django.urls import URLPattern, URLResolver

urlpatterns: list[URLPattern | URLResolver] = []
