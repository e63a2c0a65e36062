"""Sea zones and what is in force in them."""
