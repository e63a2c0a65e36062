"""Addresses of archives: /c/<campaign>/archive/ and /import/."""

from django.urls import URLPattern, path

from navalassist.desk.portable import views

of_a_campaign: list[URLPattern] = [
    path("archive/", views.archive, name="archive"),
    path("archive/copy/", views.copy, name="copy-campaign"),
    path("archive/called/", views.rename, name="rename-campaign"),
]
urlpatterns: list[URLPattern] = [
    path("import/", views.upload, name="import"),
    path("import/<uuid:key>/", views.preview, name="import-preview"),
]
