"""The year's book of a campaign: what a year came to, and how lucky each side's dice were."""
