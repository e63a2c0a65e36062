"""Addresses of archives: /c/<campaign>/archive/ and /import/."""

from django.urls import URLPattern, path

from navalassist.desk.portable import views

of_a_campaign: list[URLPattern] = [
    path("archive/", views.archive, name="archive"),
]
urlpatterns: list[URLPattern] = [
    path("import/", views.upload, name="import"),
    path("import/<uuid:key>/", views.preview, name="import-preview"),
]
