"""The tables of the miniature system."""

SEARCH = """
slug = "mini/search"
number = 1
title = "Search"
rule = "M.1"
source = "nobody"
caption = "One die: is anything found?"
dice = "1d6"
rows = "numbers"
columns = "numbers"
column_title = "visibility"
unmarked = "printed"
grid = '''
1d6       | 0 1 2 3
1 or less | - - - C
2         | - - - C
3         | - - C C
4         | - C C C
5         | - C C C
6 or more | C C C C
'''
[results]
"-" = "nothing is found"
C = "found"
"""

WEATHER = """
slug = "mini/weather"
number = 1
title = "Weather"
rule = "M.2"
source = "nobody"
caption = "Two dice: the weather of a zone. One cell of the printed chart cannot be read."
dice = "2d6"
rows = "numbers"
columns = "named"
unmarked = "printed"
grid = '''
2d6    | narrows  open
2 to 5 | calm     calm
6 to 8 | calm     gale
9      | gale     ?
10 to 12 | gale   storm
'''
[results]
calm = "ships sail"
gale = "small ships stay in port"
storm = "all ships stay in port"
[why]
unknown = "The printed chart has a fold here."
"""

GUNFIRE = """
slug = "mini/gunfire"
number = 1
title = "Gunfire"
rule = "M.3"
source = "nobody"
caption = "One die for each gun: hits."
dice = "1d6"
rows = "numbers"
columns = "named"
unmarked = "printed"
results = ["0", "1", "2"]
grid = '''
1d6    | near far
1 to 3 | 0    0
4      | 1    0
5      | 1    1
6 or more | 2 1
'''
"""

ALL = {"mini/search": SEARCH, "mini/weather": WEATHER, "mini/gunfire": GUNFIRE}
