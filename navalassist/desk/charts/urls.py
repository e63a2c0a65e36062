"""Addresses below /c/<campaign>/charts/."""

from django.urls import path

from navalassist.desk.charts import editor, listed

urlpatterns = [
    path("", listed.charts_page, name="charts"),
    path("<slug:name>/", editor.chart_view, name="chart"),
]
