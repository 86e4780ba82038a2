"""Git dates: ours, one process a file, and sphinx-last-updated-by-git's own function, in turn.

    python benchmarks/git_dates.py [REPOSITORY:PATTERN …]

A PATTERN is a git pathspec (``docs/*.md``). One repository is always generated, and comes first: 1,500 files
and 6,000 commits. For each, it prints the wall time of a whole process of ours (median of five), how many
times longer the others take (the loop by a random sample, in proportion), what the cache costs, and the files
whose date is not that of ``git log -1 -- FILE``; there must be none. Needs sphinx-last-updated-by-git.
"""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

ROUNDS = 5
SAMPLE = 60

OURS = """
import sys
from urlset.git_dates import GitOptions, git_dates
found = git_dates(sys.stdin.read().split("\\0"), GitOptions(follow=False)).found
assert found
"""
DIRECTORIES = """
import os, sys
from collections import defaultdict
from sphinx_last_updated_by_git import update_file_dates
folders = defaultdict(dict)
for path in sys.stdin.read().split("\\0"):
    folders[os.path.dirname(path)][os.path.basename(path)] = None
for folder, files in folders.items():
    try:
        update_file_dates(folder, set(), files)
    except (AssertionError, UnicodeDecodeError):
        pass
"""


def generate(folder: Path, files: int = 1_500, commits: int = 6_000) -> tuple[Path, str]:
    """A history made by ``git fast-import``: a merge in twenty commits, most files in folders of ten."""
    rng = random.Random(1)
    names = [f"docs/d{number % 150}/p{number}.md" for number in range(files)]
    lines: list[str] = []
    for number in range(1, commits + 1):
        lines += [
            f"commit refs/heads/main\nmark :{number}",
            f"committer c <c@e> {1_500_000_000 + number * 3600} +0000",
        ]
        lines.append("data 0")
        if number > 1:
            lines.append(f"from :{number - 1}")
        if number > 40 and number % 20 == 0:
            lines.append(f"merge :{number - rng.randint(2, 30)}")
        touched = names if number == 1 else rng.choices(names, k=3)
        lines += [f"M 644 inline {name}\ndata <<E\n{number} {name}\nE" for name in touched]
    subprocess.run(["git", "init", "-q", folder], check=True)
    script = "\n".join(lines) + "\nreset refs/heads/main\nfrom :" + str(commits) + "\n"
    subprocess.run(["git", "fast-import", "--quiet"], cwd=folder, input=script.encode(), check=True)
    subprocess.run(["git", "symbolic-ref", "HEAD", "refs/heads/main"], cwd=folder, check=True)
    subprocess.run(["git", "reset", "-q", "--hard"], cwd=folder, check=True)
    return folder, "docs/*.md"


def tracked(top: Path, pattern: str) -> list[str]:
    told = subprocess.check_output(["git", "ls-files", "-z", "--", pattern], cwd=top)
    if not told:
        told = subprocess.check_output(["git", "ls-tree", "-rz", "--name-only", "HEAD"], cwd=top)
    return [os.fsdecode(name) for name in told.split(b"\0") if name]


