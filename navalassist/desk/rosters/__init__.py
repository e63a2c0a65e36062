"""Lists: rows of a kind typed one line each, for any kind that says it is one."""
