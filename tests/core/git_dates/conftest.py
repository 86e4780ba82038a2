"""Real repositories in a temporary folder: a scripted one (``repo``), and random histories by fast-import."""

from __future__ import annotations

import os
import random
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from urlset.git_dates import GitDates, GitOptions, git_dates, memo

DAY = 86_400
START = 1_577_836_800
"""2020-01-01T00:00:00Z: day 0 of every history here."""


def plain_environment() -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    return kept | {
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_NAME": "a",
        "GIT_AUTHOR_EMAIL": "a@example.com",
        "GIT_COMMITTER_NAME": "c",
        "GIT_COMMITTER_EMAIL": "c@example.com",
        "GIT_ALLOW_PROTOCOL": "file",
    }


class Repo:
    """A repository, scripted: ``commit(day, name=content, ...)``; a content of None removes the file."""

    def __init__(self, top: Path) -> None:
        self.top = top
        self.env = plain_environment()
        top.mkdir(parents=True, exist_ok=True)
        self.git("init", "-q", "-b", "main")

    def git(
        self, *words: str | bytes, day: float | None = None, authored: float | None = None, check: bool = True
    ) -> str:
        env = dict(self.env)
        if day is not None:
            env["GIT_COMMITTER_DATE"] = f"@{int(START + day * DAY)} +0000"
            env["GIT_AUTHOR_DATE"] = f"@{int(START + (day if authored is None else authored) * DAY)} +0000"
        done = subprocess.run(
            ["git", *words],
            cwd=self.top,
            env=env,
            capture_output=True,
            text=True,
            errors="surrogateescape",
            check=False,
        )
        if check and done.returncode:
            raise AssertionError(f"git {words}: {done.stderr}")
        return done.stdout.strip()

    def write(self, files: dict[str, str | None]) -> None:
        for name, content in files.items():
            path = self.top / name
            if content is None:
                path.unlink()
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(content)

    def commit(self, day: float, files: dict[str, str | None], authored: float | None = None) -> str:
        self.write(files)
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", f"day {day}", day=day, authored=authored)
        return self.git("rev-parse", "HEAD")

    @contextmanager
    def branch(self, name: str) -> Iterator[None]:
        """What is committed inside stands on a new branch, made here; afterwards ``main`` is back."""
        self.git("switch", "-qc", name)
        yield
        self.git("switch", "-q", "main")

    def merge(
        self,
        day: float,
        *others: str,
        options: tuple[str, ...] = (),
        files: dict[str, str | None] | None = None,
    ) -> str:
        """Merge ``others`` on ``day``; ``files`` is what the merge itself makes of the tree."""
        self.git("merge", "-q", "--no-ff", "--no-commit", *options, *others, day=day, check=False)
        self.write(files or {})
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", f"merge on day {day}", day=day)
        return self.git("rev-parse", "HEAD")

    def ask(self, *names: str, **options: object) -> GitDates:
        return git_dates([str(self.top / name) for name in names], GitOptions(**options))  # type: ignore[arg-type]

    def day(self, name: str, **options: object) -> float | str:
        """The day of the file's date, or the reason why it has none."""
        path = str(self.top / name)
        dates = git_dates([path], GitOptions(**options))  # type: ignore[arg-type]
        return (dates.found[path] - START) / DAY if path in dates.found else dates.unknown[path]


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test sees another's answers, this machine's git settings, or the CI that runs it."""
    memo.forget()
    for name in [*os.environ]:
        if name.startswith("GIT_") or name in CI_VARIABLES:
            monkeypatch.delenv(name)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)


CI_VARIABLES = (
    *("GITHUB_ACTIONS", "GITLAB_CI", "READTHEDOCS", "NETLIFY", "TF_BUILD", "CIRCLECI", "VERCEL"),
    *("BITBUCKET_BUILD_NUMBER", "TRAVIS"),
)


@pytest.fixture
def make_repo(tmp_path: Path) -> Callable[[str], Repo]:
    return lambda name: Repo(tmp_path / name)


@pytest.fixture
def repo(make_repo: Callable[[str], Repo]) -> Repo:
    return make_repo("site")


@pytest.fixture
def random_repo(tmp_path: Path) -> Callable[[int], Repo]:
    return lambda seed: _random_repo(tmp_path / f"random-{seed}", seed)


FILES = [f"d{number % 3}/f{number}.md" for number in range(12)]


def _random_repo(top: Path, seed: int) -> Repo:
    """8 to 80 commits: merges of two and three that pick sides at random and edit, extra roots, deletions,
    clocks that run backwards, modes that change."""
    repo = Repo(top)
    rng = random.Random(seed)
    trees: list[dict[str, tuple[int, int]]] = []
    stream: list[str] = []
    count = rng.randint(8, 80)
    for number in range(count):
        parents = _parents(rng, number)
        tree = _merged(rng, [trees[parent] for parent in parents])
        _edit(rng, tree, quiet=len(parents) > 1 and rng.random() < 0.6)
        trees.append(tree)
        stream.append(_fast_import(number, parents, tree, START + number * DAY + rng.randint(-5, 5) * DAY))
    stream.append(f"reset refs/heads/main\nfrom :{count}\n")
    subprocess.run(
        ["git", "fast-import", "--quiet"], cwd=top, env=repo.env, input="".join(stream).encode(), check=True
    )
    return repo


def _parents(rng: random.Random, number: int) -> list[int]:
    if number == 0 or rng.random() < 0.03:
        return []
    first = max(0, number - 1 - int(rng.expovariate(0.7)))
    wanted = rng.choices([1, 2, 3], [6, 3, 1])[0]
    return list(dict.fromkeys([first, *(rng.randrange(number) for _ in range(wanted - 1))]))


def _merged(rng: random.Random, sides: list[dict[str, tuple[int, int]]]) -> dict[str, tuple[int, int]]:
    tree: dict[str, tuple[int, int]] = {}
    for name in sorted({name for side in sides for name in side}):
        side = sides[0] if rng.random() < 0.4 else rng.choice(sides)
        if name in side:
            tree[name] = side[name]
    return tree


def _edit(rng: random.Random, tree: dict[str, tuple[int, int]], *, quiet: bool) -> None:
    for _ in range(0 if quiet else rng.randint(1, 3)):
        name = rng.choice(FILES)
        if name in tree and rng.random() < 0.15:
            del tree[name]
        else:
            tree[name] = (rng.randint(0, 6), 0o644)


def _fast_import(number: int, parents: list[int], tree: dict[str, tuple[int, int]], when: int) -> str:
    lines = [
        f"commit refs/heads/b{number}",
        f"mark :{number + 1}",
        f"committer c <c@example.com> {when} +0000",
    ]
    lines.append(f"data 0\n{f'from :{parents[0] + 1}' if parents else ''}".rstrip())
    lines += [f"merge :{parent + 1}" for parent in parents[1:]]
    lines.append("deleteall")
    for name, (content, mode) in tree.items():
        data = f"{name if content > 3 else ''} {content}\n"
        lines.append(f"M 100{mode:o} inline {name}\ndata {len(data)}\n{data}")
    return "\n".join(lines) + "\n\n"
