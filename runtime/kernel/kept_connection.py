"""The websocket between a client and a kernel that may be kept. It keeps what a later client needs."""

import asyncio

from jupyter_client.session import DELIM as DELIMITER
from jupyter_server.services.kernels.connection.base import deserialize_msg_from_ws_v1
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection

JOIN_LOOKS = 100


class KeptConnection(ZMQChannelsWebsocketConnection):
    """The connection of a client that comes back to a kept kernel sends nothing before the client has
    asked for what it has missed (`replay`).
    """

    held = None

    @property
    def kept(self):
        """The messages of a kept kernel; None: it is not kept."""
        kernel = self.multi_kernel_manager.kept.get(self.kernel_id)
        return kernel and kernel.messages

    def connect(self):
        if "Sluice-Joins" in self.websocket_handler.request.headers and self.kept is not None:
            return self._join()
        return super().connect()

    async def _join(self):
        kernels = self.multi_kernel_manager
        for _ in range(JOIN_LOOKS):
            # (the end of the last client's connection may be news of the next moment)
            buffered = kernels.get_buffer(self.kernel_id, self.session_key)
            if buffered:
                break
            await asyncio.sleep(0.05)
        else:
            self.websocket_handler.close()
            return
        kernels.notify_connect(self.kernel_id)
        # its streams go on to fill the buffer
        self.channels = buffered["channels"]
        self.held = buffered["buffer"]
        kernels.add_restart_callback(self.kernel_id, self.on_kernel_restarted)
        kernels.add_restart_callback(self.kernel_id, self.on_restart_failed, "dead")
        ZMQChannelsWebsocketConnection._open_sockets.add(self)

    def replay(self, running):
        """Send the messages that the client has missed, then all that come."""
        if self.held is None:
            return
        for channel, parts in self.kept.needed_by(running):
            self._on_zmq_reply(self.channels[channel], parts)
        held, self.held = self.held, None
        for channel, message in held:
            self.handle_outgoing_message(self.channels[channel], message)
        for stream in self.channels.values():
            stream.on_recv_stream(self.handle_outgoing_message)

    def disconnect(self):
        held, self.held = self.held, None
        super().disconnect()
        if held:
            self.multi_kernel_manager.hold_again(self.kernel_id, held)

    def handle_outgoing_message(self, stream, outgoing_msg):
        if self.kept is not None:
            channel = stream if isinstance(stream, str) else stream.channel
            self.kept.take(channel, outgoing_msg[outgoing_msg.index(DELIMITER) + 2 :])
        super().handle_outgoing_message(stream, outgoing_msg)

    def handle_incoming_message(self, incoming_msg):
        if self.kept is None or self.kept.asked(*deserialize_msg_from_ws_v1(incoming_msg)):
            super().handle_incoming_message(incoming_msg)
