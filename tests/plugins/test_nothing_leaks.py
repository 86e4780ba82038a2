"""P21: what is not for search engines stays out, however that is said: 40 markings and more in each of four
front ends, by real builds.
"""

from __future__ import annotations

import json
from pathlib import Path

from pelican_site import article, build as build_pelican, listed as listed_by_pelican
from sphinx_site import build as build_sphinx, listed as listed_by_sphinx, site as sphinx_site
from support import MkDocs, Repository, entries, lay, run_cli

HEADS = [
    '<meta name="robots" content="noindex">',
    "<META NAME='ROBOTS' CONTENT='NOINDEX'>",
    "<meta name=robots content=noindex>",
    '<meta content="noindex" name="robots">',
    '<meta name="robots" content="none">',
    '<meta name="robots" content="NONE">',
    '<meta name="robots" content="noindex,follow">',
    '<meta name="robots" content="follow, noindex">',
    '<meta name="robots" content=" noindex , nofollow ">',
    '<meta name="robots" content="nofollow noindex">',
    '<meta name="robots" content="max-snippet:-1;noindex">',
    '<meta name=" robots " content="noindex"/>',
    '<meta  name = "robots"  content = "noindex" >',
    '<meta name="googlebot" content="noindex">',
    '<meta name="GoogleBot" content="none">',
    '<meta name="bingbot" content="noindex">',
    '<meta name="robots" content="index"><meta name="robots" content="noindex">',
    '<meta name="robots" content="index"><meta name="googlebot" content="noindex">',
    '<noscript><meta name="robots" content="noindex"></noscript>',
    '<meta name="robots" content="&#110;oindex">',
    '<meta name="&#114;obots" content="noindex">',
    '<meta name="robots" data-x="a>b" content="noindex">',
    '<meta name="robots"><meta name="robots" content="none">',
    '<!-- a > b --><meta name="robots" content="noindex">',
    '<meta property="og:x" content="y"><meta name="robots" content="noindex, noarchive">',
    '<meta name="robots" content="noindex" /><meta name="description" content="index">',
    '<meta http-equiv="refresh" content="0; url=https://elsewhere.example/">',
    '<meta http-equiv="Refresh" content="5;URL=\'https://elsewhere.example/a\'">',
    '<meta content="0;https://elsewhere.example/" http-equiv=refresh>',
]
WORDS = ["false", "False", "FALSE", "no", "off", "exclude=true", "exclude=yes priority=0.5", " false "]
OPEN = ['<meta name="robots" content="index, follow">', "<!-- <meta name=robots content=noindex> -->"]
MKDOCS = f"""\
--- mkdocs.yml
site_name: x
site_url: https://e.com/
theme: {{name: null, custom_dir: theme}}
plugins: [urlset]
draft_docs: |
  draft.md
  drafts/
exclude_docs: |
  excluded.md
  _*.md
--- theme/main.html
<html><head>{{{{ page.meta.head }}}}</head><body>{{{{ page.content }}}}</body></html>
--- docs/index.md
---
head: {json.dumps(OPEN[0])}
---
# Home
--- docs/open.md
---
head: {json.dumps(OPEN[1])}
---
# Open
--- docs/draft.md
# A
--- docs/drafts/a.md
# A
--- docs/excluded.md
# A
--- docs/_b.md
# B
"""


def test_mkdocs(mkdocs: MkDocs, repository: Repository) -> None:
    said = [f"head: {json.dumps(head)}" for head in HEADS]
    said += [f"sitemap: {json.dumps(word)}" for word in WORDS]
    said += [
        "sitemap: false",
        "sitemap: {exclude: true}",
        "sitemap: no",
        "sitemap: {exclude: 'yes', priority: 1}",
    ]
    assert len(said) + 4 >= 40
    pages = "".join(f"--- docs/m{number}.md\n---\n{text}\n---\n# M\n" for number, text in enumerate(said))
    lay(repository.folder, MKDOCS + pages)
    assert list(entries(mkdocs.build() / "sitemap.xml")) == ["https://e.com/", "https://e.com/open/"]


