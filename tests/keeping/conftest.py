from tests.mini.fixtures import campaign, mini, mini_book

__all__ = ["campaign", "mini", "mini_book"]
