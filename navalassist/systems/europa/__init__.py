"""The Europa rule system: rules 33 and 36 joined to the campaign."""
