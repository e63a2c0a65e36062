"""The reference pages: every table, ruling and procedure can be read without a campaign, and nothing can be changed."""

import re

import pytest
from django.conf import settings
from django.test import Client
from django.utils.text import slugify

from navalassist.engine import REGISTER, Procedure, Roller
from navalassist.reference import catalogue
from tables import all_tables

PAGES = [
    "/tables/",
    "/rulings/",
    "/procedures/",
    "/turns/",
    "/glossary/",
    *(f"/tables/{slug}/" for slug in all_tables()),
]


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def text(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return str(answer.content.decode())


# All pages


@pytest.mark.parametrize("address", PAGES)
def test_each_page_is_there_read_only_with_ids_that_are_unique_and_links_that_lead_somewhere(
    client: Client, address: str
) -> None:
    assert client.get(address).status_code == 200
    assert client.head(address).status_code == 200
    for method in (client.post, client.put, client.delete):
        assert method(address).status_code == 405
    html = text(client, address)
    ids = re.findall(r'\sid="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', html)) <= set(ids)


@pytest.mark.promise("P34")
@pytest.mark.parametrize("address", PAGES)
def test_each_page_is_strict_and_has_nothing_inline(client: Client, address: str) -> None:
    answer = client.get(address)
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "style-src 'self'" in policy
    assert "unsafe" not in policy
    html = answer.content.decode()
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:|<script(?![^>]*\ssrc=)", html)


@pytest.mark.parametrize(
    "address",
    ["/tables/europa/none/", "/tables/none/33-anti-shipping/", "/tables/europa/", "/tables/europa/..%2f..%2fx/"],
)
def test_an_unknown_table_is_not_found(client: Client, address: str) -> None:
    assert client.get(address).status_code == 404


# Tables


def test_the_list_says_what_each_table_is_for_and_how_much_of_it_is_printed(client: Client) -> None:
    html = text(client, "/tables/")
    for slug, table in all_tables().items():
        assert f'href="/tables/{slug}/"' in html
        assert table.title in html
    assert "161 of 176 cells printed, 15 restored" in html
    assert "all 6 cells stand-in" in html


@pytest.mark.rule("E33.D")
def test_the_anti_shipping_table_is_whole_with_its_chances_and_says_what_was_restored(client: Client) -> None:
    html = text(client, "/tables/europa/33-anti-shipping/")
    assert len(re.findall(r'<td id="r\d+c\d+"', html)) == 11 * 16
    page = words(html)
    assert "C 8 % 3/36 11 % 4/36" in page
    assert "58 % 21/36" in page
    assert "− 5 An empty naval transport that sails alone. 33.D R-02 printed" in page
    assert html.count('<span class="vh">restored</span>') == 15
    assert '<a class="cell-link" href="#r2c14">14</a>' in html
    assert "Row 7, restored: 7 , 8" in words(html)


def test_the_rows_of_the_source_are_shown_on_request_where_a_table_has_them(client: Client) -> None:
    address = "/tables/europa/33-anti-shipping/"
    assert '<tr class="source">' not in text(client, address)
    html = text(client, f"{address}?view=printed")
    assert html.count('<tr class="source">') == 11
    assert html.count("nothing printed") == 15
    assert '<tr class="source">' not in text(client, f"{address}?view=%00'\"<")
    address = "/tables/europa/33-shipping-results/"
    assert "view=printed" not in text(client, address)
    assert '<tr class="source">' not in text(client, f"{address}?view=printed")


@pytest.mark.rule("E33.E.T6")
def test_the_shipping_results_have_their_chances_and_conditions_stand_under_their_zone(client: Client) -> None:
    page = words(text(client, "/tables/europa/33-shipping-results/"))
    assert "E 50 % 3/6 – 17 % 1/6 33 % 2/6" in page
    assert "½E half eliminated" in page
    html = text(client, "/tables/europa/33-axis-sea-zones/")
    assert "Western Mediterranean Gibraltar, Oran or Algiers is Allied-owned. 12 33.B.3.a" in words(html)
    assert 'href="/rulings/#R-04"' in html


@pytest.mark.parametrize("name", ["36-success", "36-naval-gunnery"])
def test_a_table_of_stand_ins_says_so_before_anything_else(client: Client, name: str) -> None:
    page = words(text(client, f"/tables/europa/{name}/"))
    assert page.index("Every cell is a stand-in.") < page.index("How to read it")


# Rulings


def test_every_ruling_tells_the_doubt_the_reading_and_the_reason_also_those_that_tables_name(client: Client) -> None:
    html = text(client, "/rulings/")
    page = words(html)
    for ruling in catalogue.rulings().values():
        assert f'id="{ruling.number}"' in html
        assert ruling.title in words(html.replace("&#x27;", "'").replace("&amp;", "&").replace("&quot;", '"'))
    assert "default Bombing lowers the number" in page
    assert "or Bombing raises the number" in page
    assert html.count('<span class="tag">default</span>') == sum(
        len(ruling.choices) > 1 for ruling in catalogue.rulings().values()
    )
    named = {number for table in all_tables().values() for number in table.rulings}
    assert named <= set(catalogue.rulings())
    assert '<a href="/tables/europa/33-anti-shipping/">Anti-Shipping Table</a>' in html


# Procedures