def wall(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def process(code: str, paths: list[str]) -> float:
    """Wall seconds of a whole Python process."""
    return wall(lambda: run(code, paths))


def peak(code: str, paths: list[str]) -> int:
    """MiB that a whole Python process takes at most, git's own aside."""
    told = "\nimport resource; print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    return int(run(code + told, paths)) // 1024


def run(code: str, paths: list[str]) -> bytes:
    environment = {
        **os.environ,
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": "core.commitGraph",
        "GIT_CONFIG_VALUE_0": "false",
    }
    command = [sys.executable, "-c", code]
    told = subprocess.run(
        command, input="\0".join(paths).encode(), env=environment, check=True, stdout=subprocess.PIPE
    )
    return told.stdout


def loop(top: Path, names: list[str]) -> float:
    """Seconds for one process a file, by proportion."""
    sample = random.Random(2).sample(names, min(SAMPLE, len(names)))
    command = ["git", "-c", "core.commitGraph=false", "log", "-1", "--format=%cI", "--"]
    spent = wall(
        lambda: [
            subprocess.run([*command, name], cwd=top, capture_output=True, check=True) for name in sample
        ]
    )
    return spent * len(names) / len(sample)


def differing(top: Path, names: list[str]) -> list[str]:
    """Files whose date is not the one that git itself gives for them, in every way the same."""
    from urlset.git_dates import GitOptions, git_dates

    paths = {name: str(top / name) for name in names}
    found = git_dates(paths.values(), GitOptions(follow=False)).found
    wrong = []
    for name in names:
        told = subprocess.check_output(["git", "log", "-1", "--format=%ct", "--", name], cwd=top).strip()
        if str(found.get(paths[name])) != told.decode():
            wrong.append(name)
    return wrong


class Cached(NamedTuple):
    """Seconds in this process.

    The engine is what answers for the names of one repository, probe included; the whole call also resolves
    each path on disk, which no cache saves.
    """

    cold: float
    warm: float
    """The engine, from the cache on disk."""
    moved: float
    """The engine, from a cache on disk that is ten commits old."""
    call: float
    """The whole call, from the cache on disk."""


def cached(top: Path, names: list[str]) -> Cached:
    """The medians over the rounds."""
    from urlset.git_dates import GitOptions, git_dates, memo, repository
    from urlset.git_dates.answer import Question

    paths, files = [str(top / name) for name in names], [os.fsencode(name) for name in names]
    question = Question(follow=True, merged=False, ignored=frozenset())
    earlier = subprocess.check_output(["git", "rev-parse", "HEAD~10"], cwd=top).strip()

    def engine(store: str | None, commit: bytes = b"") -> None:
        memo.forget()
        found = repository.probe(str(top), ("-C", str(top)))
        memo.remembered(found._replace(commit=commit or found.commit), files, question, store)

    def whole() -> None:
        memo.forget()
        git_dates(paths, GitOptions(cache=True))

    def moved(store: str) -> float:
        engine(store, earlier)
        return wall(lambda: engine(store))

    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as old:
        os.environ["XDG_CACHE_HOME"] = folder
        engine(folder)
        whole()
        rounds = [
            (wall(lambda: engine(None)), wall(lambda: engine(folder)), moved(old), wall(whole))
            for _ in range(ROUNDS)
        ]
    return Cached(*(statistics.median(figures) for figures in zip(*rounds, strict=True)))


def measure(title: str, top: Path, pattern: str) -> None:
    names = tracked(top, pattern)
    paths = [str(top / name) for name in names]
    commits = subprocess.check_output(["git", "rev-list", "--count", "HEAD"], cwd=top, text=True).strip()
    spent = defaultdict(list)
    for round_ in range(ROUNDS):
        spent["ours"].append(process(OURS, paths))
        spent["moves"].append(process(OURS.replace("follow=False", "follow=True"), paths))
        if round_ < 2:
            spent["loop"].append(loop(top, names))
            spent["directories"].append(process(DIRECTORIES, paths))
    ours = statistics.median(spent["ours"])
    ratio = {name: statistics.median(figures) / ours for name, figures in spent.items()}
    cache = cached(top, names)
    sample = names if len(names) <= 2_000 else random.Random(3).sample(names, 2_000)
    wrong = differing(top, sample)
    print(f"{title}: {len(names):,} files, {commits} commits; ours {ours:.2f} s, {peak(OURS, paths)} MiB")
    print(f"  one process a file: {ratio['loop']:.0f} times ours")
    print(f"  sphinx-last-updated-by-git: {ratio['directories']:.0f} times ours")
    print(f"  ours looking through moves: {ratio['moves']:.2f} times")
    warm, moved, call = (seconds / cache.cold for seconds in cache[1:])
    print(f"  engine from the cache: {warm:.3f} of {cache.cold:.3f} s, ten commits on {moved:.3f}")
    print(f"  whole call from the cache: {call:.3f}")
    print(
        f"  {len(wrong)} of {len(sample):,} files differ from git log -1 {' '.join(wrong[:20])}", flush=True
    )


def main(arguments: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        measure("generated", *generate(Path(folder) / "history"))
    for argument in arguments:
        top, _, pattern = argument.partition(":")
        measure(Path(top).name, Path(top).resolve(), pattern)


if __name__ == "__main__":
    main(sys.argv[1:])
