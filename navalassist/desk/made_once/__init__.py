"""Pages that are made once for all who see the same: kept in memory, and filled in for each answer.

`page.made_once` is what a view calls. It is made for nobody in particular (`nobody`), so that it can hold nothing of a
person's own; what is one answer's alone is put in when it is given out (`slots`), packed beforehand (`packed`). It
holds for the heads of the chains that its readers see, and as long as the database answers what else was asked as it
did then (`questions`). What pages of several seats read alike is read once (`reading`).
"""
