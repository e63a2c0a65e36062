"""Charts: tables of rules as the players of a campaign own, type and read them back."""
