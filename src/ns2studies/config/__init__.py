"""Read, check and describe configuration files."""
