"""The Great War at sea, Storm of Steel tables: rules, situations, forms, duties, pages and log words of the system."""
