"""The narrows: the miniature system with segments in its turn, where half of the steps are the other side's."""
