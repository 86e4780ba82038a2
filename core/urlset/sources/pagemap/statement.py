"""The first layer against writing: one statement that reads, or it never reaches a database.

The layers behind it are each database's own (`engines`); this one only has to understand where words begin
and end, so it errs towards refusing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

READS = ("SELECT", "VALUES", "WITH")

_WRITES = frozenset({"INSERT", "UPDATE", "DELETE", "MERGE", "REPLACE", "TRUNCATE", "DROP", "ALTER", "CREATE"})
_LOCKS = frozenset({"UPDATE", "SHARE", "NO", "KEY"})

_OUTSIDE = re.compile(
    r"(?i)pg_(terminate_backend|cancel_backend|reload_conf|rotate_logfile|switch_wal|create_restore_point"
    r"|promote|start_backup|stop_backup|backup_start|backup_stop|wal_replay_\w+|create_\w+|drop_\w+|logical_\w+"
    r"|replication_\w+|stat_reset\w*|notify|advisory_\w+|try_advisory_\w+|file_\w+|export_snapshot"
    r"|import_system_collations|log_backend_memory_contexts|sync_replication_slots)"
    r"|lo_\w+|loread|lowrite|set_config|setval|nextval|lastval|dblink\w*"
    r"|(query|cursor|table|schema|database)_to_xml\w*|ts_stat|ts_rewrite"
    r"|load_extension|writefile|edit|fts3_tokenizer"
    r"|get_lock|release_lock|release_all_locks|load_file|sys_exec|sys_eval|sleep|pg_sleep\w*|benchmark"
)
"""Functions that do something a rolled-back transaction does not undo, read the server's files, or run text
as SQL."""

_TOKEN = re.compile(
    r"""(?sx)
      (?P<blank> \s+ )
    | (?P<line> --[^\n]* )
    | (?P<comment> /\* )
    | (?P<dollar> \$(?:[^\W\d]\w*)?\$ )
    | (?P<quote> ['"`] )
    | (?P<bracket> \[ )
    | (?P<word> [^\W\d][\w$]* )
    | (?P<other> . )
    """
)


class Token(NamedTuple):
    """One word, quoted name, text or sign; ``kind`` is ``word``, ``name``, ``text`` or ``sign``."""

    kind: str
    text: str
    depth: int


class Refused(ValueError):
    """A statement that must not run; the message says why."""


def checked(sql: str, dialect: str) -> str:
    """``sql`` without its final semicolon, if it is one statement that only reads.

    ``dialect`` is ``sqlite``, ``postgresql`` or ``mysql``. Raises Refused.
    """
    tokens, end = _statement(sql, dialect)
    words = [token for token in tokens if token.kind == "word"]
    first = next((token for token in tokens if token.text != "("), None)
    if first is None or first.kind != "word" or first.text.upper() not in READS:
        raise Refused("is no SELECT, WITH … SELECT or VALUES" if tokens else "is empty")
    if first.text.upper() == "WITH":
        _check_with(words, first.depth)
    _check_words(tokens)
    return sql[:end].rstrip()


def _statement(sql: str, dialect: str) -> tuple[list[Token], int]:
    """The tokens of the one statement, and where it ends."""
    tokens: list[Token] = []
    end = len(sql)
    for token, start in _tokens(sql, dialect):
        if token.text == ";" and token.kind == "sign":
            end = min(end, start)
        elif end < len(sql):
            raise Refused("holds more than one statement")
        else:
            tokens.append(token)
    return tokens, end


def _check_with(words: list[Token], depth: int) -> None:
    """The first verb outside the parentheses is the statement's own."""
    level = [word.text.upper() for word in words if word.depth == depth]
    verb = next((word for word in level if word in _WRITES or word in READS[:2]), "")
    if verb not in READS[:2] and not any(
        word.text.upper() == "SELECT" for word in words if word.depth > depth
    ):
        raise Refused("is a WITH without a SELECT")
    if verb in _WRITES:
        raise Refused(f"is a WITH … {verb}, which writes")


def _check_words(tokens: list[Token]) -> None:
    for before, token, after in zip([None, *tokens], tokens, [*tokens[1:], None], strict=False):
        word = token.text.upper() if token.kind == "word" else ""
        following = after.text.upper() if after else ""
        if word == "INTO":
            raise Refused("writes its result somewhere (INTO)")
        if (word == "FOR" and following in _LOCKS) or (word == "LOCK" and following == "IN"):
            raise Refused("locks rows (FOR UPDATE, FOR SHARE)")
        if word in _WRITES and before and before.text == "(" and following != "(":
            raise Refused(f"holds a statement that writes ({word})")
        if word == "NEXT" and following == "VALUE":
            raise Refused("moves a sequence (NEXT VALUE FOR)")
        if token.kind in {"word", "name"} and following == "(" and _OUTSIDE.fullmatch(token.text):
            raise Refused(f"calls {token.text}, which does more than read")


def _tokens(sql: str, dialect: str) -> Iterator[tuple[Token, int]]:
    position, depth = 0, 0
    while match := _TOKEN.match(sql, position):
        start = match.start()
        skipped = _skipped(match, dialect)
        if skipped is not None:
            position = skipped
            continue
        position, kind, text = _token(match, dialect)
        depth += {"(": 1, ")": -1}.get(text, 0) if kind == "sign" else 0
        if depth < 0:
            raise Refused("closes a parenthesis that it never opened")
        yield Token(kind, text, depth), start


def _skipped(match: re.Match[str], dialect: str) -> int | None:
    """Where blanks or a comment end; None where there are none."""
    sql, start = match.string, match.start()
    if match.lastgroup == "blank":
        return match.end()
    if match.lastgroup == "comment":
        return _comment(sql, start, dialect)
    # MariaDB takes two minus signs for a comment only before a blank: 5--1 is 6 there.
    if match.lastgroup == "line" and not (dialect == "mysql" and match[0][2:3].strip()):
        return match.end()
    if match[0] == "#" and dialect == "mysql":
        found = sql.find("\n", start)
        return len(sql) if found < 0 else found + 1
    return None


def _token(match: re.Match[str], dialect: str) -> tuple[int, str, str]:
    """Where a token ends, its kind and its text."""
    sql, start, kind = match.string, match.start(), match.lastgroup
    if kind == "quote":
        return _quoted(sql, start, dialect)
    if kind == "dollar" and dialect == "postgresql":
        return _closed(sql, match[0], match.end()), "text", ""
    if kind == "bracket" and dialect == "sqlite":
        end = _closed(sql, "]", match.end())
        return end, "name", sql[start + 1 : end - 1]
    if kind == "word":
        return match.end(), "word", match[0]
    return start + 1, "sign", sql[start]


def _comment(sql: str, start: int, dialect: str) -> int:
    if dialect == "mysql" and sql[start + 2 : start + 4].startswith(("!", "M!", "+")):
        raise Refused("holds a comment that MariaDB runs (/*! … */)")
    depth, position = 1, start + 2
    for mark in re.finditer(r"/\*|\*/", sql[position:]):
        if mark[0] == "*/":
            depth -= 1
        elif dialect == "postgresql":
            depth += 1
        if not depth:
            return position + mark.end()
    raise Refused("holds a comment that does not end")


def _quoted(sql: str, start: int, dialect: str) -> tuple[int, str, str]:
    quote = sql[start]
    before = re.search(r"(?i)(?:^|[^\w$])(e|u&)\Z", sql[max(0, start - 4) : start])
    prefix = before[1].upper() if before else ""
    if prefix == "U&" and dialect == "postgresql":
        raise Refused("spells a name or a text with U&, which is not read here")
    plain = quote == "'" and prefix == "E" and dialect == "postgresql"
    escapes = plain or (dialect == "mysql" and quote != "`")
    escaped = r"|\\." if escapes else ""
    other = rf"[^{quote}\\]" if escapes else f"[^{quote}]"
    match = re.compile(rf"(?s)(?:{other}{escaped}|{quote}{quote})*+{quote}").match(sql, start + 1)
    if match is None:
        raise Refused(f"opens a {quote} that does not end")
    return match.end(), "text" if quote == "'" else "name", "" if quote == "'" else match[0][:-1]


def _closed(sql: str, mark: str, start: int) -> int:
    found = sql.find(mark, start)
    if found < 0:
        raise Refused(f"opens a name or a text that {mark} does not end")
    return found + len(mark)
