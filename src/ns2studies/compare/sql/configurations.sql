-- The configurations of both sets, where they differ.
SELECT a.configuration, b.configuration FROM set_a.studies AS a, set_b.studies AS b
WHERE a.configuration <> b.configuration