def test_pelican(tmp_path: Path) -> None:
    said = [f"Head: {head}" for head in HEADS] + [f"Sitemap: {word}" for word in WORDS]
    said += ["Status: draft", "Status: hidden", "Private: True", "Private: yes", "Status: Draft"]
    assert len(said) + 2 >= 40
    pages = "".join(article(f"m{number}", text) for number, text in enumerate(said))
    pages += (
        article("open", f"Head: {OPEN[0]}")
        + article("open2", f"Head: {OPEN[1]}")
        + article("f", date="2999-01-01")
    )
    pages += "--- content/pages/p.md\nTitle: p\nStatus: draft\n\nText.\n"
    pages += "--- theme/templates/article.html\n<html><head>{{ article.head }}</head><body>x</body></html>\n"
    conf = "THEME = 'theme'\nDIRECT_TEMPLATES = []\nCATEGORY_SAVE_AS = ''\nWITH_FUTURE_DATES = False\n"
    site, _ = build_pelican(tmp_path, pages, conf=conf)
    assert listed_by_pelican(site) == ["open.html", "open2.html"]


SETUP = """\
exclude_patterns = ["excluded*", "_drafts"]
def setup(app):
    heads = {heads!r}
    app.connect("html-page-context", lambda app, name, *more: more[1].update(metatags=heads.get(name, "")))
"""


def test_sphinx(tmp_path: Path) -> None:
    heads = {f"m{number}": head for number, head in enumerate(HEADS)} | {"index": OPEN[0], "open": OPEN[1]}
    words = [*WORDS, "exclude=1", "0", "none"]
    assert len(HEADS) + len(words) + 2 >= 40
    pages = "".join(f"--- m{number}.rst\n:orphan:\n\nM\n=\n" for number in range(len(HEADS)))
    pages += "".join(
        f"--- w{number}.rst\n:orphan:\n:sitemap: {word}\n\nM\n=\n" for number, word in enumerate(words)
    )
    pages += "--- excluded.rst\nE\n=\n--- _drafts/a.rst\nA\n=\n--- open.rst\n:orphan:\n\nO\n=\n--- index.rst\nH\n=\n"
    sphinx_site(tmp_path, pages, SETUP.format(heads=heads))
    out, told = build_sphinx(tmp_path)
    assert (out / "sitemap.xml").exists(), told
    assert listed_by_sphinx(out) == ["index.html", "open.html"]


def test_a_folder_of_html(tmp_path: Path) -> None:
    canonicals = ["https://e.com/index.html?a", "https://www.e.com/m", "other.html", "//elsewhere.example/"]
    heads = [
        *HEADS,
        *(f'<link rel="canonical" href="{address}">' for address in canonicals),
        "<!--" + "x" * 1_200_000,
    ]
    pages = {f"m{number}.html": head for number, head in enumerate(heads)}
    pages |= dict.fromkeys(
        ("headers/a.html", "headers2/b.html", "disallowed/c.html", ".hidden/d.html", ".e.html"), ""
    )
    pages |= dict.fromkeys(("404.html", "de/404.html", "google0123456789abcdef.html"), "")
    assert len(pages) >= 40
    pages |= {"index.html": OPEN[0], "open.html": OPEN[1]}
    for name, head in pages.items():
        (tmp_path / "site" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "site" / name).write_text(
            f"<html><head>{head}<title>t</title></head><body>x</body></html>"
        )
    lay(
        tmp_path / "site",
        "--- _headers\n/headers/*\n  X-Robots-Tag: noindex\n/headers2/b.html\n  X-Robots-Tag: googlebot: none\n"
        "--- robots.txt\nUser-agent: *\nDisallow: /disallowed/\n",
    )
    done = run_cli("build", "--base-url", "https://e.com/", "site", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert list(entries(tmp_path / "site" / "sitemap.xml")) == ["https://e.com/", "https://e.com/open.html"]
