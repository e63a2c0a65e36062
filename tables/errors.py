"""What is wrong with a table file, in a sentence that names the file, the row and the column."""

from __future__ import annotations


class TableError(ValueError):
    """A table file that can't be used. `str()` gives the whole sentence; the parts are kept for tests and pages."""

    def __init__(
        self, problem: str, *, row: str | None = None, column: str | None = None, file: str | None = None
    ) -> None:
        self.problem = problem
        self.row = row
        self.column = column
        self.file = file
        places = [file, f"row {row}" if row is not None else None, f"column {column}" if column is not None else None]
        where = ", ".join(place for place in places if place)
        super().__init__(f"{where}: {problem}" if where else problem)

    def within(self, file: str) -> TableError:
        """The same error, with the name of the file it was found in."""
        return TableError(self.problem, row=self.row, column=self.column, file=file)
