"""What pages show: a study's page, the start page, the explorer."""
