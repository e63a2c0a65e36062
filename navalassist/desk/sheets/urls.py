"""Sheets on paper and what comes back from paper. Only `late/` writes, and only by POST."""

from django.urls import path

from navalassist.desk.sheets import views

urlpatterns = [
    path("sheet/", views.turn_sheet, name="sheet"),
    path("late/", views.late, name="late"),
    path("report/", views.report, name="report"),
    path("handover/", views.handover, name="handover"),
]
