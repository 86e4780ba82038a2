"""``make demo``: build this project's own manual and the examples, and show what came out.

Everything is built into ``demo/``, from this checkout, with the real hosts.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

from lxml import etree

ROOT = Path(__file__).parent.parent
OUT = ROOT / "demo"
SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
ALTERNATE = "{http://www.w3.org/1999/xhtml}link"
SHOWN = 12
"""Most addresses shown of one sitemap that has many."""


def main() -> None:
    shutil.rmtree(OUT, ignore_errors=True)
    for title, build, folder in SITES:
        print(f"\n=== {title}")
        site = OUT / Path(folder).name
        for line in dict.fromkeys(build(ROOT / folder, site)):
            print(f"  {line.replace(str(ROOT), '.')}")
        for path in sorted(site.rglob("sitemap.xml")):
            show(path)
    pagemap()
    print(f"\nLook into {OUT.name}/: docs/index.html is the manual; each site has its sitemap.xml;")
    print("pagemap/sitemap.html is the magazine's site map for people.")


def mkdocs(folder: Path, site: Path) -> list[str]:
    """Build a MkDocs site; returns what our plugin said of it."""
    config = folder / "mkdocs.yml" if (folder / "mkdocs.yml").exists() else ROOT / "mkdocs.yml"
    said = run(folder, "mkdocs", "build", "-v", "--strict", "-f", config, "-d", site)
    return re.findall(r"^(?:DEBUG|INFO) +- +urlset: (.*)", said, re.MULTILINE)


def pelican(folder: Path, site: Path) -> list[str]:
    """Build a Pelican site; returns what our plugin said of it."""
    said = run(folder, "pelican", "-s", "pelicanconf.py", "-o", site, "--verbose")
    return re.findall(r"urlset: (.*)", said)


def sphinx(folder: Path, site: Path) -> list[str]:
    """Build a Sphinx site, a build a language; the first once more, when it can find the others."""
    said = ""
    for tag, place in (("en", site), ("de", site / "de"), ("en", site)):
        trees = ROOT / OUT / f".trees-{tag}"
        said += run(
            folder, "sphinx", "-b", "dirhtml", "-c", ".", "-D", f"language={tag}", "-d", trees, tag, place
        )
    return re.findall(r"urlset: (.*)", said)


def pagemap() -> None:
    """Build the magazine, whose articles are rows of a database: its sitemap, its site map for people, and
    the breadcrumbs of one article.
    """
    print("\n=== A magazine of 300 articles in a database, from one small tree: a pagemap")
    out = Path(os.path.relpath(OUT, ROOT))
    database, tree = out / "magazine.db", Path("examples/pagemap/site.pagemap.xml")
    run(ROOT, "examples.pagemap.make_database", database)
    source = [tree, "--database", f"default=sqlite:///{database}"]
    urlset("build", *source, "--output", out / "pagemap", "--html-map", "true", "--language", "en")
    show(OUT / "pagemap" / "sitemap.xml")
    print("  For people, sitemap.html is the same tree. For the head of an article, its breadcrumbs:")
    urlset("breadcrumbs", "/en/a-short-history-of-bridges/", *source)


def urlset(*words: str | Path) -> None:
    """Run ``urlset`` here, and show the command and what it said."""
    said = run(ROOT, "urlset", *words)
    print(textwrap.indent(f"$ {shlex.join(['urlset', *map(str, words)])}\n{said.rstrip()}", "  "))


def run(folder: Path, *module: str | Path) -> str:
    """Run a Python module in ``folder``; returns all that it said."""
    done = subprocess.run(
        [sys.executable, "-m", *module], cwd=folder, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(done.stdout + done.stderr)
    return done.stdout + done.stderr


SITES = [
    ("This project's manual, a MkDocs site with the plugin", mkdocs, "docs"),
    ("A small bilingual site in MkDocs", mkdocs, "examples/mkdocs"),
    ("The same site in Pelican", pelican, "examples/pelican"),
    ("The same site in Sphinx, a build a language", sphinx, "examples/sphinx"),
]


def show(path: Path) -> None:
    """A sitemap: its addresses and dates."""
    urls = list(etree.fromstring(path.read_bytes()).iter(f"{SITEMAP}url"))
    dates = {url.findtext(f"{SITEMAP}loc"): url.findtext(f"{SITEMAP}lastmod") for url in urls}
    languages = sum(url.find(ALTERNATE) is not None for url in urls)
    print(
        f"  {OUT.name}/{path.relative_to(OUT)}: {len(dates)} pages, {languages} of them in several languages"
    )
    shown = list(dates.items())[: SHOWN if len(dates) > 3 * SHOWN else None]
    for address, date in shown:
        print(f"    {date or 'no date known':26} {address}")
    if len(shown) < len(dates):
        print(f"    … and {len(dates) - len(shown)} more")


if __name__ == "__main__":
    main()