@pytest.fixture
def two_procedures(monkeypatch: pytest.MonkeyPatch) -> None:
    def make(slug: str, rule: str, roller: Roller) -> Procedure:
        return Procedure(slug, "mini", rule, f"Title <{slug}>", roller, "of 2020", "2d6", print, object, None, None)  # type: ignore[arg-type]

    for each in (make("later", "9.B", Roller.OWNER), make("sooner", "9.A", Roller.ENEMY)):
        monkeypatch.setitem(REGISTER, each.slug, each)


def test_each_procedure_has_its_rule_dice_and_roller(client: Client, two_procedures: None) -> None:
    html = text(client, "/procedures/")
    page = words(html)
    assert "Title &lt;sooner&gt; 9.A 2d6 the enemy of the side it is about of 2020 sooner" in page
    assert page.index("Title &lt;sooner&gt;") < page.index("Title &lt;later&gt;")
    assert 'id="later"' in html


def test_without_procedures_the_page_says_so_and_a_system_without_a_title_is_called_by_its_key(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogue, "REGISTER", {})
    assert "None yet." in text(client, "/procedures/")
    assert catalogue.system_title("europa") == "Europa, naval rules 33 and 36"
    assert catalogue.system_title("mini_rules") == "Mini rules"


# The way back to a campaign


@pytest.mark.parametrize("address", ["/tables/", "/rulings/", "/procedures/", "/tables/europa/33-anti-shipping/"])
def test_a_page_leads_back_to_the_campaign_and_so_do_the_pages_that_it_leads_to(client: Client, address: str) -> None:
    back = '<a href="/c/mediterranean-1941/">Back to the campaign</a>'
    html = text(client, f"{address}?c=mediterranean-1941")
    assert back in html
    onward = re.findall(r'<a (?:class="btn" )?href="(/(?:tables|rulings|procedures)/[^"]*)"', html)
    assert len(onward) >= 6
    assert all("?c=mediterranean-1941" in link for link in onward)
    assert (
        back in client.get(address, headers={"Referer": "http://testserver/c/mediterranean-1941/log/"}).content.decode()
    )
    assert back in client.get(address, headers={"Referer": f"http://testserver{onward[0]}"}).content.decode()
    assert "Back to the campaign" not in text(client, address)


@pytest.mark.parametrize(
    "hostile", ["../evil", "//evil.example", '"><script>', "a b", "", "x" * 61, "javascript:x", "\u202e", "a/b"]
)
def test_a_hostile_way_back_is_none(client: Client, hostile: str) -> None:
    html = client.get("/tables/", {"c": hostile}).content.decode()
    assert "Back to the campaign" not in html
    assert "?c=" not in html


@pytest.mark.parametrize("referer", ["http://evil.example/c/x/", "http://[", "nonsense", "http://testserver/c/a%22b/"])
def test_only_a_page_of_this_site_tells_where_one_came_from(client: Client, referer: str) -> None:
    answer = client.get("/rulings/", headers={"Referer": referer})
    assert answer.status_code == 200
    assert "Back to the campaign" not in answer.content.decode()


# The turn sequence


def test_the_turn_sequence_names_steps_duties_and_what_ends_and_marks_the_step_one_came_from(client: Client) -> None:
    page = text(client, "/turns/?c=mediterranean-1941&system=europa&at=allied/air")
    said = words(page)
    steps = ("1. Initial", "2. Air", "3. Naval movement", "4. Combat", "5. Naval exploitation")
    # Below it stand those of other systems, which have an initial phase too.
    own = said[: said.index("Supermarina II")]
    assert [own.count(step) for step in steps] == [2] * 5
    assert "Bomb Malta 36.A.4.a" in said
    assert "The South Aegean interdiction zone as the Allied player turn, Initial begins 33.B.7" in said
    assert "with the Allied player turn 33.B.2.b R-38" in said
    assert page.count('aria-current="step"') == 1
    part = page[page.index('aria-current="step"') :]
    assert words(part[: part.index("</tr>")]).startswith('aria-current="step"> 2. Air now')
    allied = page[page.index("side-allied") :]
    assert 'aria-current="step"' in allied


@pytest.mark.parametrize("at", ["", "axis", "green/air", "axis/air/air", "<script>"])
def test_no_step_is_marked_where_the_address_names_none(client: Client, at: str) -> None:
    assert 'aria-current="step"' not in text(client, f"/turns/?at={at}")


# The glossary


def test_the_glossary_has_every_word_of_its_file_and_none_of_the_marks_of_the_file(client: Client) -> None:
    file = (settings.BASE_DIR / "docs" / "glossary.md").read_text(encoding="utf-8")
    html = text(client, "/glossary/")
    assert html.count('id="word-') == file.count("\n- **")
    shown = html.partition("<h1>")[2].partition("</main>")[0]
    assert not re.search(r"\*\*|`|\\|Code:", shown)
    assert 'id="word-naval-status"' in html


def test_every_word_that_a_page_links_stands_in_the_glossary(client: Client) -> None:
    html = text(client, "/glossary/")
    templates = (settings.BASE_DIR / "templates").rglob("*.html")
    linked = [names for path in templates for names in re.findall(r"{% words (.+?) %}", path.read_text("utf-8"))]
    assert len(linked) > 10
    for name in re.findall(r'"([^"]+)"', " ".join(linked)):
        assert f'id="word-{slugify(name)}"' in html, name
