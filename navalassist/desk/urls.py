"""The players' pages, a folder for each: chart (map), board, logbook, setup, do (any rule by itself)."""

from django.urls import include, path

from navalassist.desk import campaigns, turns
from navalassist.desk.setup.new import new

urlpatterns = [
    path("", campaigns.index, name="campaigns"),
    path("new/", new, name="new"),
    path("c/<slug:slug>/", include("navalassist.desk.chart.urls")),
    path("c/<slug:slug>/board/", include("navalassist.desk.board.urls")),
    path("c/<slug:slug>/log/", include("navalassist.desk.logbook.urls")),
    path("c/<slug:slug>/setup/", include("navalassist.desk.setup.urls")),
    path("c/<slug:slug>/do/", include("navalassist.desk.do.urls")),
    path("c/<slug:slug>/waiting/", include("navalassist.desk.do.waiting_urls")),
    path("c/<slug:slug>/seat/", turns.take_seat, name="seat"),
    path("c/<slug:slug>/step/", turns.end_step, name="end-step"),
    path("c/<slug:slug>/undo/", turns.undo, name="undo"),
]
