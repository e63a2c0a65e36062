"""The first page: the campaigns on this table."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from navalassist.campaigns.models import Campaign
from navalassist.desk.answers import page


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Every campaign; where there is only one, its map is one tap away."""
    return page(request, "desk/campaigns.html", {"campaigns": Campaign.objects.all(), "here": "campaigns"})
