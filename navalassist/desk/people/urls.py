"""Addresses of the people of a club. The hot-seat has none of them."""

from django.urls import path

from navalassist.desk.people import account, club, joining, login, seats

urlpatterns = [
    path("login/", login.login, name="login"),
    path("logout/", login.logout, name="logout"),
    path("join/", joining.ask, name="join"),
    path("join/open/", joining.invitation, name="invitation"),
    path("join/<str:code>/", joining.older_link, name="older-invitation"),
    path("reset/", account.ask_for_link, name="reset-code"),
    path("reset/open/", account.reset, name="reset"),
    path("reset/<str:who>/<str:token>/", account.older_link, name="older-reset"),
    path("me/", account.me, name="me"),
    path("me/sessions/end/", account.end_session, name="end-session"),
    path("me/password/", account.password, name="password"),
    path("me/leave/", account.leaving, name="leaving"),
    path("people/", club.index, name="club"),
    path("people/invite/", club.invite, name="club-invite"),
    path("people/revoke/", club.revoke, name="club-revoke"),
    path("people/moderate/", club.moderate, name="club-moderate"),
    path("people/<uuid:person>/reset/", club.reset, name="club-reset"),
    path("people/<uuid:person>/close/", club.close, name="club-close"),
    path("people/<uuid:person>/promote/", club.promote, name="club-promote"),
    path("people/<uuid:person>/remove/", club.remove, name="club-remove"),
    path("c/<slug:slug>/people/", seats.index, name="people"),
    path("c/<slug:slug>/people/give/", seats.give, name="give-seat"),
    path("c/<slug:slug>/people/end/", seats.end, name="end-seat"),
    path("c/<slug:slug>/people/hand-over/", seats.hand_over, name="hand-over-seat"),
    path("c/<slug:slug>/people/invite/", seats.invite, name="invite"),
    path("c/<slug:slug>/people/revoke/", seats.revoke, name="revoke-invitation"),
    path("c/<slug:slug>/people/keep/", seats.keep, name="keep-set-up"),
    path("c/<slug:slug>/people/reset/", seats.reset, name="reset-link"),
]
