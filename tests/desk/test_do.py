"""The page of any rule by itself: form, legality, one carrying out, and what it refuses."""

import re

import pytest

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Account
from navalassist.campaigns.viewer import OBSERVER
from navalassist.engine import create
from navalassist.malta.models import MaltaStatus, MaltaStock
from navalassist.rules.europa.topics import TOPICS
from navalassist.seazones.models import SeaZone
from navalassist.taskforces.models import Holding
from tests.begun import begin_lingayen
from tests.in_hand import InHand, drawn, words_of


def post(demo: InHand, rule: str, **fields: str) -> tuple[int, str]:
    answer = demo.post(f"do/{rule}/", **{"submission": "one", "seen": "public:2", **fields})
    return answer.status_code, answer.headers.get("Location", "") or answer.content.decode()


@pytest.mark.rule("E36.A.4.a")
@pytest.mark.promise("P3")
def test_bombing_lowers_maltas_number_by_one_a_hit_and_a_second_tap_by_none(demo: InHand) -> None:
    status, location = post(demo, "malta-bombed", hits="2")
    assert (status, location) == (302, f"/c/{demo.slug}/log/public/3/")
    assert MaltaStatus.objects.get().number == 8
    assert [h.value for h in MaltaStatus.objects.get().history()] == [10, 8]
    first = post(demo, "malta-bombed", hits="2")
    assert post(demo, "malta-bombed", hits="2") == first
    assert MaltaStatus.objects.get().number == 8


@pytest.mark.parametrize(
    ("led", "back"),
    [
        ("http://testserver{home}fleet/?side=axis#x", "{home}fleet/?side=axis"),
        ("http://testserver{home}log/public/1/", "{home}"),
        ("http://testserver{home}do/", ""),
        ("http://testserver/c/another/", ""),
        ("http://testserver/", ""),
        ("https://elsewhere.example{home}", ""),
        ("http://[", ""),
        ("", ""),
    ],
)
def test_an_act_leads_back_to_the_page_of_the_campaign_that_led_to_it(demo: InHand, led: str, back: str) -> None:
    page = demo.client.get(f"{demo.home}do/malta-bombed/", headers={"Referer": led.format(home=demo.home)})
    found = re.findall(r'<fieldset|name="next" value="([^"]*)"', page.content.decode().partition('class="sheet"')[2])
    assert found[0] == back.format(home=demo.home)
    assert b'name="referrer"' not in page.content
    # The address of what answers a form may be none to look at, so nothing leads back there.
    assert 'name="referrer" content="origin"' in post(demo, "malta-bombed", hits="x")[1]


def test_an_act_leads_back_with_the_whole_query_but_for_an_older_last_act(demo: InHand) -> None:
    _, location = post(demo, "malta-bombed", hits="1", next=f"{demo.home}?side=allied&on=&last=public/1")
    assert location == f"{demo.home}?side=allied&on=&last=public/3#last"


NO_ENTRY = ("public/²", "public/٣", "public/" + "9" * 20, "public/" + "9" * 5000, "public/-1", "x")


@pytest.mark.parametrize("last", NO_ENTRY)
def test_an_address_that_names_no_entry_as_the_last_one_shows_its_page_without(demo: InHand, last: str) -> None:
    page = demo.client.get(demo.home, {"last": last})
    assert page.status_code == 200
    assert b'id="last"' not in page.content
    assert b'id="last"' in demo.get("?last=public/1").content


def test_what_was_corrected_or_taken_back_since_is_not_told_as_the_last_act(demo: InHand) -> None:
    bombed = demo.do("malta-bombed", hits=2)
    assert "its number goes from 10 to 8" in demo.words(f"?last={bombed.reference}")
    demo.correct(bombed, hits=1)
    words = demo.words(f"?last={bombed.reference}").partition("Bomb Malta")[2]
    assert words.startswith(" Correction of entry 3 : typo Malta takes 1 hit: its number goes from 10 to 9. Receipt 4")
    typed = demo.set({"malta:status.number": 3})
    demo.take_back()
    assert "Took back entry 5 Malta's number; 3 → 9 Receipt 6" in demo.words(f"?last={typed.reference}")


