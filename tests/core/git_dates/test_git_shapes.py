"""The shapes of history: which commit made a page's present content. ``c2`` is a commit on day 2."""

from __future__ import annotations

import pytest


def test_an_edit_then_a_pure_rename(repo):
    # B7: a move changes no content; without looking through it, the move is the answer.
    repo.commit(1, {"a.md": "1"})
    repo.commit(2, {"a.md": "2"})
    repo.git("mv", "a.md", "b.md")
    repo.commit(3, {})
    assert repo.day("b.md") == 2
    assert repo.day("b.md", follow=False) == 3


def test_a_rename_with_an_edit_is_an_edit(repo):
    repo.commit(1, {"a.md": "one\ntwo\nthree\n"})
    repo.commit(2, {"a.md": None, "b.md": "one\ntwo\nthree\nfour\n"})
    assert repo.day("b.md") == repo.day("b.md", follow=False) == 2


def test_a_move_into_the_docs_from_outside(repo):
    repo.commit(1, {"old/a.md": "1", "docs/other.md": "x"})
    repo.commit(2, {"old/a.md": "2"})
    repo.commit(3, {"old/a.md": None, "docs/a.md": "2"})
    assert (repo.day("docs/a.md"), repo.day("docs/a.md", follow=False)) == (2, 3)


def test_a_rename_of_the_case_alone(repo):
    repo.commit(1, {"Page.md": "1"})
    repo.git("mv", "Page.md", "page.md")
    repo.commit(2, {})
    assert repo.day("page.md") == 1


def test_several_moves_in_a_row(repo):
    repo.commit(1, {"a.md": "1", "same.md": "1"})
    for day, (old, new) in enumerate([("a.md", "b.md"), ("b.md", "x/c.md"), ("x/c.md", "y/d.md")], 2):
        repo.commit(day, {old: None, new: "1"})
    assert repo.day("y/d.md") == 1


def test_a_clean_merge_of_a_side_branch(repo):
    repo.commit(1, {"a.md": "1"})
    with repo.branch("side"):
        repo.commit(2, {"a.md": "2"})
    repo.commit(3, {"b.md": "1"})
    repo.merge(4, "side")
    assert repo.day("a.md") == 2
    assert repo.day("a.md", when="merged") == 4


def test_a_conflict_resolved_by_hand(repo):
    repo.commit(1, {"a.md": "1"})
    with repo.branch("side"):
        repo.commit(2, {"a.md": "side"})
    repo.commit(3, {"a.md": "main"})
    repo.merge(4, "side", files={"a.md": "both"})
    assert repo.day("a.md") == repo.day("a.md", when="merged") == 4


@pytest.mark.parametrize("name", ["a.md", "born.md"])
def test_what_the_merge_itself_changed_or_made(repo, name):
    repo.commit(1, {"a.md": "1"})
    with repo.branch("side"):
        repo.commit(2, {"b.md": "2"})
    repo.commit(3, {"c.md": "3"})
    repo.merge(4, "side", files={name: "evil"})
    assert repo.day(name) == 4
    assert repo.day("b.md") == 2


def test_a_discarded_edit_never_counted(repo):
    repo.commit(1, {"a.md": "1"})
    with repo.branch("side"):
        repo.commit(2, {"a.md": "2"})
    repo.commit(3, {"b.md": "3"})
    repo.merge(4, "side", options=("-s", "ours"))
    assert repo.day("a.md") == repo.day("a.md", when="merged") == 1


def test_an_edit_that_the_side_took_back(repo):
    repo.commit(1, {"a.md": "1"})
    with repo.branch("side"):
        repo.commit(2, {"a.md": "2"})
        repo.commit(3, {"a.md": "1"})
    repo.commit(4, {"b.md": "1"})
    repo.merge(5, "side")
    assert repo.day("a.md") == 1


