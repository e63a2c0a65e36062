"""The convoy board without a page: reading what is typed, proposing routes, odds of a row, changes, rolling."""