def test_own_dice_are_tapped_and_the_receipt_says_what_was_given_in_words(demo: InHand) -> None:
    demo.end_steps(2)
    page = demo.get("do/italian-interference/?sea=eastern-med").content.decode()
    assert len(re.findall('data-face="[1-6]"', page)) == 6
    assert 'class="go grow side-axis"' in page, "whose tap it is, though the Allied turn runs"
    assert 'class="go grow side-allied"' in demo.get("do/south-aegean-zone/").content.decode()
    _, location = post(demo, "italian-interference", seen="", sea="eastern-med", dice="typed", strip="5")
    words = " ".join(re.sub("<[^>]+>", " ", demo.get(location).content.decode()).split())
    assert "together, or Red Sea. Eastern Med, Aegean Side" in words
    assert "Tried The entry of an attempt in this sea in this phase; empty for none. none" in words
    assert "tries in initial. Initial Player turn" in words
    assert "The Italian fleet interferes in part in the Eastern Med and Aegean." in words
    assert "PARTIAL INTERFERENCE" in words
    assert f'href="/c/{demo.slug}/#step">This step' in demo.get(location).content.decode()


def test_bad_input_is_a_sentence_that_keeps_what_was_typed_and_what_is_forbidden_has_its_rule(demo: InHand) -> None:
    status, text = post(demo, "malta-bombed", hits="77")
    assert status == 422
    assert "Hits: type a whole number from 0 to 15." in text
    assert re.search(r'name="hits"[^>]*value="77"|value="77"[^>]*name="hits"', text)
    assert Entry.objects.count() == 2
    status, text = post(demo, "malta-repaired", points="1")
    assert status == 422
    assert "construction engineer" in text
    assert "36.A.4.b" in text
    assert MaltaStatus.objects.get().number == 10


def test_a_stale_page_is_told_what_changed(demo: InHand) -> None:
    post(demo, "malta-bombed", hits="2")
    status, text = post(demo, "malta-bombed", submission="two", hits="1")
    assert status == 409
    assert "older than the campaign" in text
    assert f'was changed by <a class="ref" href="/c/{demo.slug}/log/public/3/">entry 3</a>' in text
    assert MaltaStatus.objects.get().number == 8


def test_looking_writes_nothing_a_number_is_taken_at_once_and_an_unknown_rule_is_not_found(demo: InHand) -> None:
    assert "10, contact 64 % → <b>8, contact 50 %</b>" in drawn(demo.post("do/malta-bombed/look/", hits="2"))
    demo.get("do/malta-bombed/", 200)
    demo.get("do/", 200)
    assert Entry.objects.count() == 2
    demo.get("do/raise-the-fleet/", 404)
    # The check of a shipment is carried out from the board, not by itself.
    demo.get("do/cargo-contact/", 404)
    demo.get("/c/nowhere/do/malta-bombed/", 404)
    page = demo.get("do/malta-bombed/").content.decode()
    assert re.search(r"<input[^>]*name=\"hits\"[^>]* data-focus", page)


@pytest.mark.rule("E33.B.7.c1", "E33.B.7.d1")
def test_the_allies_declare_the_south_aegean_zone_in_their_initial_phase_and_it_lasts_to_the_next(demo: InHand) -> None:
    # On Mar I 41 all four conditions hold: Suda Bay is Allied, the canal is open, the Aegean stands at 12 (Athens and
    # Thessalonika are Allied) and the Eastern Med at 15 (Crete is Allied).
    status, text = post(demo, "south-aegean-zone", extent="tight")
    assert status == 422
    assert "Allied initial phase" in text
    demo.post("step/", until="allied/initial", confirm="yes")
    status, _ = post(demo, "south-aegean-zone", extent="tight", seen="", submission="two")
    assert status == 302
    zone = SeaZone.objects.get(key="south-aegean")
    assert zone.declared == "tight"
    demo.post("step/", until="axis/exploitation", confirm="yes")
    zone.refresh_from_db()
    assert zone.declared == "tight"
    demo.post("step/", until="allied/initial", confirm="yes")
    zone.refresh_from_db()
    assert zone.declared == ""


def test_an_observer_looks_on(demo: InHand) -> None:
    demo = demo.at("observer")
    for rule, fields in (("malta-bombed", {"hits": "1"}), ("malta-repaired", {"points": "1", "engineer": "on"})):
        status, text = post(demo, rule, **fields)
        assert status == 403
        assert re.search("This is for the (Axis|Allied) seat to do. Take it at the head of the page", text)
    assert demo.post("step/", submission="x").status_code == 403
    assert Entry.objects.count() == 2


