"""Prints the folders in which this Python keeps the code of widgets, as a JSON list, the first one
first: its own folder, then the ones of Jupyter."""

import json
import os
import sys
from importlib.util import find_spec

folders = [os.path.join(sys.prefix, "share", "jupyter")]
if find_spec("jupyter_core"):
    from jupyter_core.paths import jupyter_path

    folders = [*folders, *jupyter_path()]
print(json.dumps([os.path.join(folder, "nbextensions") for folder in dict.fromkeys(folders)]))
