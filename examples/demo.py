"""``make demo``: build this project's own manual and the examples, and show what came out.

Everything is built into ``demo/``, from this checkout, with the real hosts.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

from lxml import etree

ROOT = Path(__file__).parent.parent
OUT = ROOT / "demo"
SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"


def main() -> None:
    shutil.rmtree(OUT, ignore_errors=True)
    for title, build, folder in SITES:
        print(f"\n=== {title}")
        site = OUT / Path(folder).name
        for line in dict.fromkeys(build(ROOT / folder, site)):
            print(f"  {line.replace(str(ROOT), '.')}")
        for path in sorted(site.rglob("sitemap.xml")):
            show(path)
    print(f"\nLook into {OUT.name}/: docs/index.html is the manual; each site has its sitemap.xml.")


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
    languages = sum(len(url) > 2 for url in urls)
    print(f"  {path.relative_to(ROOT)}: {len(dates)} pages, {languages} of them in several languages")
    for address, date in dates.items():
        print(f"    {date or 'no date known':26} {address}")


if __name__ == "__main__":
    main()
