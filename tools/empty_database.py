#!/usr/bin/env python3
"""Writes navalassist/keeping/empty.sql: an empty SQLite database as all migrations together leave it.

.venv/bin/python tools/empty_database.py            after every change of the migrations, or of Django
.venv/bin/python tools/empty_database.py --print    to standard output, and the file stays as it is
"""

import os
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEAD = "-- Written by tools/empty_database.py; navalassist/keeping/empty.py says what it is for.\n"
# Tables before what belongs to them, each by its name: so a change of a model is seen as such. What is SQLite's own it
# makes by itself.
PARTS = """
    SELECT type, name, sql FROM sqlite_master WHERE sql <> '' AND name NOT LIKE 'sqlite%'
    ORDER BY type <> 'table', type, name
"""


def migrate(data: Path) -> Path:
    """Carry out every migration, one by one; the database."""
    os.environ |= {"NAVALASSIST_DATA": str(data), "NAVALASSIST_DATABASE": ""}
    os.environ["DJANGO_SETTINGS_MODULE"] = "navalassist.settings"
    sys.path.insert(0, str(ROOT))
    import django

    django.setup()
    from django.core.management import call_command
    from django.core.management.commands.migrate import Command
    from django.db import connection

    call_command(Command(), verbosity=0)
    connection.close()
    return Path(connection.settings_dict["NAME"])


def statements(database: sqlite3.Connection):
    """What makes a database like this one."""
    parts = database.execute(PARTS).fetchall()
    yield from (sql for _, _, sql in parts)
    for kind, name, _ in parts:
        if kind == "table":
            yield from rows(database, name)


def rows(database: sqlite3.Connection, table: str):
    """The rows of a table; when a migration was carried out is for the database to say that is laid out."""
    columns = [name for _, name, *_ in database.execute(f"PRAGMA table_info({table})")]
    values = " || ', ' || ".join("'CURRENT_TIMESTAMP'" if name == "applied" else f'quote("{name}")' for name in columns)
    for (row,) in database.execute(f"SELECT {values} FROM {table} ORDER BY rowid"):
        yield f"INSERT INTO {table} VALUES ({row})"


def main() -> None:
    temporary = tempfile.TemporaryDirectory(prefix="navalassist-empty-")
    with temporary as data, closing(sqlite3.connect(migrate(Path(data)))) as database:
        text = HEAD + "".join(f"{statement};\n" for statement in statements(database))
    if sys.argv[1:] == ["--print"]:
        print(text, end="")
    else:
        (ROOT / "navalassist" / "keeping" / "empty.sql").write_text(text, "utf-8")


if __name__ == "__main__":
    main()
