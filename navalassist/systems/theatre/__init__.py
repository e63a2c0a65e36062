"""The theatre campaign: naval orders, routes, searches and interceptions; its battles are fought in another program."""
