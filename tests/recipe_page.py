"""What the tests of the manual's recipes share: the files of the page, and a small application of Django."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from test_docs import BLOCK, DOCS


def lay_recipes(folder: Path) -> Path:
    """Write every file that the page shows into ``folder``."""
    for _, title, text in BLOCK.findall((DOCS / "recipes.md").read_text("utf-8")):
        if title:
            (folder / title).parent.mkdir(exist_ok=True)
            (folder / title).write_text(text, "utf-8")
    return folder


def lay_django(folder: Path) -> Path:
    """Write the application ``shop``, to which the recipes for Django belong, into ``folder``."""
    lay_recipes(folder)
    for name, text in DJANGO_APP.items():
        (folder / "shop" / name).write_text(text)
    return folder


def python(folder: Path, code: str) -> Any:
    """Run ``code`` in ``folder``, warnings being errors; returns what it printed last, read as JSON."""
    (folder / "driver.py").write_text(code)
    command = [sys.executable, "-W", "error", "driver.py"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


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
