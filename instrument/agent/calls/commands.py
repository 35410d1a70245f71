"""IPython's commands: magics, shell commands and scripts, with the names of the notebook in their
text.

Code with probes inside a command (`%time`) records itself.
"""

import re

from ..objects.figures import KEEPS_FIGURES
from ..objects.locations import GLOBALS, WHOLE, key_field
from ..world.files import note_paths, read_existence
from ..world.module_code import Loading
from ..world.named_paths import is_path_type, watch_named_files
from ..world.paths import expanduser, real
from ..world.table import FIGURE_FORMATS, MAGICS
from .shell_lines import file_to_run, lists_files, only_looks, script_names, words_of, written_by

_IDENTIFIER = re.compile(r"[^\W\d]\w*")
_VARIABLE = re.compile(r"\{([^\W\d]\w*)\}|\$([^\W\d]\w*)")
_REENTERING = frozenset({"time", "timeit", "capture"})
_LISTING = frozenset({"who", "who_ls", "whos", "psearch", "reset_selective"})
"""Magics whose effect depends on the names in the notebook."""
_HISTORIC = frozenset(
    {
        "recall",
        "rep",
        "rerun",
        "history",
        "hist",
        "save",
        "notebook",
        "edit",
        "ed",
        "pastebin",
        "logstart",
    }
)
"""Magics with earlier input as their text, by number."""
_PROCESSES = frozenset(
    {"bash", "sh", "script", "system", "sx", "writefile", "run", "perl", "ruby", "python3"}
)
_EXTENDING = frozenset({"load_ext", "reload_ext", "unload_ext"})
_DISPLAY = frozenset({"precision", "pprint", "matplotlib", "config"})
_SHELL = frozenset({"system", "system_piped", "system_raw", "getoutput"})


