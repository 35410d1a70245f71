"""Writes instrument/effects/star-names.json: the names that star imports of well-known modules bind.

usage: PYTHON scripts/star-names.py (with numpy, matplotlib, sympy, scipy, ipywidgets installed)
Names of an earlier run stay in the file, so that runs with several versions of a library add up.
"""

import importlib
import json
import pathlib
import warnings

MODULES = """
math cmath random time datetime typing os os.path sys re string json glob itertools collections functools operator
statistics fractions decimal struct socket threading tkinter turtle numpy numpy.random numpy.linalg numpy.fft pylab
matplotlib.pyplot matplotlib.pylab scipy.stats scipy.optimize scipy.signal scipy.linalg scipy.integrate
scipy.interpolate scipy.constants scipy.special scipy.sparse sympy ipywidgets IPython.display
"""
# what the command %pylab binds besides
PYLAB = "numpy matplotlib pylab mlab pyplot np plt display figsize getfigs"


def public(name: str) -> list[str]:
    module = importlib.import_module(name)
    return list(
        getattr(module, "__all__", [each for each in dir(module) if not each.startswith("_")])
    )


def main() -> None:
    warnings.simplefilter("ignore")
    path = pathlib.Path(__file__).parent.parent / "instrument" / "effects" / "star-names.json"
    known = json.loads(path.read_text("utf-8")) if path.exists() else {}
    for name in MODULES.split():
        try:
            found = public(name)
        except Exception as error:
            print(f"{name}: left out ({error})")
            continue
        if name in ("pylab", "matplotlib.pylab"):
            found += PYLAB.split()
        known[name] = " ".join(sorted({*found, *known.get(name, "").split()}))
    path.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", "utf-8")


main()
