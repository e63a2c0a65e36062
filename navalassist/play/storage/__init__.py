"""How entries, facts and tables lie in the database, and the ready SQL that reads and writes them."""
