"""Questions to the moderator, disputes about entries, and whom they wait for."""
