"""Addresses below /c/<campaign>/charts/."""

from django.urls import path

from navalassist.desk.charts import editor, listed, packs, seen, versions

urlpatterns = [
    path("", listed.charts_page, name="charts"),
    path("pack/", packs.pack_view, name="chart-pack"),
    path("pack/look/", packs.look_view, name="chart-pack-look"),
    path("pack/file/", packs.pack_file, name="chart-pack-file"),
    path("<slug:name>/", editor.chart_view, name="chart"),
    path("<slug:name>/seen/", seen.seen, name="chart-seen"),
    path("<slug:name>/versions/", versions.versions_page, name="chart-versions"),
    path("<slug:name>/versions/<int:block>/<slug:version>/", versions.version_page, name="chart-version"),
]
