"""The sheets that a rule system may have. None of them writes."""

from django.urls import path

from navalassist.desk.printed import views

urlpatterns = [
    path("sheet/", views.sheet, {"name": "sheet"}, name="sheet"),
    path("report/", views.sheet, {"name": "report"}, name="report"),
    path("handover/", views.sheet, {"name": "handover"}, name="handover"),
]
