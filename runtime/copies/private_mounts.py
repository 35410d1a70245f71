"""Mounts overlays over folders in a mount namespace of its own, and becomes the program that is to
work in them.

    python -I -S private_mounts.py PLAN --check         mounts them, tries that writing does not
    reach the originals, and ends python -I -S private_mounts.py PLAN PROGRAM ARG…    mounts them,
    and becomes the program, in the current folder as it then is

PLAN is a JSON file: {"overlays": [{"lower", "upper", "work", "at"}], "binds": [[from, to]]}. What
is written under `at` goes to `upper`; `lower` stays as it is. A bind shows a folder at a second
place too, here at that of the original, so that absolute paths are private as well. An ordinary
user gets the right to mount from a user namespace, in which user and group are who they were.
Whatever fails ends the process before the program has begun: it never works in the originals. It
decides nothing about what is mounted.
"""

import ctypes
import json
import os
import sys

CLONE_NEWNS, CLONE_NEWUSER = 0x00020000, 0x10000000
MS_BIND, MS_REC, MS_PRIVATE = 0x1000, 0x4000, 0x40000
# the kernel's process knows nothing of this: the server's name for the arguments above
THROUGH = "SLUICE_THROUGH"

libc = ctypes.CDLL(None, use_errno=True)


def checked(result, what):
    """Raise what a call of the C library has failed with."""
    if result != 0:
        code = ctypes.get_errno()
        raise OSError(code, f"{what}: {os.strerror(code)}")


def leave_common_namespaces():
    """Get a mount namespace of our own. Returns whether it took a user namespace."""
    user, group = os.geteuid(), os.getegid()
    in_user_namespace = libc.unshare(CLONE_NEWNS) != 0
    if in_user_namespace:
        checked(libc.unshare(CLONE_NEWUSER | CLONE_NEWNS), "no user namespace can be had")
        for name, text in (
            ("setgroups", "deny"),
            ("uid_map", f"{user} {user} 1"),
            ("gid_map", f"{group} {group} 1"),
        ):
            with open(f"/proc/self/{name}", "w") as file:
                file.write(text)
    # what is mounted here shows nowhere else
    checked(
        libc.mount(None, b"/", None, MS_REC | MS_PRIVATE, None), "mounts cannot be made private"
    )
    return in_user_namespace


def mount_overlay(overlay, in_user_namespace):
    """Mount one overlay. Its folders are given as open files: in the text of options some
    characters mean something.
    """
    folders = [
        os.open(overlay[name], os.O_PATH | os.O_DIRECTORY) for name in ("lower", "upper", "work")
    ]
    lower, upper, work = (f"/proc/self/fd/{folder}" for folder in folders)
    # only the privileged may keep the marks with which folders of the original can be renamed
    marks = "userxattr" if in_user_namespace else "redirect_dir=on"
    options = f"lowerdir={lower},upperdir={upper},workdir={work},{marks}"
    at = os.fsencode(overlay["at"])
    checked(
        libc.mount(b"overlay", at, b"overlay", 0, options.encode()), "no overlay can be mounted"
    )
    for folder in folders:
        os.close(folder)


def check(overlay):
    """Raise unless a file that is made at the place goes to the upper folder alone."""
    name = f".sluice-check-{os.getpid()}"
    at, upper, lower = (os.path.join(overlay[place], name) for place in ("at", "upper", "lower"))
    if not os.access(overlay["at"], os.W_OK):
        return
    with open(at, "w"):
        pass
    is_private = os.path.exists(upper) and not os.path.exists(lower)
    os.unlink(at)
    if not is_private:
        raise OSError("an overlay does not keep what is written to it apart")


def enter(plan, checks):
    """Mount what the plan says. `checks`: try each overlay, before a bind hides what is below
    it.
    """
    in_user_namespace = leave_common_namespaces()
    for overlay in plan["overlays"]:
        mount_overlay(overlay, in_user_namespace)
        if checks:
            check(overlay)
    for origin, place in plan["binds"]:
        checked(
            libc.mount(os.fsencode(origin), os.fsencode(place), None, MS_BIND, None),
            "no folder can be bound",
        )


def main():
    _, file, *program = sys.argv
    folder = os.getcwd()
    folder = os.getcwd()
    with open(file) as opened:
        plan = json.load(opened)
    try:
        is_check = program == ["--check"]
        enter(plan, is_check)
        if is_check:
            return
        os.chdir(folder)
    except OSError as error:
        sys.exit(f"cannot mount the private copy: {error.strerror or error}")
    os.environ.pop(THROUGH, None)
    os.execvpe(program[0], program, os.environ)


if __name__ == "__main__":
    main()
