"""The architecture, held by the syntax tree: imports run only down, and only the seams touch the world."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CORE = ROOT / "core" / "urlset"

FLOORS: dict[int, set[str]] = {
    8: {"__init__", "cli"},
    7: {"flow_dask", "answer", "collector", "explain", "config", "surroundings", "old_config"},
    6: {"flow"},
    5: {
        "settings",
        "beneath",
        "guard",
        "written",
        "sections",
        "fileset",
        "languages",
        "compare",
        "validator",
        "submission",
    },
    4: {
        "sources",
        "outputs",
        "canonical",
        "dates",
        "content_dates",
        "filters",
        "includes",
        "order",
        "rewrite",
        "trail",
    },
    3: {"foreign", "tree", "tally", "outcome", "scratch"},
    2: {"page", "loc", "lastmod", "tags", "git_dates", "options", "patterns", "split", "readers", "publish"},
    1: {"clock", "process", "fs"},
    0: {"codes", "errors", "protocol", "redact", "streams"},
}
FLOOR_OF = {room: floor for floor, rooms in FLOORS.items() for room in rooms} | {"__main__": 9}
HOSTS = {"mkdocs", "pelican", "sphinx", "docutils", "markdown", "properdocs"}
PLUGINS = [host for host in ("mkdocs", "pelican", "sphinx") if (ROOT / "plugins" / host).exists()]


def modules() -> list[Path]:
    return sorted(CORE.rglob("*.py"))


def short(path: Path) -> str:
    return str(path.relative_to(ROOT))


def room_of(path: Path) -> str:
    return path.relative_to(CORE).parts[0].removesuffix(".py")


def imports(path: Path) -> Iterator[tuple[str, int]]:
    """Absolute names of all that a module imports, wherever in it, but not what only a type checker sees."""
    package = path.relative_to(CORE.parent).parent.parts
    for node in ast.walk(_runtime(ast.parse(path.read_text("utf-8")))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            name = ".".join(part for part in (start, node.module) if part)
            yield from ((f"{name}.{alias.name}", node.lineno) for alias in node.names)


def _runtime(tree: ast.Module) -> ast.AST:
    class WithoutTypeChecking(ast.NodeTransformer):
        def visit_If(self, node: ast.If) -> ast.AST | None:
            return None if ast.unparse(node.test) == "TYPE_CHECKING" else self.generic_visit(node)

    return WithoutTypeChecking().visit(tree)


@pytest.mark.parametrize("path", modules(), ids=short)
def test_imports_run_only_down(path: Path) -> None:
    room, floor = room_of(path), FLOOR_OF[room_of(path)]
    for name, line in imports(path):
        top, *rest = name.split(".")
        assert top not in HOSTS, f"{path}:{line}: the core knows no host"
        if top != "urlset" or not rest or rest[0] == room or (floor > 6 and rest[0] not in FLOOR_OF):
            continue
        assert FLOOR_OF[rest[0]] < floor, f"{path}:{line}: {room} (floor {floor}) imports {rest[0]}"


def test_every_room_has_a_floor() -> None:
    assert {room_of(path) for path in modules()} <= set(FLOOR_OF)


@pytest.mark.parametrize("host", PLUGINS)
def test_a_plugin_imports_its_host_and_the_face(host: str) -> None:
    for path in (ROOT / "plugins" / host).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and not node.level:
                names = [node.module or ""]
            for name in names:
                assert not name.startswith("urlset."), f"{path}: {name} is behind the face"
                assert name.split(".")[0] not in HOSTS - {host, "docutils"}, f"{path}: {name}"


@pytest.mark.parametrize("host", PLUGINS)
def test_an_adapter_has_at_most_120_lines(host: str) -> None:
    lines = sum(len(path.read_text("utf-8").splitlines()) for path in (ROOT / "plugins" / host).rglob("*.py"))
    assert 0 < lines <= 120


SEAMS: dict[str, set[str]] = {
    "subprocess": {"process"},
    "socket": {"readers", "sources"},
    "httpx": {"readers"},
    "urllib.request": set(),
    "http.client": set(),
    "tempfile": {"fs"},
    "shutil": {"fs"},
    "time": {"clock"},
}
FS = ("replace", "rename", "unlink", "remove", "mkdir", "makedirs", "rmdir", "link", "symlink", "truncate")
NEVER = ("os.system", "os.popen", "datetime.now", "datetime.utcnow", "date.today", "urlopen", "etree.XSLT")
CALLS: dict[str, set[str]] = {f"os.{name}": {"fs"} for name in FS}
CALLS |= {name: set() for name in (*NEVER, "etree.parse", "etree.iterparse")}


@pytest.mark.parametrize("path", modules(), ids=short)
def test_only_the_seams_touch_the_world(path: Path) -> None:
    room = room_of(path)
    for name, line in imports(path):
        for module, allowed in SEAMS.items():
            reached = name == module or name.startswith(f"{module}.")
            assert not reached or room in allowed, f"{path}:{line}: {module} belongs to {allowed or 'nobody'}"
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call):
            _check_call(node, room, f"{path}:{node.lineno}")


def _check_call(node: ast.Call, room: str, where: str) -> None:
    called = ast.unparse(node.func)
    assert room in CALLS.get(called, {room}), f"{where}: {called}"
    if called == "open" and room != "fs":
        mode = ast.unparse(node.args[1]) if len(node.args) > 1 else "'r'"
        assert not set(mode) & set("wax+"), f"{where}: opens for writing"
    for word in node.keywords:
        assert not (word.arg == "shell" and ast.unparse(word.value) == "True"), f"{where}: a shell"


CODE = [
    path
    for top in ("core", "plugins", "tests", "benchmarks", "examples")
    for path in (ROOT / top).rglob("*.py")
]


@pytest.mark.parametrize("path", CODE, ids=short)
def test_files_and_functions_are_short(path: Path) -> None:
    text = path.read_text("utf-8")
    assert len(text.splitlines()) <= 300, "a file that wants more is two ideas"
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef) and node.end_lineno:
            assert node.end_lineno - node.lineno < 50, f"{node.name} is too long"
