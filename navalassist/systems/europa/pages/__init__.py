"""Europa's pages."""