@pytest.mark.parametrize("side_day", [2, 6])
def test_the_same_change_on_both_sides(repo, side_day):
    # The first parent's side made the content, whichever commit is older.
    repo.commit(1, {"a.md": "1"})
    with repo.branch("side"):
        repo.commit(side_day, {"a.md": "same", "s.md": ""})
    repo.commit(4, {"a.md": "same"})
    repo.merge(7, "side")
    assert repo.day("a.md") == 4


def test_a_branch_merged_long_after_it_was_written(repo):
    # B9: the commit by default; the day it went live by choice.
    repo.commit(1, {"a.md": "1"})
    with repo.branch("side"):
        repo.commit(2, {"a.md": "2"})
    repo.commit(3, {"b.md": ""})
    repo.merge(40, "side")
    assert (repo.day("a.md"), repo.day("a.md", when="merged")) == (2, 40)


def test_main_merged_into_a_feature_that_main_then_takes(repo):
    # B5: the file changed on day 3; that main was merged back on day 5 is no change of it.
    repo.commit(1, {"a.md": "1"})
    with repo.branch("feature"):
        repo.commit(2, {"f.md": "1"})
    repo.commit(3, {"a.md": "3"})
    repo.git("switch", "-q", "feature")
    repo.merge(5, "main")
    repo.git("switch", "-q", "main")
    repo.git("merge", "-q", "--ff-only", "feature")
    assert repo.day("a.md") == 3


def test_the_third_side_of_an_octopus(repo):
    repo.commit(1, {"a.md": "1", "b.md": "1", "c.md": "1"})
    for day, name in ((2, "a"), (3, "b"), (4, "c")):
        repo.git("switch", "-qc", name, "main")
        repo.commit(day, {f"{name}.md": name})
    repo.git("switch", "-q", "main")
    repo.commit(5, {"d.md": ""})
    repo.merge(6, "a", "b", "c")
    assert [repo.day(f"{name}.md") for name in "abc"] == [2, 3, 4]
    assert repo.day("c.md", when="merged") == 6


def test_a_tree_that_a_merge_put_elsewhere(repo):
    # What git subtree add does: paths that are new here, made by the merge.
    repo.commit(1, {"a.md": "1"})
    repo.git("switch", "-q", "--orphan", "other")
    repo.commit(2, {"x.md": "other"})
    repo.git("switch", "-q", "main")
    repo.merge(
        3, "other", options=("--allow-unrelated-histories",), files={"x.md": None, "sub/x.md": "other"}
    )
    assert repo.day("sub/x.md", follow=False) == 3


def test_an_edit_and_its_revert_on_the_published_branch(repo):
    for day, text in enumerate(["1", "2", "1"], 1):
        repo.commit(day, {"a.md": text})
    assert repo.day("a.md") == 3


def test_deleted_and_added_again(repo):
    repo.commit(1, {"a.md": "1"})
    repo.commit(2, {"a.md": None})
    repo.commit(3, {"a.md": "1"})
    assert repo.day("a.md") == 3


def test_topology_decides_not_clocks(repo):
    repo.commit(5, {"a.md": "1"})
    repo.commit(2, {"a.md": "2"})
    repo.commit(9, {"b.md": "1"})
    assert repo.day("a.md") == 2


def test_a_change_of_the_mode_alone_is_no_change(repo):
    repo.commit(1, {"a.md": "1"})
    (repo.top / "a.md").chmod(0o755)
    repo.commit(2, {})
    assert repo.day("a.md") == 1


def test_a_file_that_became_a_link(repo):
    repo.commit(1, {"a.md": "1", "b.md": "2"})
    (repo.top / "a.md").unlink()
    (repo.top / "a.md").symlink_to("b.md")
    repo.commit(2, {})
    assert repo.day("a.md") == 2


def test_white_space_counts(repo):
    repo.commit(1, {"a.md": "a b\n"})
    repo.commit(2, {"a.md": "a  b\n"})
    assert repo.day("a.md") == 2


def test_a_rebase_keeps_the_author_and_moves_the_committer(repo):
    # B17, OP-35
    repo.commit(30, {"a.md": "1"}, authored=2)
    assert (repo.day("a.md"), repo.day("a.md", date="author")) == (30, 2)