@pytest.mark.rule("E36.A.4.b1", "E36.A.4.b2", "E36.A.4.b3")
def test_malta_repair_points_arrive_are_counted_and_become_hits_removed_srps_sps_and_nrps(demo: InHand) -> None:
    def do(rule: str, **fields: str) -> str:
        form = {"submission": f"{rule}-{Entry.objects.count()}", "seen": "", **fields}
        answer = demo.post(f"do/{rule}/", **form)
        return str(answer.headers.get("Location", "")) or answer.content.decode()

    def stock() -> tuple[int, int]:
        row = MaltaStock.objects.get()
        return row.points, row.nrp

    assert "/log/public/3/" in do("malta-points", points="2")
    # The demo has 4, so 6 in hand: 2 hits removed (10 becomes 12), then 2 SRPs, one of them 2½ SPs at once,
    # and 1 naval repair point.
    do("malta-repaired", points="2", engineer="on")
    assert (MaltaStatus.objects.get().number, stock()) == (12, (4, 0))
    assert "construction engineer" in do("malta-converted", srp="2", at_once="1", nrp="1")
    receipt = do("malta-converted", srp="2", at_once="1", nrp="1", engineer="on")
    assert stock() == (1, 0)
    # The demo has 8 NRPs: with Malta's there are 9 to spend on repairs, mines and sweeping.
    assert str(Account.objects.get(key="allied/nrp").balance) == "9.0"
    shown = demo.get(receipt).content.decode()
    assert "Malta repair points in hand" in shown
    assert "2.5" in shown or "2½" in shown
    assert "Malta repair points in hand: 1, not 2." in do("malta-repaired", points="2", engineer="on")
    page = demo.get("setup/malta/").content.decode()
    assert "Malta repair points in hand: <b>1</b>" in page
    for rule in ("points", "converted", "supplied", "repaired", "bombed"):
        assert f'href="/c/{demo.slug}/do/malta-{rule}/"' in page


@pytest.mark.rule("E36.A.4.b2", "E36.A.4.b4")
def test_sps_and_srps_on_valletta_are_taken_from_the_roster_where_the_allies_keep_one(demo: InHand) -> None:
    fields = {"side": "allied", "port": "valletta", "label": "", "sunk": "0"}
    demo.edit(create("roster:allied/valletta/sp", what="sp", base="4", **fields), seat="allied")
    form = {"seen": "", "sp": "2.5", "srp": "0", "hits": "1", "engineer": "on"}
    assert post(demo, "malta-supplied", **form)[0] == 302
    assert MaltaStatus.objects.get().number == 11
    assert str(Holding.objects.get().base) == "1.50"
    status, text = post(demo, "malta-supplied", **{**form, "submission": "two"})
    assert status == 422
    assert "Valletta has 1.5 SP free, not 2.5." in text
    convert = {"submission": "three", "seen": "", "srp": "1", "at_once": "1", "nrp": "0", "engineer": "on"}
    assert post(demo, "malta-converted", **convert)[0] == 302
    assert str(Holding.objects.get().base) == "4.00"
    assert "1 hit removed with SPs or SRPs" in demo.get("setup/malta/").content.decode()


def test_every_mistake_is_told_at_once_marked_and_nothing_typed_is_lost(demo: InHand) -> None:
    line = {"side": "allied", "port": "gibraltar", "zones": ["western-med"]}
    typed = {"hexes": "far", "status": "4", "own_air": "120"}
    for way in ("", "look/"):
        answer = demo.post(f"do/supply-line/{way}", **{**line, **typed, "submission": "s", "seen": ""})
        page = answer.content.decode()
        assert answer.status_code == 422
        assert re.search(r'<div class="msg bad" role="alert" tabindex="-1" data-focus>.*?3 things to mend', page, re.S)
        assert page.count('role="alert"') == 1
        for name, value in typed.items():
            assert f'<a href="#id_{name}">' in page
            field = re.search(rf'<input[^>]*name="{name}"[^>]*>', page)
            assert 'aria-invalid="true"' in field[0]
            assert f'value="{value}"' in field[0]
            assert re.search(rf'aria-describedby="[^"]*id_{name}_error', field[0])
            assert f'id="id_{name}_error"' in page
        assert 'value="western-med" id="id_zones_0" checked' in page or re.search(
            r'value="western-med"[^>]*checked', page
        )
    assert Entry.objects.count() == 2


def test_looking_at_too_many_hits_is_an_error_and_wrong_dice_are_marked(demo: InHand) -> None:
    answer = drawn(demo.post("do/malta-bombed/look/", hits="99"), 422)
    assert '<a href="#id_hits">Hits: type a whole number from 0 to 15.</a>' in answer
    demo.end_steps(2)
    dice = {"sea": "eastern-med", "dice": "typed", "strip": "9"}
    status, page = post(demo, "italian-interference", seen="", **dice)
    assert status == 422
    assert re.search(r'<input class="strip"[^>]*value="9"[^>]*aria-invalid="true" aria-describedby="strip_error"', page)
    assert 'id="strip_error"' in page
    assert '<a href="#strip">' in page


