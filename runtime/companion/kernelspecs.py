"""Installs, removes and lists Sluice's kernelspecs, by `jupyter_client` of the Python that runs this
file.

A question is one JSON argument: `{"action": "install", "name": …, "spec": …, "user": …, "prefix":
…}`, `{"action": "remove", "name": …}` or `{"action": "list"}`. The answer is one JSON line; a
refusal is `{"refused": …}`. A kernelspec is Sluice's if its metadata has the key `sluice`; beyond
the fields of `spec`, the kernelspec and its pictures are ipykernel's own.
"""

import json
import os
import shutil
import sys
import tempfile

from ipykernel.kernelspec import RESOURCES, get_kernel_dict
from jupyter_client.kernelspec import KernelSpecManager, NoSuchKernel


def spec_in(folder):
    """Return the kernel.json of a folder, or an empty object."""
    try:
        with open(os.path.join(folder, "kernel.json"), encoding="utf-8") as file:
            found = json.load(file)
            return found if isinstance(found, dict) else {}
    except (OSError, ValueError):
        return {}


def is_own(folder):
    metadata = spec_in(folder).get("metadata")
    return isinstance(metadata, dict) and "sluice" in metadata


def install(manager, asked):
    name, prefix = asked["name"], asked["prefix"]
    to = manager._get_destination_dir(name, user=asked["user"], prefix=prefix)
    if os.path.exists(to) and not is_own(to):
        return {"refused": f"{to} is a kernelspec of another program: choose another --name"}
    stock, own = get_kernel_dict(), asked["spec"]
    spec = {**stock, **own, "metadata": {**stock.get("metadata", {}), **own["metadata"]}}
    with tempfile.TemporaryDirectory() as folder:
        made = os.path.join(folder, name)
        shutil.copytree(RESOURCES, made)
        with open(os.path.join(made, "kernel.json"), "w", encoding="utf-8") as file:
            json.dump(spec, file, indent=1)
        folder = manager.install_kernel_spec(
            made, kernel_name=name, user=asked["user"], prefix=prefix
        )
    return {"folder": folder}


def remove(manager, asked):
    name = asked["name"]
    try:
        folder = manager.get_kernel_spec(name).resource_dir
    except NoSuchKernel:
        return {"refused": f"there is no kernelspec {name}; sluice kernelspec list names them"}
    if not is_own(folder):
        return {"refused": f"{folder} is a kernelspec of another program, which stays"}
    return {"folder": manager.remove_kernel_spec(name)}


def list_own(manager, asked):
    found = sorted(manager.find_kernel_specs().items())
    specs = [
        {"name": name, "folder": folder, "argv": spec.get("argv", []), "env": spec.get("env", {})}
        for name, folder in found
        if is_own(folder)
        for spec in [spec_in(folder)]
    ]
    return {"specs": specs}


def main():
    asked = json.loads(sys.argv[1])
    action = {"install": install, "remove": remove, "list": list_own}[asked["action"]]
    try:
        answer = action(KernelSpecManager(), asked)
    except OSError as error:
        answer = {"refused": f"{error.filename or 'the kernelspec'}: {error.strerror}"}
    print(json.dumps(answer))


main()
