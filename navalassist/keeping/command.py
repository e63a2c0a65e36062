"""What the three commands share: a line for each campaign, and one plain sentence where something can't be done."""

from __future__ import annotations

import sys
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand
from django.db import DatabaseError

from navalassist.databases import Unreachable
from navalassist.keeping.whole import Kept, Unsound


class KeepingCommand(BaseCommand):
    """Exit code 1 and a sentence on standard error where it was not done; then nothing was changed."""

    requires_system_checks = []

    def carry_out(self, **options: Any) -> str:
        """Do it; the last line."""
        raise NotImplementedError

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it, and say so."""
        try:
            self.stdout.write(self.carry_out(**options))
        except (Unsound, Unreachable, ImproperlyConfigured) as error:
            self._refuse(str(error))
        except OSError as error:
            self._refuse(f"{error.filename or 'The file'}: {error.strerror or error}.")
        except DatabaseError as error:
            self._refuse(f"The database can't be used ({str(error).strip().splitlines()[0]}).")

    def _refuse(self, sentence: str) -> None:
        self.stderr.write(sentence)
        sys.exit(1)

    def tell(self, kept: list[Kept]) -> None:
        """A line for each campaign."""
        for campaign in kept:
            self.stdout.write(str(campaign))
