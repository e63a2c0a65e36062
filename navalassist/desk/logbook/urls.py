"""Addresses below /c/<campaign>/log/."""

from django.urls import URLPattern, path

from navalassist.desk.logbook import bookmarks, correcting, downloads, past_fact, views

urlpatterns: list[URLPattern] = [
    path("", views.log_page, name="log"),
    path("download/", downloads.download, name="log-download"),
    path("bookmark/", bookmarks.bookmark, name="bookmark"),
    path("looked/", bookmarks.looked, name="looked"),
    path("since/", past_fact.since_view, name="since"),
    path("since/preview/", past_fact.preview, name="since-preview"),
    path("<slug:chain>/<int:seq>/", views.receipt_page, name="receipt"),
    path("<slug:chain>/<int:seq>.json", views.entry_json, name="entry-json"),
    path("<slug:chain>/<int:seq>/correct/", correcting.correction_view, name="correct"),
    path("<slug:chain>/<int:seq>/correct/preview/", correcting.correct_preview, name="correct-preview"),
    path("<slug:chain>/<int:seq>/what-if/", correcting.what_if_page, name="what-if"),
]
