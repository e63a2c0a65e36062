"""Pages of what sides know and plan: forces by levels of knowledge, records of boxes, order books."""
