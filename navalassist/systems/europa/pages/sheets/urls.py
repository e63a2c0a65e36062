"""What comes back from paper. The form writes only by POST."""

from django.urls import path

from navalassist.systems.europa.pages.sheets import views

urlpatterns = [path("late/", views.late, name="late")]
