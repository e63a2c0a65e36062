"""The address of a campaign's version. The stream's is answered by `live.stream`, outside of Django's addresses."""

from django.urls import path

from navalassist.live import views

urlpatterns = [path("c/<slug:slug>/version/", views.version, name="version")]
