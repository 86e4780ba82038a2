"""Commits that do not make a page new, and dates that cannot be believed."""

from __future__ import annotations

import pytest

from urlset.git_dates import advice
from urlset.git_dates.ignored import FILE


@pytest.fixture
def swept(repo):
    """Two edits, then a sweep over everything that also makes a page."""
    repo.commit(1, {"a.md": "1", "b.md": "1"})
    repo.commit(2, {"a.md": "2"})
    repo.sweep = repo.commit(3, {"a.md": "2 ", "b.md": "1 ", "new.md": "1"})
    return repo


def test_a_sweep_on_the_list_does_not_make_pages_new(swept):
    # B8: but a page cannot be older than its creation.
    assert [swept.day(name, ignore=(swept.sweep,)) for name in ("a.md", "b.md", "new.md")] == [2, 1, 3]
    assert [swept.day(name) for name in ("a.md", "b.md", "new.md")] == [3, 3, 3]


def test_the_file_that_blame_reads_is_honoured(swept):
    swept.write({FILE: f"# formatted\n\n{swept.sweep}  # all of it\n{'0' * 40}\n"})
    assert [swept.day(name) for name in ("a.md", "b.md", "new.md")] == [2, 1, 3]


def test_what_is_no_full_id_is_told(swept):
    swept.write({FILE: "# ok\nabc123\n"})
    dates = swept.ask("a.md", ignore=("HEAD",))
    assert any(f"{FILE}:2: no full commit id" in note for note in dates.notes)
    assert any("ignore_commits[0]: no full commit id" in note for note in dates.notes)


def test_every_commit_of_a_file_on_the_list(repo):
    ids = tuple(repo.commit(day, {"a.md": str(day)}) for day in (1, 2, 3))
    assert repo.day("a.md", ignore=ids) == 1


def test_a_listed_commit_on_a_merged_side_branch(repo):
    repo.commit(1, {"a.md": "1"})
    with repo.branch("side"):
        repo.commit(2, {"a.md": "2"})
        sweep = repo.commit(3, {"a.md": "3"})
    repo.commit(4, {"b.md": ""})
    repo.merge(5, "side")
    assert repo.day("a.md", ignore=(sweep,)) == 2


def test_a_listed_merge_skips_only_what_it_changed_itself(repo):
    repo.commit(1, {"a.md": "1", "c.md": "1"})
    with repo.branch("side"):
        repo.commit(2, {"b.md": "2"})
    repo.commit(3, {"d.md": ""})
    merge = repo.merge(4, "side", files={"a.md": "formatted"})
    assert (repo.day("a.md", ignore=(merge,)), repo.day("b.md", ignore=(merge,))) == (1, 2)


def test_a_listed_pure_rename(repo):
    repo.commit(1, {"a.md": "1"})
    repo.git("mv", "a.md", "b.md")
    move = repo.commit(2, {})
    assert repo.day("b.md", ignore=(move,)) == 1
    assert repo.day("b.md", ignore=(move,), follow=False) == 2


FUTURE = 30_000
"""A day of the year 2102."""


def test_a_committer_from_the_future_leaves_the_author(repo):
    repo.commit(FUTURE, {"a.md": "1"}, authored=2)
    assert repo.day("a.md") == 2


def test_both_from_the_future_leave_no_date(repo):
    repo.commit(FUTURE, {"a.md": "1"})
    assert repo.day("a.md") == "future"


def test_a_day_of_tolerance_and_the_clock_of_reproducible_builds(repo, monkeypatch):
    repo.commit(10, {"a.md": "1"})
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(1_577_836_800 + 9 * 86_400))
    assert repo.day("a.md") == 10
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(1_577_836_800 + 9 * 86_400 - 1))
    assert repo.day("a.md") == "future"
    # Many set it to one day for ever; then no clock is wrong.
    [line] = advice.notes({"a.md": "future"}, {"a.md": None})
    assert line.endswith(
        "SOURCE_DATE_EPOCH says that it is 2020-01-09: set it to the time of the last commit."
    )


def test_the_beginning_of_time_is_no_date(repo):
    repo.commit(-18_262, {"a.md": "1"})  # 1970-01-01
    assert repo.day("a.md") == "no-date"
    repo.commit(-8_000, {"b.md": "1"})  # 1998: an import
    assert repo.day("b.md") == -8_000