class Commands:
    """Records calls of the shell's methods. `special` records code without probes."""

    def __init__(self, special, process):
        self.special = special
        self.recorder = special.recorder
        self.process = process

    def call(self, name, args):
        """Record a magic or a shell command. `%time` and the like enter the rewriter again; others
        use the names in their text.
        """
        texts = [a for a in args if issubclass(type(a), str)]
        if texts and name in (
            "run_line_magic",
            "run_cell_magic",
            "find_magic",
            "find_line_magic",
            "find_cell_magic",
            "magic",
        ):
            if MAGICS in self.recorder.written:
                self.recorder.read(MAGICS, key_field(texts[0]))
            else:
                self.recorder.settings.unset.add(MAGICS)
        if (
            name in ("run_line_magic", "run_cell_magic")
            and texts
            and (texts[0] in _REENTERING or self._is_missing(name, texts[0]))
        ):
            return
        if name == "run_cell_magic" and texts[:1] == ["writefile"] and self._writefile(texts[1:2]):
            return
        if name == "define_macro":
            self._macro()
        if name == "set_custom_exc":
            self.recorder.escape("the shell hands errors to code of the notebook", lasting=True)
        self.process.watch()
        self.special.enter_library(self.recorder.current)
        if not texts or texts[0] not in _DISPLAY:
            for world in ("cwd", "environ"):
                if world in self.recorder.written:
                    self.recorder.read(world, WHOLE)
        if name == "run_line_magic" and texts:
            self._line_magic(*texts[:2])
        if texts[:1] == ["run"] and len(texts) > 1:
            words = words_of(texts[1])
            path = file_to_run(self._with_values(texts[1]))
            if path is not None and path.endswith(".ipynb"):
                # (probes see its cells)
                self.special.applied.file(path, "r")
                self.recorder.watched_files.run_notebook(real(path))
            elif path is not None:
                self.special.modules.run_script(path, "-n" not in words)
            elif "-m" in words[:-1]:
                self.special.modules.run_module(words[words.index("-m") + 1], True)
        if texts[:1] == ["run"] and len(texts) > 1 and re.search(r"(^|\s)-i\b", texts[1]):
            # the script runs in the notebook's namespace
            names = script_names(texts[1])
            if names is None:
                self.recorder.read(GLOBALS, WHOLE)
                names = list(self.recorder.namespace)
            self.special.strings.opaque_names(names)
        if name in ("ex", "ev"):
            self.special.strings.code(texts)
        if name in _SHELL or name in ("run_line_magic", "run_cell_magic", "run_cell"):
            body = texts[1:] if name.startswith("run_") and len(texts) > 1 else texts
            self.special.strings.opaque_names(
                {n for text in body for n in _IDENTIFIER.findall(text)}
            )
        alias = self._alias(texts) if name == "run_line_magic" and texts else None
        line = alias or (" ".join(texts) if name in _SHELL else None)
        if line is not None and "environ" not in self.recorder.written and only_looks(line):
            self.recorder.read("file", WHOLE, "assumed")
            watch_named_files(self.recorder, [self._with_values(line)])
            if lists_files(line):
                self.recorder.watched_files.list({})
        elif line is not None or (texts and texts[0] in _PROCESSES):
            self.recorder.mutate("file", WHOLE, "assumed")
            note_paths(self.recorder, (word for text in texts for word in written_by(text)))
            note_paths(self.recorder, (word for text in texts for word in words_of(text)), False)
            watch_named_files(
                self.recorder, map(self._with_values, texts if line is None else (line,))
            )

    def _with_values(self, text):
        """The command with the values of `$name` and `{name}` for strings and paths. Expressions
        stay, because their evaluation may have effects.
        """
        namespace = self.recorder.namespace

        def value_of(match):
            value = namespace.get(match[1] or match[2])
            return str(value) if is_path_type(type(value)) else match[0]

        return _VARIABLE.sub(value_of, text)

    def _is_missing(self, name, magic):
        """Whether no magic has this name. Then nothing runs, and no name in the text is looked up."""
        find = (
            self.special.shell.find_cell_magic
            if name == "run_cell_magic"
            else self.special.shell.find_line_magic
        )
        return find(magic) is None

    def _alias(self, texts):
        """The command behind the line of a magic (`%ls -l`), or None."""
        manager = self.special.shell.alias_manager
        return (
            " ".join([manager.get_alias(texts[0]).cmd, *texts[1:]])
            if manager.is_alias(texts[0])
            else None
        )

    def _line_magic(self, name, line=""):
        """Record the effects of single line magics."""
        recorder = self.recorder
        if name in _EXTENDING:
            self.special.load(
                Loading(line.split(), called=("load_ipython_extension", "unload_ipython_extension"))
            )
        if name in _DISPLAY:
            if name == "matplotlib":
                # (changes of the settings are observed)
                recorder.settings.read(FIGURE_FORMATS)
            else:
                recorder.mutate(
                    FIGURE_FORMATS if line.lstrip().startswith("InlineBackend") else "display",
                    WHOLE,
                )
            if "close_figures" in line:
                recorder.mutate(KEEPS_FIGURES, WHOLE)
        elif name in _LISTING:
            recorder.read(GLOBALS, WHOLE)
            if name == "whos":
                self.special.reach.deep_read(
                    *[value for key, value in recorder.namespace.items() if key[:1] != "_"]
                )
        elif name in _HISTORIC:
            recorder.escape("reads the input history through %%%s" % name)
        elif name in ("tb", "debug"):
            self.special.reach.errors.escape("%" + name)
        elif name == "macro":
            self._macro()

    def _macro(self):
        self.recorder.escape("%macro lets a name stand for earlier input", lasting=True)

    def _writefile(self, line):
        """`%%writefile [-a] PATH`; False when the path is made of variables."""
        words = line[0].split() if line else []
        paths = [word for word in words if word not in ("-a", "--append")]
        if len(paths) != 1 or any(c in paths[0] for c in "{$'\"\\"):
            return False
        path = expanduser(paths[0])
        # it prints "Writing" or "Overwriting"
        read_existence(self.recorder, path)
        self.special.applied.file(path, "w" if len(words) == 1 else "rw")
        return True
