"""Static files as they were collected, each with the hash of its content in its name; or as they lie in static/."""

from __future__ import annotations

from whitenoise.storage import CompressedManifestStaticFilesStorage


class Storage(CompressedManifestStaticFilesStorage):
    """Names no file that is not there, but where none at all was collected: then the settings serve static/ itself."""

    def stored_name(self, name: str) -> str:
        """The name under which a browser finds the file."""
        return str(super().stored_name(name)) if self.hashed_files else name
