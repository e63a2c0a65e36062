"""The players' pages: those that every campaign has, then those that rule systems add as their system pages."""

from django.urls import URLPattern, URLResolver, include, path

from navalassist.desk import campaigns, home
from navalassist.desk.forces import books, known
from navalassist.desk.ledgers.views import ledgers
from navalassist.desk.portable import urls as portable
from navalassist.desk.review.disputes import raise_view
from navalassist.desk.setup.new import demo, new
from navalassist.desk.system_pages import SYSTEM_PAGES
from navalassist.desk.turn import calendar, taps, undo

of_a_campaign: list[URLPattern | URLResolver] = [
    path("", home.home, name="map"),
    path("log/", include("navalassist.desk.logbook.urls")),
    path("log/<slug:chain>/<int:seq>/dispute/", raise_view, name="raise-dispute"),
    path("disputes/", include("navalassist.desk.review.urls")),
    path("setup/", include("navalassist.desk.setup.urls")),
    path("do/", include("navalassist.desk.rules.urls")),
    path("charts/", include("navalassist.desk.charts.urls")),
    path("dice/", include("navalassist.desk.fairness.urls")),
    *portable.of_a_campaign,
    path("ledgers/", ledgers, name="ledgers"),
    path("lists/", include("navalassist.desk.rosters.urls")),
    path("known/", known.show, name="known"),
    path("orders/", books.orders, name="orders"),
    path("waiting/", include("navalassist.desk.rules.waiting_urls")),
    path("seat/", taps.take_seat, name="seat"),
    path("pass/<str:seat>/", taps.pass_on, name="pass"),
    path("step/", taps.end_step, name="end-step"),
    path("part/", taps.next_part, name="next-part"),
    path("undo/", undo.undo, name="undo"),
    path("", include("navalassist.desk.printed.urls")),
    path("", include("navalassist.desk.paper.urls")),
    path("calendar/", calendar.calendar, name="calendar"),
    path("year/", include("navalassist.desk.yearbook.urls")),
    # What a rule system adds; it comes last, so that no system can take a page of all of them.
    *(url for system_pages in SYSTEM_PAGES.values() for url in system_pages.urls),
]

urlpatterns = [
    path("", campaigns.index, name="campaigns"),
    path("new/", new, name="new"),
    path("new/demo/<slug:slug>/", demo, name="demo"),
    *portable.urlpatterns,
    path("c/<slug:slug>/", include(of_a_campaign)),
]
