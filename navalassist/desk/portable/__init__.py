"""A campaign as a file: taken out as an archive, and made anew of one."""
