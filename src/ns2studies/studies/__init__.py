"""Code that the studies with ants share."""
