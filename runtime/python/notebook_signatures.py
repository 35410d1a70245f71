"""Jupyter's signatures of notebooks that somebody trusts (nbformat/sign.py): `check HASH PATH`
prints yes or no, `sign HASH PATH` adds one.

HASH is the SHA-256 of the file that is meant: another one in its place is neither. `check`, and
`sign` with `--known`, do nothing for a person who has never signed: they make no files of
Jupyter's.
"""

import hashlib
import os
import stat
import sys
from pathlib import Path

# jsonschema imports this optional grammar for IRI formats, which notebooks have none of: 1.4 s of
# every signature
sys.modules.setdefault("rfc3987_syntax", None)


LONGEST = 1_000_000_000


def open_plain(path):
    """The open file; a pipe would wait for ever, and a device may have no end."""
    file = os.fdopen(
        os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)), "rb"
    )
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        raise OSError("not a plain file: %s" % path)
    return file


def main(action, digest, path, *options):
    import nbformat
    from nbformat.sign import NotebookNotary
    from jupyter_core.paths import jupyter_data_dir

    folder = Path(jupyter_data_dir())
    known = (folder / "notebook_secret").exists() and (folder / "nbsignatures.db").exists()
    if not known and (action == "check" or "--known" in options):
        return "no"
    with open_plain(path) as file:
        content = file.read(LONGEST)
    if hashlib.sha256(content).hexdigest() != digest:
        return "no"
    folder.mkdir(parents=True, exist_ok=True)
    notary = NotebookNotary(data_dir=str(folder))
    notebook = nbformat.reads(content.decode("utf-8"), as_version=4)
    if action == "sign":
        notary.sign(notebook)
        return "yes"
    return "yes" if notary.check_signature(notebook) else "no"


print(main(*sys.argv[1:]))
