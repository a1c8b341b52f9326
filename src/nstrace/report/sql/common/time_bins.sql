-- kind: input
-- definition: How long each piece of time is that events are counted in. Give width_ns in one row.
SELECT 1000000000 AS width_ns
