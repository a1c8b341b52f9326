-- What to know of the runs, what most are about first.
SELECT note, runs FROM notes ORDER BY runs DESC, note
