"""A child ends with the launcher, however that ended: it reads a pipe whose other end only the launcher holds."""

import contextlib
import os
import signal
import threading


def end_with(pipe: int) -> None:
    """Ask this process to stop, as SIGTERM does, as soon as nobody holds the other end of the pipe any more."""

    def wait() -> None:
        with contextlib.suppress(OSError):
            os.read(pipe, 1)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait, name="end-with-the-launcher", daemon=True).start()
