"""The form of a turn on paper, and its blanks to print. Only the first writes, and only by POST."""

from django.urls import path

from navalassist.desk.paper import blanks, views

urlpatterns = [
    path("late/", views.late, name="late"),
    path("late/look/", views.look, name="late-look"),
    path("paper/", blanks.paper, name="paper"),
]
