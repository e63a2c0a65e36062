from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    name = "navalassist.campaigns"
    label = "campaigns"
    verbose_name = "Campaigns"
