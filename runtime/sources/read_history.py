"""Reads IPython's history.sqlite and prints it as one JSON object; never changes the file or its
folder.

It does not infer cells. Usage: read_history.py FILE [SESSION]

IPython has written the tables `history` (session, line, source, source_raw), `sessions` and
`output_history` since 0.11 (July 2011), the same to this day; early 2011 had `singletons` in place
of `sessions`. What differs is inside: `end` and `num_cmds` are NULL while a session runs or after a
crash, `remark` is as good as unused since IPython 9, and `end` was local time and is UTC with its
offset in recent versions, while `start` is still local.

A file that is not in WAL mode is read in place under SQLite's own shared lock, which changes
nothing. In every other case (WAL, whose readers create files; a lock; a journal left behind by a
crash, which would have to be rolled back) the database and its journals are copied to a private
folder, and the copy is opened.
"""

import datetime
import errno
import json
import os
import shutil
import signal
import stat
import sys
import tempfile
import time
import urllib.parse

MAGIC = b"SQLite format 3\0"
LONGEST = 4_000_000_000
BUSY_SECONDS = 0.5
COPY_TRIES = 8
PREVIEW_LENGTH = 80
BLANKS = "char(9, 10, 11, 12, 13, 32)"


class Failure(Exception):
    """An expected failure: (reason, detail)."""


def main(path, session):
    try:
        import sqlite3
    except ImportError as error:
        return failure("no-sqlite3", error)
    try:
        with open_plain(path) as file:
            head = file.read(100)
        if not head.startswith(MAGIC):
            return failure("not-sqlite", "no SQLite header")
        in_wal_mode = head[18:20] == b"\2\2"
        if not in_wal_mode:
            try:
                return read_database(sqlite3, path, "ro", session)
            except sqlite3.OperationalError:
                pass  # locked, or a journal to be rolled back
        return read_copy(sqlite3, path, session)
    except Failure as error:
        return failure(*error.args)
    except OSError as error:
        return failure("unreadable", error.strerror or error)
    except (sqlite3.DatabaseError, UnicodeError, OverflowError) as error:
        # names and numbers in a damaged file can be none that Python reads
        return failure(
            "corrupt", error if isinstance(error, sqlite3.Error) else "it holds what is no text"
        )


def failure(reason, detail):
    return {"type": "failure", "reason": reason, "detail": str(detail)}


def read_copy(sqlite3, path, session):
    """Reads a copy for which neither the database nor a journal changed while it was made."""
    problem = None
    for attempt in range(COPY_TRIES):
        if attempt:
            time.sleep(0.05 * attempt)
        with tempfile.TemporaryDirectory(prefix="sluice-history-") as folder:
            copy = os.path.join(folder, "history.sqlite")
            before = fingerprint(path)
            copy_file(path, copy)
            copy_journals(path, copy)
            if fingerprint(path) != before:
                continue
            try:
                return read_database(sqlite3, copy, "rw", session)
            except sqlite3.DatabaseError as error:
                problem = error
    if problem is None:
        raise Failure("busy", "it changed during every copy")
    raise problem


def copy_file(source, target):
    # Not copy2: the copy must be writable, so that SQLite can roll back or merge what a journal
    # holds.
    with open_plain(source) as file, open(target, "xb") as copy:
        if os.fstat(file.fileno()).st_size > LONGEST:
            raise OSError(errno.EFBIG, "it is larger than %d GB" % (LONGEST // 1_000_000_000))
        shutil.copyfileobj(file, copy)


def open_plain(path):
    """The open file; a link may lead to a pipe, which would wait for ever, or to a device without
    end.
    """
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise OSError(errno.EINVAL, "it is not a plain file")
    return os.fdopen(
        os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)), "rb"
    )


def copy_journals(path, copy):
    real = os.path.realpath(path)  # where SQLite itself looks for them
    for suffix in ("-journal", "-wal"):
        try:
            copy_file(real + suffix, copy + suffix)
        except FileNotFoundError:
            pass


