from tests.mini.fixtures import campaign, little, mini, mini_book

__all__ = ["campaign", "little", "mini", "mini_book"]
