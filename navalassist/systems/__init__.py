"""The rule systems, each in a folder of its own. Nothing outside of it names a system: its files are found by name."""

from importlib import import_module
from pathlib import Path


def import_each(file: str) -> None:
    """Import this file of every rule system that has it, such as `log/wording`: that registers what it makes."""
    folder = Path(__file__).parent
    for path in sorted(folder.glob(f"*/{file}.py")):
        import_module(".".join((__name__, *path.relative_to(folder).with_suffix("").parts)))
