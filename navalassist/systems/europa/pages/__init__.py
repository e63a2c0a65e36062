"""Europa’s pages."""
