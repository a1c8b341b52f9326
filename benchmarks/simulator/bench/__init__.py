"""What is measured, how, and how it is shown."""