def fingerprint(path):
    real = os.path.realpath(path)
    return [stamp(real + suffix) for suffix in ("", "-journal", "-wal")]


def stamp(path):
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns


def read_database(sqlite3, path, mode, session):
    uri = "file:" + urllib.parse.quote(os.path.abspath(path)) + "?mode=" + mode
    database = sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS, isolation_level=None)
    try:
        database.text_factory = lambda text: text.decode("utf-8", "replace")
        database.execute("PRAGMA temp_store = MEMORY")
        if has_views(database):
            raise Failure("not-history", "history is a view")
        database.execute("BEGIN")  # one transaction: all queries see the same state
        columns = column_names(database, "history")
        if not {"session", "line", "source"} <= columns:
            raise Failure("not-history", "no table history")
        raw = "source_raw" if "source_raw" in columns else "NULL"
        sessions = list_sessions(database, "coalesce(%s, source, '')" % raw)
        if session is None:
            return {"type": "sessions", "sessions": sessions}
        for info in sessions:
            if info["session"] == session:
                return {
                    "type": "session",
                    "info": info,
                    "sources": read_sources(database, raw, session),
                }
        return {"type": "unknown-session", "sessions": sessions}
    finally:
        database.close()


def has_views(database):
    """Whether a name that is read stands for a query: it could give rows without end."""
    query = "SELECT count(*) FROM sqlite_master WHERE type = 'view' AND lower(name) IN (?, ?)"
    return database.execute(query, ("history", "sessions")).fetchone()[0] > 0


def column_names(database, table):
    return {row[1] for row in database.execute("PRAGMA table_info(%s)" % table)}


def list_sessions(database, source):
    """All sessions, also those without a row in `sessions` (singletons era, repaired files)."""
    known = {}
    if {"session", "start", "end", "remark"} <= column_names(database, "sessions"):
        for row in database.execute("SELECT session, start, end, remark FROM sessions"):
            if isinstance(row[0], int):
                known[row[0]] = row[1:]
    inputs = {}
    query = (
        "SELECT session, count(*), min(line) FROM history"
        " WHERE typeof(session) = 'integer' AND trim(%s, %s) <> '' GROUP BY session"
        % (source, BLANKS)
    )
    for number, count, first in database.execute(query).fetchall():
        one = "SELECT %s FROM history WHERE session = ? AND line IS ?" % source
        # a damaged index, or a line that is no number, leads to no row
        row = database.execute(one, (number, first)).fetchone()
        inputs[number] = count, preview(text_of(row[0] if row else None))
    sessions = []
    for number in sorted(known.keys() | inputs.keys()):
        start, end, remark = known.get(number, (None, None, None))
        count, first = inputs.get(number, (0, ""))
        sessions.append(
            {
                "session": number,
                "start": local_time(start),
                "end": local_time(end),
                "executions": count,
                "remark": text_of(remark),
                "preview": first,
            }
        )
    return sessions


def read_sources(database, raw, session):
    query = "SELECT %s, source FROM history WHERE session = ? ORDER BY line" % raw
    sources = []
    for typed, transformed in database.execute(query, (session,)):
        text = text_of(transformed if typed is None else typed)
        if text.strip():
            sources.append(text)
    return sources


def text_of(value):
    if value is None:
        return ""
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def preview(source):
    line = source.strip().splitlines()[0].rstrip() if source.strip() else ""
    return line if len(line) <= PREVIEW_LENGTH else line[: PREVIEW_LENGTH - 1] + "\u2026"


def local_time(value):
    """Wall-clock time to the second; text that is no time is kept as it is."""
    text = text_of(value).strip()
    if not text:
        return None
    try:
        time_ = datetime.datetime.fromisoformat(text)
        if time_.tzinfo is not None:
            time_ = time_.astimezone().replace(tzinfo=None)
        return time_.isoformat(" ", "seconds")
    except (ValueError, OverflowError, OSError):
        return text


if __name__ == "__main__":
    # Stopping it must remove the private copy.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    number = int(sys.argv[2]) if len(sys.argv) > 2 else None
    print(json.dumps(main(sys.argv[1], number)))
