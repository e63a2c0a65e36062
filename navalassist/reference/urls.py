"""The addresses of the reference pages: they show what the rules say and need no campaign."""

from django.urls import path

from navalassist.reference import views

app_name = "reference"

urlpatterns = [
    path("tables/", views.table_list, name="tables"),
    path("tables/<slug:system>/<slug:name>/", views.table_page, name="table"),
    path("rulings/", views.ruling_list, name="rulings"),
    path("procedures/", views.procedure_list, name="procedures"),
    path("glossary/", views.glossary_page, name="glossary"),
    path("turns/", views.turn_list, name="turns"),
]
