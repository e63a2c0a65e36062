"""Addresses of archives: /c/<campaign>/archive/ and /import/."""

from django.urls import URLPattern, path

from navalassist.desk.portable import compared, views

of_a_campaign: list[URLPattern] = [
    path("archive/", views.archive, name="archive"),
    path("archive/copy/", views.copy, name="copy-campaign"),
    path("archive/called/", views.rename, name="rename-campaign"),
    path("archive/delete/", views.delete_it, name="delete-campaign"),
    path("archive/compared/<slug:other>/", compared.compared, name="compared"),
]
urlpatterns: list[URLPattern] = [
    path("import/", views.upload, name="import"),
    path("import/<uuid:key>/", views.preview, name="import-preview"),
]
