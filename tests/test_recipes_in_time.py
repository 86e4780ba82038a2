"""The recipes of the manual for building in time, taken from its page and run: timers, hooks after a save."""

from __future__ import annotations

import configparser
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from recipe_page import DJANGO, lay_django, lay_recipes, python
from support import entries

SHOP = "/srv/shop"


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """``/srv/shop`` of the page, somewhere else: with its environment and its configuration."""
    recipes = lay_recipes(tmp_path)
    (recipes / ".venv" / "bin").mkdir(parents=True)
    program = recipes / ".venv" / "bin" / "urlset"
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m urlset "$@"\n')
    program.chmod(0o755)
    (recipes / "urlset.toml").write_text(
        'base_url = "https://e.com/"\noutput = "public"\n[[sources]]\npath = "list.txt"\n'
    )
    (recipes / "list.txt").write_text("https://e.com/a\n")
    return recipes


def built_quietly(command: str, folder: Path) -> None:
    done = subprocess.run(["sh", "-c", command], cwd=folder, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert entries(folder / "public" / "sitemap.xml") == {"https://e.com/a": None}


def test_the_units_of_systemd(shop: Path) -> None:
    for name in ("sitemap.service", "sitemap.timer"):
        (shop / name).write_text((shop / name).read_text().replace(SHOP, str(shop)))
    service = configparser.ConfigParser()
    service.read(shop / "sitemap.service")
    assert service["Service"]["WorkingDirectory"] == str(shop)
    built_quietly(service["Service"]["ExecStart"], shop)
    if shutil.which("systemd-analyze"):
        environment = {**os.environ, "SYSTEMD_UNIT_PATH": f"{shop}:"}
        command = ["systemd-analyze", "verify", "--man=no", "sitemap.service", "sitemap.timer"]
        done = subprocess.run(command, cwd=shop, env=environment, capture_output=True, text=True, check=False)
        assert "sitemap." not in done.stderr


def test_the_line_of_cron(shop: Path) -> None:
    line = (shop / "sitemap.cron").read_text().replace(SHOP, str(shop))
    fields = re.fullmatch(r"(?:[\d*]+ ){5}\S+ (.+)\n", line)
    assert fields
    assert "%" not in line, "which cron reads as the end of a line"
    built_quietly(fields[1], shop)


# Hooks

SOON = """
import json, os, threading, time
import sitemap_soon
sitemap_soon.WAIT = 0.2
builds = []
build = sitemap_soon.urlset.build
def counted(*arguments):
    done = build(*arguments)
    builds.append(done.written)
    return done
sitemap_soon.urlset.build = counted

def settled():
    # Until no build is waiting or running.
    while len(threading.enumerate()) > 1:
        time.sleep(0.02)
    told, builds[:] = list(builds), []
    return told
"""
SQLALCHEMY_SHOP = """
import urlset
from sqlalchemy import create_engine, select
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

SETTINGS = urlset.Settings(base_url="https://e.com/", output="public")
engine = create_engine("sqlite:///shop.db")

class Base(DeclarativeBase): pass

class Article(Base):
    __tablename__ = "articles"
    slug: Mapped[str] = mapped_column(primary_key=True)

class Customer(Base):
    __tablename__ = "customers"
    name: Mapped[str] = mapped_column(primary_key=True)

Base.metadata.create_all(engine)

def pages():
    yield urlset.Page("/")
    with Session(engine) as session:
        for article in session.scalars(select(Article)):
            yield urlset.Page(f"/{article.slug}")
"""
SQLALCHEMY = f"""
from shop import Article, Customer, Session, SETTINGS, engine
import hooks_sqlalchemy
{SOON}
told = {{}}
with Session(engine) as session:
    for slug in "abc":
        session.add(Article(slug=slug))
        session.commit()
    told["three commits"] = settled()
    session.add(Customer(name="x"))
    session.commit()
    told["another table"] = settled()
    session.delete(session.get(Article, "a"))
    session.commit()
    told["one deleted"] = settled()
    session.add(Article(slug="d"))
    session.commit()
    from urlset.publish import locked
    with locked(SETTINGS.output):
        time.sleep(0.5)
    told["while another process builds"] = settled()
engine.dispose()
print(json.dumps(told))
"""


def test_a_hook_of_sqlalchemy(tmp_path: Path) -> None:
    recipes = lay_recipes(tmp_path)
    shutil.rmtree(recipes / "shop")
    (recipes / "shop.py").write_text(SQLALCHEMY_SHOP)
    assert python(recipes, SQLALCHEMY) == {
        "three commits": [4],
        "another table": [],
        "one deleted": [3],
        "while another process builds": [4],
    }
    assert list(entries(recipes / "public" / "sitemap.xml")) == [
        f"https://e.com/{n}" for n in ("", "b", "c", "d")
    ]


def test_a_hook_of_django(tmp_path: Path) -> None:
    told = python(
        lay_django(tmp_path),
        f"""{DJANGO}
import hooks_django
{SOON}
told = {{}}
now = datetime(2024, 5, 1, tzinfo=timezone.utc)
with transaction.atomic():
    first = Article.objects.create(slug="a", updated=now)
    Article.objects.create(slug="b", updated=now)
    told["before the commit"] = settled()
told["after it"] = settled()
first.delete()
told["one deleted"] = settled()
connection.close()
print(json.dumps(told))
""",
    )
    assert told == {"before the commit": [], "after it": [3], "one deleted": [2]}
