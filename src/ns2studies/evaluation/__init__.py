"""Evaluation of results: published values, claims, reasons, sensitivity, required sample sizes."""