def test_an_observer_is_told_before_and_taking_a_seat_stays_with_what_was_typed(demo: InHand) -> None:
    home = f"/c/{demo.slug}/"
    demo.client.post(f"{home}seat/", {"seat": "observer"})
    page = demo.client.get(f"{home}do/malta-bombed/").content.decode()
    assert page.count("The observer seat only watches") == 1
    assert re.search(r"<fieldset disabled>.*Carry it out.*</fieldset></form>", page, re.S)
    _, page = post(demo, "malta-bombed", hits="3")
    found = re.search(r'name="next" value="([^"]*)"', page)
    assert found[1] == f"{home}do/malta-bombed/?hits=3"
    assert demo.client.post(f"{home}seat/", {"seat": "axis", "next": found[1]}).headers["Location"] == found[1]
    page = demo.client.get(found[1]).content.decode()
    assert re.search(r'name="hits" value="3"', page)
    assert "disabled" not in page
    for strange in ("https://evil.example/", "//evil.example/c/", "/new/"):
        assert demo.client.post(f"{home}seat/", {"seat": "axis", "next": strange}).headers["Location"] == home


def test_the_list_of_rules_goes_by_topic_and_says_what_is_now_and_when_the_others_are(demo: InHand) -> None:
    demo.end_steps(2)
    page = demo.words("do/")
    assert "Declare the South Aegean interdiction zone 33.B.7 now" in page
    assert "Halve the RPs after a half result 33.E after such a result" in page
    assert "Lay mines from the air 36.C.2 air phase" in page
    assert "none:" not in page
    titles = re.findall(r"<h2>([^<]*) <small>", demo.text("do/"))
    assert titles == [topic.title for topic in TOPICS.topic]
    demo.post("step/", submission="s1", confirm="yes")
    assert "Declare the South Aegean interdiction zone 33.B.7 Allied initial phase" in demo.words("do/")


@pytest.mark.parametrize(
    ("typed", "found", "never"),
    [
        ("sweep", "Sweep mines with a task force", "Bomb Malta"),
        ("scuttle", "Ships on a canal or river", "Bomb Malta"),
        ("VP", "Receive points", "Bomb Malta"),
        ("malta bomb", "Bomb Malta", "Repair Malta"),
        ("36.c.2", "Lay mines from the air", "Sweep mines with a task force"),
        ("air", "Count the air units against shipping", "Convert Malta repair points"),
    ],
)
def test_a_rule_is_found_by_its_name_number_topic_and_other_words(
    demo: InHand, typed: str, found: str, never: str
) -> None:
    page = words_of(demo.client.get(f"{demo.home}do/", {"q": typed}))
    assert found in page
    assert never not in page


def test_chips_show_what_is_of_now_or_has_dice_and_what_is_not_found_is_looked_for_under_procedures(
    demo: InHand,
) -> None:
    assert "Bomb Malta" in demo.words("do/?show=now")
    assert "Repair Malta" not in demo.words("do/?show=now")
    assert "Bomb Malta" not in demo.words("do/?show=dice")
    page = demo.text("do/?q=99.Z")
    assert f'href="/procedures/?c={demo.slug}">Look for 99.Z under Procedures</a>' in page


@pytest.mark.rule("E33.F")
def test_a_supply_line_begins_with_a_port_of_its_side(demo: InHand) -> None:
    def chosen(page: str) -> str:
        found = re.search(r'<select name="port".*?<option value="([^"]*)" selected', page, re.S)
        return found[1] if found else "none"

    assert chosen(demo.get("do/supply-line/").content.decode()) in ("", "none")
    demo.end_steps(2)
    link = re.search(r'do/supply-line/\?[^"]*', demo.get("do/").content.decode())
    page = demo.client.get(f"/c/{demo.slug}/" + link[0].replace("&amp;", "&")).content.decode()
    assert chosen(page) == "aden", "the first Allied port by name"


def test_an_address_that_says_what_only_a_form_sends_is_answered_as_any_other(demo: InHand) -> None:
    demo.get("do/gunfire-support/?submission=one&unit=force-h-1&support=full")


def test_who_only_looks_on_reads_that_nothing_can_be_done_from_that_seat() -> None:
    watching = InHand(begin_lingayen()).at(OBSERVER)
    assert "Nothing of it from this seat just now. All rules" in watching.words("do/?show=now")
    assert "No rule to carry out goes by “99.Z”." in watching.words("do/?show=now&q=99.Z")
