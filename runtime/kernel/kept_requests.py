"""What the embedded server answers about its kernels beyond Jupyter's own requests: their state for a
list, and the messages that a returning client has missed.
"""

import json

from jupyter_server.base.handlers import APIHandler
from tornado import web


class KernelsFacts(APIHandler):
    """All kernels: `GET api/sluice/kernels`."""

    @web.authenticated
    def get(self):
        kernels = self.kernel_manager
        self.finish(json.dumps([kernels.facts(name) for name in kernels.list_kernel_ids()]))


class KernelFacts(APIHandler):
    """One kernel: `GET api/sluice/kernels/ID`; its notebook has a new name: `POST`."""

    @web.authenticated
    def get(self, kernel_id):
        self.finish(json.dumps(self.kernel_manager.facts(self._known(kernel_id))))

    @web.authenticated
    def post(self, kernel_id):
        self.kernel_manager.rename(self._known(kernel_id), self.get_json_body()["notebook"])
        self.finish("{}")

    def _known(self, kernel_id):
        if kernel_id not in self.kernel_manager:
            raise web.HTTPError(404)
        return kernel_id


class Replay(KernelFacts):
    """Sends a client that has joined what it missed: `POST api/sluice/kernels/ID/replay`."""

    @web.authenticated
    def post(self, kernel_id):
        running = self.get_json_body()["running"]
        self.kernel_manager.replay(self._known(kernel_id), running)
        self.finish("{}")


ID = r"([\w-]+)"
HANDLERS = [
    (r"/api/sluice/kernels", KernelsFacts),
    (rf"/api/sluice/kernels/{ID}", KernelFacts),
    (rf"/api/sluice/kernels/{ID}/replay", Replay),
]
