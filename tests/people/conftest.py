from tests.club import club
from tests.mini.fixtures import campaign, mini

__all__ = ["campaign", "club", "mini"]
