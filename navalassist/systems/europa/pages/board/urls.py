"""The convoy board. Reading is GET; `draft` only shows what a row would be; `row` and `roll` write."""

from django.urls import path

from navalassist.systems.europa.pages.board import colleagues, moving, rosters, trying, views

urlpatterns = [
    path("", views.board, name="board"),
    path("roll/", views.roll, name="board-roll"),
    path("rolled/<str:submission>/", views.rolled, name="board-rolled"),
    path("colleagues/", colleagues.fragment, name="board-colleagues"),
    path("draft/", views.draft, name="board-draft"),
    path("row/", views.add, name="board-add"),
    path("row/<slug:key>/draft/", views.draft, name="board-row-draft"),
    path("row/<slug:key>/", views.change, name="board-row"),
    path("row/<slug:key>/copy/", views.copy, name="board-copy"),
    path("row/<slug:key>/strike/", views.strike, name="board-strike"),
    path("row/<slug:key>/up/", moving.move, {"way": "up"}, name="board-up"),
    path("row/<slug:key>/down/", moving.move, {"way": "down"}, name="board-down"),
    path("row/<slug:key>/back/", moving.back, name="board-back"),
    path("row/<slug:key>/template/", moving.keep_row, name="board-keep-row"),
    path("templates/", moving.keep_all, name="board-keep-all"),
    path("templates/<slug:key>/", moving.template, name="board-template"),
    path("roster/", rosters.page_of, name="board-roster"),
    path("what-if/", trying.what_if, name="board-what-if"),
    path("repeat/", views.repeat, name="board-repeat"),
    path("keys/", views.keys, name="board-keys"),
    path("undo/", views.undo, name="board-undo"),
]
