"""The recipes of the manual for answering on request, taken from its page and served over the loopback."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from recipe_page import DJANGO, lay_django, lay_recipes, python
from support import assert_valid, entries

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


def test_a_view_of_flask(tmp_path: Path) -> None:
    told = python(
        lay_recipes(tmp_path),
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
    check(told, tmp_path)


def test_a_view_of_django(tmp_path: Path) -> None:
    told = python(
        lay_django(tmp_path),
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
    check(told, tmp_path)
