from django.urls import path

from navalassist.desk.rules import listed, views

urlpatterns = [
    path("", listed.rules_page, name="rules"),
    path("<slug:rule>/", views.rule_view, name="rule"),
    path("<slug:rule>/look/", views.look, name="rule-look"),
    path("<slug:rule>/follow/", views.follow, name="rule-follow"),
]
