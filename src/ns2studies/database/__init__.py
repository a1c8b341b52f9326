"""A study's database: tables of runs, metrics and estimates, intervals, stopping rules, metadata."""
