"""Files that are sent: no more of one is kept, in memory or on the disk, than the largest that any page takes."""

from __future__ import annotations

from typing import Any

from django.core.files.uploadhandler import FileUploadHandler, StopUpload

from navalassist.security_log import refused

# A little more than the largest archive, which says better itself what is too much.
LARGEST = 17 * 1024 * 1024


class Limited(FileUploadHandler):
    """Drops a file that is larger. It stands before the handlers that keep files; the view then finds none."""

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        super().new_file(*args, **kwargs)
        self.seen = 0

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes | None:
        self.seen += len(raw_data)
        if self.seen > LARGEST:
            refused(self.request, "size", "a file that is too large")
            raise StopUpload(connection_reset=False)
        return raw_data

    def file_complete(self, file_size: int) -> None:
        return None
