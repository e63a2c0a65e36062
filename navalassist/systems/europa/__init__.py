"""Europa, naval rules 33 and 36: situations, forms, duties, pages and log words of the system."""
