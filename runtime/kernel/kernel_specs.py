"""The kernelspecs of the embedded server. Their kernels import nothing of the folder they work in
before a cell runs.
"""

import os
import tempfile

import processes
from jupyter_client.kernelspec import KernelSpec, KernelSpecManager

START_KERNEL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "start_kernel.py")


class SluiceKernelSpecs(KernelSpecManager):
    """The installed kernelspecs, and one in memory for the interpreter that Sluice chose."""

    own = {}
    environments = []

    def _kernel_dirs_default(self):
        active = [
            os.path.join(prefix, "share", "jupyter", "kernels") for prefix in self.environments
        ]
        return [*active, *super()._kernel_dirs_default()]

    def find_kernel_specs(self):
        return {**super().find_kernel_specs(), self.own["name"]: tempfile.gettempdir()}

    def get_kernel_spec(self, kernel_name):
        own, _, python = kernel_name.partition(":")
        if own != self.own["name"]:
            return self.importing_nothing(
                self.with_own_python(super().get_kernel_spec(kernel_name))
            )
        argv = self.own["argv"]
        return self.importing_nothing(
            KernelSpec(
                # (after the colon: an interpreter that the person has chosen)
                argv=[python, *argv[1:]] if python else argv,
                display_name=self.own["display_name"],
                language="python",
                interrupt_mode="signal",
            )
        )

    @staticmethod
    def importing_nothing(spec):
        """The spec with `start_kernel.py` where a Python starts ipykernel as a module, which it
        would look for in the notebook's folder.

        What another program starts (`docker`, `ssh`, `conda run`) may see other files than we do,
        and stays as it is.
        """
        program, *options = spec.argv
        at = next((place for place, option in enumerate(options) if not option.startswith("-")), 0)
        if (
            is_python(program)
            and options[at - 1 : at] == ["-m"]
            and options[at] in ("ipykernel_launcher", "ipykernel")
        ):
            spec.argv[at : at + 2] = [START_KERNEL]
        return spec

    def with_own_python(self, spec):
        """A spec that says just `python` means the environment it is installed in, not the
        server's.
        """
        for prefix in self.environments:
            if spec.resource_dir.startswith(os.path.join(prefix, "")) and spec.argv[0] in (
                "python",
                "python3",
            ):
                spec.argv[0] = processes.python_in(prefix)
        return spec


def is_python(program):
    return os.path.basename(program).startswith(("python", "pypy"))
