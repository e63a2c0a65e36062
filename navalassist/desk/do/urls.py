from django.urls import path

from navalassist.desk.do import views

urlpatterns = [
    path("", views.rules_page, name="rules"),
    path("<slug:rule>/", views.rule_view, name="rule"),
    path("<slug:rule>/look/", views.look, name="rule-look"),
]
