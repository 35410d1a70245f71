"""Makes one real call, and compares its changes with the claims of its stub."""

import contextlib
import io
import json
import os

from claims import Claims, bind
from gives import Gives, with_ears
from isolate import FOLDER
from returns import Returns
from snapshot import changes, snapshot, world


def run_call(library, callee, args, kwargs, describe, result, samples=None):
    """Calls and compares; returns whether something claimed did change, None when the call
    failed.
    """
    found = library.spec_of(callee)
    if found is None:
        return None
    spec, receiver = found
    receiver_args = [receiver] if receiver is not None else []
    bound, rest, named = bind(spec, receiver_args + list(args), kwargs)
    claims = Claims(bound, samples.owners if samples else ())
    claims.add(spec["effect"])
    claims.draw_from(spec["params"])
    returns, gives = Returns(spec.get("returns"), claims), Gives(spec.get("gives"), claims)
    roots = [*receiver_args, *args, *kwargs.values()]
    heard_args, heard_kwargs, heard = with_ears(spec, args, kwargs)
    plots = samples.plots if samples else "plt" in describe or "fig" in describe
    memo = samples.memo if samples else ()
    try:
        before, before_world = snapshot(roots, memo), world(FOLDER, plots)
    except Exception as error:
        result["error"] = f"the arguments cannot be compared: {error}"
        return None
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            value = callee(*heard_args, **heard_kwargs)
            kept = [value]
    except Exception as error:
        result["error"] = f"{type(error).__name__}: {error}"
        return None
    # a constructor's stub may declare the contents of its object
    if complaint := returns.wrong(value):
        result["failures"].append(f"{describe}: {complaint}")
    if complaint := gives.wrong(heard):
        result["failures"].append(f"{describe}: {complaint}")
    changed = False
    result["claimed"] = bool(claims.fields or claims.world or claims.files)
    after = snapshot(roots, memo)
    if (rest or named) and not describe.startswith("auto"):
        result["failures"].append(
            f"{describe}: arguments {rest} {named} do not fit the stub's parameters"
        )
    for target, field, appeared in changes(before, after):
        changed = True
        if not claims.allows(target, field, appeared):
            result["failures"].append(
                f"{describe}: {type(target).__name__} {field} changed, claimed: {json.dumps(spec['effect'])}"
            )
            break
    after_world = world(FOLDER, plots)
    for name in after_world:
        if name not in before_world and name.startswith(("draws", "numpy", "pandas", "matplotlib")):
            continue
        if after_world[name] == before_world.get(name):
            continue
        changed = True
        if name == "files":
            old, new = before_world[name], after_world[name]
            touched = {path for path in {*old, *new} if old.get(path, 0) != new.get(path, 0)}
            if (
                claims.everything
                or "files" in claims.world
                or all(covered(path, new, claims.files) for path in touched)
            ):
                continue
        elif claims.everything or name in claims.world:
            continue
        elif name == "matplotlib.content" and any(is_artist(value) for value, _ in claims.fields):
            continue  # a drawing changes the content of its figure
        elif name == "draws numpy.random" and hasattr(receiver, "fit"):
            # which estimators draw is not declared: the agent compares the stream at every library
            # call
            continue
        result["failures"].append(
            f"{describe}: world {name} changed, claimed: {json.dumps(spec['effect'])}"
        )
    del kept
    return changed


def is_artist(value):
    return type(value).__module__.startswith("matplotlib.")


def covered(path, files, claimed):
    """A claimed file covers the folders made on the way to it, and the same name with a suffix
    added by `savefig` and the like.
    """
    if path in claimed or os.path.splitext(path)[0] in claimed:
        return True
    return files.get(path, 0) is None and any(f.startswith(path + "/") for f in claimed)
