"""What the rules of the theatre campaign are about, read from topics.toml. A file that does not fit stops the start."""

from __future__ import annotations

from pathlib import Path

from tables.topics import load_topics

TOPICS = load_topics(Path(__file__).with_suffix(".toml"))
