"""P36: an import is made beside the club's database: nobody waits for it, one is made at a time, a stop ends it."""

import http.client
import os
import signal
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db.models import QuerySet
from django.test import Client

from navalassist import sqlite, stopping
from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.play.archive import importing as imports
from navalassist.play.archive.scratch import LOCK, Busy, Stopped, apart, scratch
from navalassist.play.checks.verify import check_campaign
from tests.databases import ask, only_on_sqlite
from tests.live.house import House
from tests.patience import PATIENCE
from tests.promises.archives import ACTOR, imported, looked, opened, whole
from tests.promises.shipped import Shipped, Tablet, begin, shell

pytestmark = [pytest.mark.promise("P36")]


def is_held() -> bool:
    """Does this thread have the turn to write, so that every other one waits?"""
    got: list[bool] = []

    def take() -> None:
        got.append(sqlite._LOCK.acquire(blocking=False))
        if got[0]:
            sqlite._LOCK.release()

    other = threading.Thread(target=take)
    other.start()
    other.join()
    return not got[0]


@pytest.fixture
def data(story: Campaign) -> bytes:
    return whole(story)


@only_on_sqlite("there writers of other campaigns never wait")
@pytest.mark.django_db(transaction=True)
def test_nobody_waits_while_the_log_of_an_archive_is_checked(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    held: list[bool] = []
    check = imports.check_campaign

    def checked(*words: object, **more: object) -> object:
        held.append(is_held())
        return check(*words, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(imports, "check_campaign", checked)
    looked(data)
    made = imported(data)
    assert held == [False, False]
    assert check_campaign(made.campaign).faults == []


@pytest.mark.django_db
def test_a_second_archive_is_asked_to_come_again(
    data: bytes, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    client, before = Client(), Campaign.objects.count()
    kept = client.post("/import/", {"archive": SimpleUploadedFile("war.zip", data)})
    (tmp_path / "war.zip").write_bytes(data)
    with scratch():
        sent = client.post("/import/", {"archive": SimpleUploadedFile("war.zip", data)})
        confirmed = client.post(kept["Location"], {"do": "make"})
        with pytest.raises(Busy):
            imported(data)
        with pytest.raises(SystemExit) as ended:
            call_command("import", str(tmp_path / "war.zip"), yes=True)
    for answer in (sent, confirmed):
        assert answer.status_code == 429
        assert "Another archive is being looked at just now, one at a time." in answer.content.decode()
    assert ended.value.code == 2
    assert "Try again in a minute." in capsys.readouterr().err
    assert Campaign.objects.count() == before
    # The file that was kept is still there, and imported with the next tap.
    assert client.post(kept["Location"], {"do": "make"}).status_code == 302
    assert Campaign.objects.count() == before + 1


@pytest.mark.django_db
def test_a_stop_of_the_server_ends_it_in_words(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object) -> None:
        raise Stopped

    client, before = Client(), Campaign.objects.count()
    kept = client.post("/import/", {"archive": SimpleUploadedFile("war.zip", data)})
    monkeypatch.setattr("navalassist.desk.portable.views.apart", stopped)
    answer = client.post(kept["Location"], {"do": "make"})
    assert answer.status_code == 503
    assert "The server is being stopped. Nothing was imported; try again when it runs." in answer.content.decode()
    assert Campaign.objects.count() == before


def ended(seconds: float) -> None:
    """Work of another process that takes long."""
    time.sleep(seconds)


def odd() -> None:
    raise LookupError("in words")


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_work_apart_is_ended_with_the_server_and_its_fault_is_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(LookupError, match="in words"):
        apart(odd)
    monkeypatch.setattr(stopping, "asked", lambda: True)
    since = time.monotonic()
    with pytest.raises(Stopped):
        apart(ended, 10 * PATIENCE)
    assert time.monotonic() - since < PATIENCE


@only_on_sqlite("the plan of another database is its own")
@pytest.mark.django_db
def test_whether_a_file_was_imported_before_is_not_asked_of_every_entry(
    data: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    imported(data, "form-1")
    plans: list[str] = []
    exists, first = QuerySet.exists, QuerySet.first

    def planned(act: object) -> object:
        def acting(found: QuerySet[Entry]) -> object:
            if found.model is Entry:
                plans.append(found.explain())
            return act(found)  # type: ignore[operator]

        return acting

    monkeypatch.setattr(QuerySet, "exists", planned(exists))
    monkeypatch.setattr(QuerySet, "first", planned(first))
    assert imports._was_imported(opened(data).digest)
    assert imports.made_by("form-1", ACTOR)
    assert len(plans) == 2
    for plan in plans:
        assert "SCAN auditlog_entry" not in plan, plan


LONG = """
from bench.campaign import grow, new_campaign
from django.core.management import call_command
grow(new_campaign("long"), 1200)
call_command("archive", "long", {file!r}, all=True)
"""


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The archive of a log that takes some seconds to be checked."""
    folder = tmp_path_factory.mktemp("long")
    begin(folder / "data")
    shell(folder / "data", LONG.format(file=str(folder / "long.zip")))
    return (folder / "long.zip").read_bytes()


class Upload(threading.Thread):
    """A browser that sends an archive and waits for what comes."""

    def __init__(self, tablet: Tablet, archive: bytes) -> None:
        super().__init__()
        self.status, self.text = 0, ""
        token = dict(tablet.read("/import/").form("/import/").values())["csrfmiddlewaretoken"]
        mark = uuid.uuid4().hex
        parts = (("csrfmiddlewaretoken", "", token.encode()), ("archive", '; filename="war.zip"', archive))
        lines = [
            b"--%s\r\nContent-Disposition: form-data; name=%s%s\r\n\r\n%s\r\n"
            % (mark.encode(), f'"{name}"'.encode(), more.encode(), value)
            for name, more, value in parts
        ]
        self._body = b"".join([*lines, f"--{mark}--\r\n".encode()])
        self._headers = {**tablet.cookie_header(), "Content-Type": f"multipart/form-data; boundary={mark}"}
        self._line = http.client.HTTPConnection("127.0.0.1", tablet.server.port, timeout=PATIENCE)

    def run(self) -> None:
        self._line.request("POST", "/import/", self._body, self._headers)
        answer = self._line.getresponse()
        self.status, self.text = answer.status, answer.read().decode()
        self._line.close()


@contextmanager
def under_way(upload: Upload, data: Path) -> Iterator[None]:
    """The archive is being looked at in here; at the end it was answered."""
    import fcntl

    upload.start()
    until = time.monotonic() + PATIENCE
    with (data / LOCK).open("a") as file:
        while time.monotonic() < until and upload.is_alive():
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                fcntl.flock(file, fcntl.LOCK_UN)
            except BlockingIOError:
                break
            time.sleep(0.02)
    assert upload.is_alive()
    yield
    upload.join(PATIENCE)
    assert not upload.is_alive()


@pytest.mark.slow
@pytest.mark.xdist_group("a long import")
@pytest.mark.parametrize("kind", [Shipped, House], ids=["one table", "a club"])
def test_a_server_that_stops_during_an_import_says_so_and_does_not_hang(
    kind: type[Shipped], archive: bytes, tmp_path: Path
) -> None:
    server = kind(tmp_path / "data").start()
    try:
        tablet = Tablet(server)
        if isinstance(server, House):
            server.give(("Alice", "axis"))
            tablet = server.tablet("Alice")
        before = ask(server.data, "SELECT COUNT(*) FROM auditlog_entry")
        upload = Upload(tablet, archive)
        with under_way(upload, server.data):
            os.kill(server.pid, signal.SIGTERM)
            since = time.monotonic()
        server.stop()
        assert time.monotonic() - since < PATIENCE
        assert (upload.status, "The server is being stopped. Nothing was imported" in upload.text) == (503, True)
        assert ask(server.data, "SELECT COUNT(*) FROM auditlog_entry") == before
        assert not list((server.data / "imports").iterdir())
        assert not [line for line in server.said if "Traceback" in line], server.said
    finally:
        server.stop()
