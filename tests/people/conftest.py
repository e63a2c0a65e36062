from tests.begun import great_war
from tests.club import club
from tests.mini.fixtures import campaign, little, mini

__all__ = ["campaign", "club", "great_war", "little", "mini"]
