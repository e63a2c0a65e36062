"""The charts that players own, typed and read back: how much is printed, an editor, and blocks that are pasted in."""
