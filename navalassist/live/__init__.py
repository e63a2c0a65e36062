"""Live updates: streams and polls that tell a page the version of what its viewer may see, and nothing else."""
