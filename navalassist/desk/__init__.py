"""The players' pages: each shows a campaign through its viewer and hands every write to play."""
