"""Private, throw-away database servers from Debian's packages, on free loopback ports."""

from __future__ import annotations

import contextlib
import glob
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

PASSWORD = "s3cret-Planted/pw"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def absent(what: str) -> None:
    """A fault test that finds its tool missing fails in CI and is left out elsewhere."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"{what} is not installed")
    pytest.skip(f"{what} is not installed")


@contextlib.contextmanager
def folder_of(user: str) -> Iterator[tuple[str, dict[str, object]]]:
    """A temporary folder that belongs to ``user`` (servers refuse to run as root), and how to become it."""
    path = tempfile.mkdtemp(prefix="urlset-server-")
    become: dict[str, object] = {}
    if os.geteuid() == 0:
        shutil.chown(path, user, user)
        become = {"user": user, "group": pwd.getpwnam(user).pw_gid, "extra_groups": []}
    try:
        yield path, become
    finally:
        shutil.rmtree(path, ignore_errors=True)


@contextlib.contextmanager
def running(command: list[str], port: int, **options: object) -> Iterator[None]:
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)  # type: ignore[call-overload]
    try:
        until = time.monotonic() + 30
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            assert process.poll() is None, "the server ended"
            assert time.monotonic() < until, "the server did not start"
            time.sleep(0.05)
        yield
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@contextlib.contextmanager
def postgresql() -> Iterator[str]:
    """The address of a PostgreSQL server as its superuser ``postgres``, without a database."""
    programs = sorted(glob.glob("/usr/lib/postgresql/*/bin"))
    if not programs:
        absent("postgresql")
    port = free_port()
    with folder_of("postgres") as (path, become):
        Path(path, "pw").write_text(PASSWORD)
        initdb = [f"{programs[-1]}/initdb", "-D", f"{path}/data", "-U", "postgres", "-E", "UTF8", "--no-sync"]
        initdb += ["--locale=C.UTF-8", f"--pwfile={path}/pw", "--auth=scram-sha-256"]
        subprocess.run(initdb, check=True, capture_output=True, cwd=path, **become)  # type: ignore[call-overload]
        server = [f"{programs[-1]}/postgres", "-D", f"{path}/data", "-p", str(port), "-h", "127.0.0.1"]
        server += ["-k", path, "-c", "fsync=off", "-c", "shared_buffers=16MB"]
        with running(server, port, cwd=path, **become):
            # The port opens while the server is still starting up.
            ready = [f"{programs[-1]}/pg_isready", "-q", "-h", "127.0.0.1", "-p", str(port), "-t", "1"]
            until = time.monotonic() + 30
            while subprocess.run(ready, check=False).returncode:
                assert time.monotonic() < until, "the server did not get ready"
                time.sleep(0.05)
            yield f"postgresql://postgres:{PASSWORD.replace('/', '%2F')}@127.0.0.1:{port}"


@contextlib.contextmanager
def mariadb() -> Iterator[str]:
    """The address of a MariaDB server as a user with every right, without a database."""
    if not (shutil.which("mariadbd") or os.path.exists("/usr/sbin/mariadbd")):
        absent("mariadb-server")
    port = free_port()
    with folder_of("mysql") as (path, become):
        install = [
            "mariadb-install-db",
            "--no-defaults",
            f"--datadir={path}/data",
            "--auth-root-authentication-method=normal",
        ]
        install += ["--skip-test-db", "--skip-name-resolve"]
        subprocess.run(install, check=True, capture_output=True, cwd=path, **become)  # type: ignore[call-overload]
        start = Path(path, "start.sql")
        start.write_text(
            f"GRANT ALL ON *.* TO 'boss'@'127.0.0.1' IDENTIFIED BY '{PASSWORD}' WITH GRANT OPTION;\n"
        )
        server = ["/usr/sbin/mariadbd", "--no-defaults", f"--datadir={path}/data", f"--port={port}"]
        server += [
            "--bind-address=127.0.0.1",
            "--skip-name-resolve",
            f"--socket={path}/s",
            f"--init-file={start}",
            "--secure-file-priv=",
        ]
        server += ["--innodb-buffer-pool-size=16M", "--innodb-flush-log-at-trx-commit=0"]
        with running(server, port, cwd=path, **become):
            yield f"mysql://boss:{PASSWORD.replace('/', '%2F')}@127.0.0.1:{port}"
