from django.urls import path

from navalassist.desk.do import rules, views

urlpatterns = [
    path("", rules.rules_page, name="rules"),
    path("<slug:rule>/", views.rule_view, name="rule"),
    path("<slug:rule>/look/", views.look, name="rule-look"),
]
