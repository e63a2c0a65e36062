"""What the product's check is measured against.

One INSERT and a short answer: once behind nothing, once behind all that stands before the product's own views. And the
rows of a check alone: its statements, with as many bytes, and no rule.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from django.conf import settings
from django.core.handlers.base import BaseHandler
from django.db import transaction
from django.db.models.functions import Length
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.template import Context, Template
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from bench.bare.models import Row
from navalassist.auditlog.models import Entry
from navalassist.campaigns.facts import PUBLIC
from navalassist.campaigns.models import Campaign, Mark
from navalassist.play.storage.statements import heads_of_campaign, held
from navalassist.play.storage.writes import Writes
from navalassist.sqlite import write_lock
from navalassist.taskforces.models import Shipment

MINIMAL = "/bench/bare/"
# The slug of the campaign that the made-up rows belong to.
FLOOR = "floor"
GetResponse = Callable[[HttpRequest], HttpResponseBase]


def done() -> HttpResponse:
    """A short answer; its length is said, for without CommonMiddleware nobody else says it."""
    return HttpResponse("done", headers={"Content-Length": "4"})


@csrf_exempt
@require_POST
def insert(request: HttpRequest) -> HttpResponse:
    """The one INSERT, under the product's lock: without it, eight threads wait in SQLite's own busy loop."""
    with write_lock():
        Row.objects.create(text=request.POST["text"], number=1)
    return done()


@require_POST
def insert_behind_all(request: HttpRequest) -> HttpResponse:
    """The same behind the product's middleware, with its CSRF check and its session read."""
    request.session.get("actor")
    with write_lock():
        Row.objects.create(text=request.POST["text"], number=1)
    return done()


@cache
def _made_up() -> tuple[Campaign, str, str]:
    """A campaign whose log nobody checks, the key of its one row, and the text of an entry as long as a real one."""
    campaign = Campaign.objects.get(slug=FLOOR)
    texts = Entry.objects.filter(kind="rule").annotate(length=Length("content")).order_by("length")
    return campaign, Shipment.objects.get(campaign=campaign).key, texts[texts.count() // 2].content


@require_POST
def rows_alone(request: HttpRequest) -> HttpResponse:
    """What a check reads and writes, made up beforehand: no rule, no dice, no odds, no receipt, nothing compared."""
    request.session.get("actor")
    submission = request.POST["submission"]
    campaign, key, text = _made_up()
    heads_of_campaign(FLOOR)
    with write_lock(), transaction.atomic():
        begun = held(campaign, submission)
        head = next(head for head in begun.heads if head.audience == PUBLIC)
        writes = Writes(begun.keys)
        head.sequence += 1
        sources = dict.fromkeys(Shipment.FACT_FIELDS, f"public/{head.sequence}")
        writes.fact_row(Shipment, campaign, key, {"state": "arrived", "res_afloat": "2", "sources": sources})
        mark = dict.fromkeys(Mark.FACT_FIELDS, "checked") | {"ends": "step"}
        marked = {"key": f"checked/{submission}", "audience": PUBLIC, "sources": dict.fromkeys(mark, "public/1")}
        writes.rows(Mark, [{"campaign_id": campaign.pk, **mark, **marked}])
        names = {"chain": PUBLIC, "sequence": head.sequence, "turn": "1941-03-1", "player_turn": "axis"}
        entry = Entry(
            campaign=campaign, kind="rule", submission=submission, operation=submission, content=text,
            time=timezone.now(), **names
        )  # fmt: skip
        writes.entries([entry])
        writes.head(head)
        writes.send()
    return HttpResponseRedirect("/")


# Pages of the product as one text each, by their names.
TEXTS: dict[str, Template] = {}


def page_alone(request: HttpRequest, name: str) -> HttpResponse:
    """One template without any tag, of the bytes of a page."""
    return HttpResponse(TEXTS[name].render(Context()))


class Bare(BaseHandler):
    """Django with no middleware at all."""

    def __init__(self) -> None:
        middleware, settings.MIDDLEWARE = settings.MIDDLEWARE, []
        try:
            self.load_middleware()
        finally:
            settings.MIDDLEWARE = middleware


def past_all_middleware(get_response: GetResponse) -> GetResponse:
    """The outermost middleware of the measured server: it hands the bare view to a Django without any other."""
    bare = Bare()

    def middleware(request: HttpRequest) -> HttpResponseBase:
        return bare.get_response(request) if request.path.startswith(MINIMAL) else get_response(request)

    return middleware
