"""Lines of the shell, and the arguments of `%run`: the files that they read and write."""

import re
import shlex
import tokenize

from ..world.module_bodies import names_read
from ..world.paths import expanduser, isfile

_DYNAMIC = frozenset({"exec", "eval", "globals", "locals", "vars", "get_ipython", "__main__"})
_LOOKING = frozenset(
    "basename cat cut date df dirname du echo free grep head hostname id ls lscpu md5sum nproc ps pwd sha256sum stat tail uname uptime wc which "
    "whoami".split()
)
"""Programs without changes of files, whatever their arguments."""
_WRITING = frozenset(
    "chmod cp dd gunzip gzip ln mkdir mv patch rm rmdir sed sort split tee touch truncate unzip".split()
)
"""Programs that change the files among their arguments, and no others."""
_OUTPUT = re.compile(r"\d?>>?\|?\s*([^\s;&|<>()]+)")
"""A redirection of output, with its file."""
_LISTING_FILES = frozenset({"df", "du", "ls"})
_OF_PROGRAMS = ("", "/bin", "/usr/bin")
"""Folders of the known programs: elsewhere a name may mean another program."""


def words_of(arguments):
    """The words of a line of the shell."""
    try:
        return shlex.split(arguments)
    except ValueError:
        return arguments.split()


def written_by(text):
    """The paths that commands of the shell name as the ones they write."""
    found = []
    for line in re.split(r"[\n;|&]+", text):
        words = words_of(_OUTPUT.sub(" ", line))
        program = words[0].rpartition("/")[2] if words else ""
        found += [path for word in _OUTPUT.findall(line) for path in words_of(word)]
        found += words[1:] if program in _WRITING else []
    return found


def only_looks(line):
    """Whether a line of the shell changes no file: harmless programs alone, in pipes or in
    sequence, without text from variables or other commands.
    """
    if any(c in line for c in "<>$`{}\n"):
        return False
    lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
    try:
        words = list(lexer)
    except ValueError:
        return False
    first = True
    for word in words:
        if word in ("|", "||", "&&", ";"):
            first = True
        elif first:
            folder, _, program = word.rpartition("/")
            if program not in _LOOKING or folder not in _OF_PROGRAMS:
                return False
            first = False
        elif set(word) <= set("();&|"):
            return False
    return bool(words)


def script_path(arguments):
    """The script behind the arguments of `%run`. None for a notebook, a module or a missing file."""
    path = file_to_run(arguments)
    return None if path is None or path.endswith(".ipynb") else path


def file_to_run(arguments):
    """The script or notebook behind the arguments of `%run`."""
    words = words_of(arguments)
    paths = (
        []
        if "-m" in words
        else [
            expanduser(word) + ending for word in words if word[:1] != "-" for ending in ("", ".py")
        ]
    )
    return next(filter(isfile, paths), None)


def script_names(arguments):
    """The global names in the script of `%run -i`. None where the names are unknown (a notebook, a
    module, `exec`).
    """
    if "-m" in words_of(arguments):
        return None
    path = script_path(arguments)
    if path is None:
        return None if ".ipynb" in arguments else ()
    try:
        with tokenize.open(path) as file:
            names = names_read(compile(file.read(), path, "exec", dont_inherit=True))
    except (SyntaxError, ValueError):
        # a script with a syntax error does not run; text for IPython alone may
        return None
    return None if names & _DYNAMIC else names


def lists_files(line):
    """Whether a line of the shell tells what is in a folder."""
    return not _LISTING_FILES.isdisjoint(words_of(line))
