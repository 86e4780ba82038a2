"""Pages that wait on disk: the same ones, in their order, as often as wanted."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from urlset import fs, order, scratch
from urlset.cli import main
from urlset.errors import OutputError
from urlset.page import Alternate, Page
from urlset.scratch import Shelf


@pytest.mark.parametrize("most", [1, 3, 100])
def test_a_shelf_gives_back_what_was_put_there(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scratch, "_MOST_WEIGHT", most)
    pages = [Page(f"/{n}", lastmod="2024-01-01", alternates=(Alternate("de", f"/de/{n}"),)) for n in range(7)]
    shelf = Shelf()
    assert not list(shelf)
    for page in pages:
        shelf.put(page)
        assert next(iter(shelf)).loc == "/0"  # one that reads and stops does no harm
    for _ in range(2):
        found = list(shelf)
        assert [page.loc for page in found] == [page.loc for page in pages]
        assert all(page.lastmod == "2024-01-01" and page.alternates for page in found)


def test_heavy_pages_leave_memory_earlier(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scratch, "_MOST_WEIGHT", 10)
    shelf = Shelf()
    for number in range(4):
        shelf.put(Page(f"/{number}"), 5)
    assert not shelf._last
    assert [page.loc for page in shelf] == ["/0", "/1", "/2", "/3"]


def test_a_full_folder_for_temporary_files_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """No room, whoever wants some: a sitemap that is read, and pages that are sorted."""
    (tmp_path / "list.txt").write_text("".join(f"https://e.com/{n}\n" for n in range(50)))
    entries = "".join(f"<url><loc>https://e.com/{n}</loc></url>" for n in range(50))
    (tmp_path / "sitemap.xml").write_text(f"<urlset>{entries}</urlset>")
    monkeypatch.setattr(scratch, "_MOST_WEIGHT", 10)
    monkeypatch.setattr(order, "RUN", 10)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    for source in ("list.txt", "sitemap.xml"):
        arguments = ["build", "--base-url", "https://e.com/", "--output", str(tmp_path / "out")]
        with pytest.raises(SystemExit) as ended:
            main([*arguments, str(tmp_path / source)])
        assert ended.value.code == 4
        assert "gone: cannot be used for temporary files: No such file" in capsys.readouterr().err
        assert not list((tmp_path / "out").glob("*.xml*"))


def test_a_disk_that_fills_up_is_told() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full")
    file = fs.Scratch()
    with open("/dev/full", "wb", buffering=0) as full:
        file._file = full
        with pytest.raises(OutputError, match=r"cannot be used for temporary files: No space left"):
            file.add(b"x")
