"""The recipes of the manual, taken from its page and run: timers, hooks after a save, views that answer."""

from __future__ import annotations

import configparser
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from support import assert_valid, entries
from test_docs import BLOCK, DOCS

SHOP = "/srv/shop"


@pytest.fixture
def recipes(tmp_path: Path) -> Path:
    """A folder with every file that the page shows."""
    for _, title, text in BLOCK.findall((DOCS / "recipes.md").read_text("utf-8")):
        if title:
            (tmp_path / title).parent.mkdir(exist_ok=True)
            (tmp_path / title).write_text(text, "utf-8")
    return tmp_path


def python(folder: Path, code: str) -> Any:
    """Run ``code`` in ``folder``, warnings being errors; returns what it printed last, read as JSON."""
    (folder / "driver.py").write_text(code)
    command = [sys.executable, "-W", "error", "driver.py"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


# Timers


@pytest.fixture
def shop(recipes: Path) -> Path:
    """``/srv/shop`` of the page, somewhere else: with its environment and its configuration."""
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


def test_a_hook_of_sqlalchemy(recipes: Path) -> None:
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


DJANGO = """
import django, json, os
from django.conf import settings
settings.configure(
    INSTALLED_APPS=["shop"], ROOT_URLCONF="shop.urls", USE_TZ=True, SECRET_KEY="x", ALLOWED_HOSTS=["*"],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "shop.sqlite3"}},
    DEFAULT_AUTO_FIELD="django.db.models.AutoField",
)
django.setup()
from datetime import datetime, timezone
from django.db import connection, transaction
from shop.models import Article
with connection.schema_editor() as editor:
    editor.create_model(Article)
"""
DJANGO_APP = {
    "__init__.py": """
import urlset
SETTINGS = urlset.Settings(base_url="https://e.com/", output="public")
def pages():
    from django.db import connection
    from .models import Article
    yield urlset.Page("/")
    for slug in Article.objects.values_list("slug", flat=True):
        yield urlset.Page(f"/{slug}")
    connection.close()
""",
    "models.py": """
from django.db import models
class Article(models.Model):
    slug = models.CharField(max_length=50)
    updated = models.DateTimeField()
""",
    "urls.py": """
from django.http import HttpResponse
from django.urls import path
from .views import sitemap
urlpatterns = [
    path("sitemap.xml", sitemap),
    path("articles/<str:slug>/", lambda request, slug: HttpResponse(slug), name="article"),
]
""",
}


@pytest.fixture
def django(recipes: Path) -> Path:
    for name, text in DJANGO_APP.items():
        (recipes / "shop" / name).write_text(text)
    return recipes


def test_a_hook_of_django(django: Path) -> None:
    told = python(
        django,
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


# Views

ASK = """
import threading, urllib.error, urllib.request
from wsgiref.simple_server import WSGIRequestHandler, make_server

class Quiet(WSGIRequestHandler):
    def log_message(self, *_): pass

def ask(port, **headers):
    request = urllib.request.Request(f"http://127.0.0.1:{port}/sitemap.xml", headers=headers)
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, dict(answer.headers), answer.read().decode()
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code, dict(refused.headers), ""

def serve(application, change, too_many):
    told = []
    with make_server("127.0.0.1", 0, application, handler_class=Quiet) as server:
        threading.Thread(target=server.serve_forever).start()
        try:
            told.append(ask(server.server_port))
            tag = told[0][1]["ETag"]
            told.append(ask(server.server_port, **{"If-None-Match": tag}))
            change()
            told.append(ask(server.server_port, **{"If-None-Match": tag}))
            too_many()
            told.append(ask(server.server_port))
        finally:
            server.shutdown()
    return told
"""


def check(told: list[list[Any]], folder: Path) -> None:
    """The whole sitemap, then 304, then the changed one, then an error without a byte of a sitemap."""
    (status, headers, first), unchanged, changed, failed = told
    assert status == 200
    assert headers["Content-Type"].startswith("application/xml")
    (folder / "answer.xml").write_text(first)
    assert entries(folder / "answer.xml") == {
        "https://shop.example/": None,
        "https://shop.example/articles/a%3F%20&%C3%BC/": "2024-05-01T00:00:00+00:00",
        "https://shop.example/articles/b/": "2024-05-01T00:00:00+00:00",
    }
    assert_valid(first.encode(), "https://shop.example/sitemap.xml")
    assert (unchanged[0], unchanged[2]) == (304, "")
    assert changed[0] == 200
    assert "/articles/b/" not in changed[2]
    assert failed[0] == 500
    assert "<urlset" not in failed[2]


def test_a_view_of_flask(recipes: Path) -> None:
    told = python(
        recipes,
        f"""
import json, sqlite3, contextlib
import shop_flask
{ASK}
def execute(*statement):
    with contextlib.closing(sqlite3.connect("shop.db")) as shop, shop:
        shop.execute(*statement)

execute("CREATE TABLE articles (slug, updated)")
for slug in ("a? &ü", "b"):
    execute("INSERT INTO articles VALUES (?, '2024-05-01T00:00:00+00:00')", [slug])

def too_many():
    shop_flask.SETTINGS = shop_flask.urlset.Settings(base_url="https://shop.example/", max_entries=1)

shop_flask.app.logger.disabled = True
told = serve(shop_flask.app, lambda: execute("DELETE FROM articles WHERE slug = 'b'"), too_many)
print(json.dumps(told))
""",
    )
    check(told, recipes)


def test_a_view_of_django(django: Path) -> None:
    told = python(
        django,
        f"""{DJANGO}
import logging
from django.core.wsgi import get_wsgi_application
from shop import views
{ASK}
logging.disable()
for slug in ("a? &ü", "b"):
    Article.objects.create(slug=slug, updated=datetime(2024, 5, 1, tzinfo=timezone.utc))

def too_many():
    views.SETTINGS = views.urlset.Settings(base_url="https://shop.example/", max_entries=1)

told = serve(get_wsgi_application(), lambda: Article.objects.filter(slug="b").delete(), too_many)
connection.close()
print(json.dumps(told))
""",
    )
    check(told, django)
