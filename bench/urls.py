"""The product's addresses and the bare views."""

from django.urls import include, path

from bench.bare import views

urlpatterns = [
    path("bench/bare/", views.insert),
    path("bench/bare/<str:name>/", views.page_alone),
    path("bench/behind-all/", views.insert_behind_all),
    path("bench/rows/", views.rows_alone),
    path("", include("navalassist.urls")),
]
