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
    for title, builder, folder in SITES:
        print(f"\n=== {title}")
        told = builder(ROOT / folder, OUT / Path(folder).name)
        show(OUT / Path(folder).name, told)
    print(f"\nLook into {OUT.name}/: docs/index.html is the manual; each site has its sitemap.xml.")


def mkdocs(folder: Path, site: Path) -> list[str]:
    """Build a MkDocs site; returns what our plugin said of it."""
    config = folder / "mkdocs.yml" if (folder / "mkdocs.yml").exists() else ROOT / "mkdocs.yml"
    command = [sys.executable, "-m", "mkdocs", "build", "-v", "--strict", "-f", config, "-d", site]
    return re.findall(r"^(?:DEBUG|INFO) +- +urlset: (.*)", run(command), re.MULTILINE)


def run(command: list[str | Path]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)
    return done.stderr


SITES = [
    ("This project's manual, a MkDocs site with the plugin", mkdocs, "docs"),
    ("A small bilingual site in MkDocs", mkdocs, "examples/mkdocs"),
]


def show(site: Path, told: list[str]) -> None:
    """What a person wants to see: what the build said, and the file itself."""
    for line in dict.fromkeys(told):
        print(f"  {line.replace(str(ROOT), '.')}")
    for address, date in entries(site / "sitemap.xml").items():
        print(f"    {date or 'no date known':26} {address}")


def entries(path: Path) -> dict[str, str]:
    urls = etree.fromstring(path.read_bytes()).iter(f"{SITEMAP}url")
    return {url.findtext(f"{SITEMAP}loc"): url.findtext(f"{SITEMAP}lastmod") for url in urls}


if __name__ == "__main__":
    main()
