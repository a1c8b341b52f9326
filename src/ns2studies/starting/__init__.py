"""Starting the jobs of a command from one Python that has loaded their libraries.

To load DuckDB, Arrow and Altair takes as long as many a job's own work. So a command starts one
process beside Snakemake (starter_process.py), the *starter* (starter.py), which loads them when the
first job asks for them; each job is then a copy of it (``fork``), a process of its own as before.
What Snakemake calls is a small program (ask.py) that asks the starter, hands over its arguments,
environment and files, and ends as the job ends. Where there is no starter, as on a cluster or where
Snakemake is called by itself, it becomes the job.
"""
