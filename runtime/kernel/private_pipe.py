"""Lets processes that a cell forks print through a socket that only the user can reach: ipykernel
opens a TCP port for it, to which every user of the machine can send messages of any size.
"""

import zmq


def make_private(io_thread, app):
    """Give the class of ipykernel's output threads such a socket, where the kernel `app` has its
    other sockets.
    """
    set_up = io_thread._setup_pipe_in

    def address():
        return f"ipc://{app.ip}-p"

    def set_up_in(self):
        if app.transport != "ipc":
            set_up(self)
            return
        bind = zmq.Socket.bind_to_random_port

        def bind_here(pipe, *_, **__):
            pipe.bind(address())
            return 0

        zmq.Socket.bind_to_random_port = bind_here
        try:
            set_up(self)
        finally:
            zmq.Socket.bind_to_random_port = bind

    connect = io_thread._setup_pipe_out

    def set_up_out(self):
        if app.transport != "ipc":
            return connect(self)
        context = zmq.Context()  # that of the parent is of no use after a fork
        pipe = context.socket(zmq.PUSH)
        pipe.linger = 3000
        pipe.connect(address())
        return context, pipe

    io_thread._setup_pipe_in, io_thread._setup_pipe_out = set_up_in, set_up_out
