"""Is a log whole, are its dice the bound ones, and do the rules still say the same?"""
