"""Make magazine.db: a small magazine in two languages, 150 articles in each."""

from __future__ import annotations

import contextlib
import sqlite3
import sys
from datetime import date, timedelta
from pathlib import Path

THINGS = [
    ("bridges", "Brücken"),
    ("lighthouses", "Leuchttürme"),
    ("tea", "Tee"),
    ("night trains", "Nachtzüge"),
    ("paper", "Papier"),
    ("tides", "Gezeiten"),
    ("clocks", "Uhren"),
    ("gardens", "Gärten"),
    ("maps", "Karten"),
    ("bells", "Glocken"),
]
ANGLES = [
    ("A short history of {}", "Eine kurze Geschichte: {}"),
    ("What {} taught us", "Was uns {} lehren"),
    ("The makers of {}", "Wer {} macht"),
    ("{} at the end of the world", "{} am Ende der Welt"),
    ("Why we still need {}", "Warum wir {} noch brauchen"),
    ("{}, and how to look at them", "{} und wie man sie ansieht"),
    ("A letter about {}", "Ein Brief über {}"),
    ("{} in winter", "{} im Winter"),
    ("{} by numbers", "{} in Zahlen"),
    ("Ten questions on {}", "Zehn Fragen zu: {}"),
    ("Lost {}", "Verlorenes: {}"),
    ("{} & other wonders", "{} & andere Wunder"),
    ("The sound of {}", "Der Klang von {}"),
    ("A day with {}", "Ein Tag mit: {}"),
    ("Goodbye to {}", "Abschied: {}"),
]
SCHEMA = """
CREATE TABLE articles (
    id INTEGER PRIMARY KEY, story INTEGER NOT NULL, lang TEXT NOT NULL,
    slug TEXT NOT NULL, title TEXT NOT NULL, updated TEXT, published INTEGER NOT NULL
)
"""


def articles() -> list[tuple[object, ...]]:
    """The rows of the table: always the same ones."""
    rows: list[tuple[object, ...]] = []
    for story in range(len(THINGS) * len(ANGLES)):
        thing, angle = THINGS[story % len(THINGS)], ANGLES[story // len(THINGS)]
        updated = date(2026, 11, 30) - timedelta(days=story * 5)
        for number, lang in enumerate(("en", "de")):
            title = angle[number].format(thing[number])
            title = title[0].upper() + title[1:]
            slug = "-".join("".join(c if c.isalnum() else " " for c in title.lower()).split())
            rows.append((len(rows) + 1, story, lang, slug, title, updated.isoformat(), 1))
    return rows


def main(path: str) -> None:
    """Write the database anew."""
    Path(path).unlink(missing_ok=True)
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(SCHEMA)
        connection.executemany("INSERT INTO articles VALUES (?, ?, ?, ?, ?, ?, ?)", articles())


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "magazine.db")
