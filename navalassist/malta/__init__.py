"""Malta's status and its history."""
