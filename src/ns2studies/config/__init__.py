"""Configuration files: reading, checking and describing them."""
