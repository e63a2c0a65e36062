"""The page of mines: every belt hex by hex, what is due among them, and belts entered by hand."""
