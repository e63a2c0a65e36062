"""What players see of the regatta."""
