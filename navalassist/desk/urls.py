"""The players' pages, a folder for each: chart (map), board, logbook, setup, do (any rule by itself), sheets."""

from django.urls import URLPattern, URLResolver, include, path

from navalassist.desk import campaigns, turns
from navalassist.desk.setup.new import new

of_a_campaign: list[URLPattern | URLResolver] = [
    path("board/", include("navalassist.desk.board.urls")),
    path("", include("navalassist.desk.chart.urls")),
    path("air/", include("navalassist.desk.air.urls")),
    path("landing/", include("navalassist.desk.landing.urls")),
    path("log/", include("navalassist.desk.logbook.urls")),
    path("setup/", include("navalassist.desk.setup.urls")),
    path("do/", include("navalassist.desk.do.urls")),
    path("", include("navalassist.desk.sheets.urls")),
    path("waiting/", include("navalassist.desk.do.waiting_urls")),
    path("seat/", turns.take_seat, name="seat"),
    path("step/", turns.end_step, name="end-step"),
    path("undo/", turns.undo, name="undo"),
]

urlpatterns = [
    path("", campaigns.index, name="campaigns"),
    path("new/", new, name="new"),
    path("c/<slug:slug>/", include(of_a_campaign)),
]
