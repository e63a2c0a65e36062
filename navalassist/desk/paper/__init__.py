"""A turn that was played on paper: blanks to print, and one form into which all of it is copied.

A line of it is a rule of the book with its fields and its dice, or something that a rule system lists beside them.
"""
