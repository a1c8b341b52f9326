-- Traces, as which table most of each was ingested, and in how many runs metrics are made of it.
SELECT
    file, ingested_as, count(*) AS runs, sum("rows") AS "rows",
    CAST(count(*) FILTER (WHERE is_main) AS VARCHAR) || ' runs' AS main
FROM files WHERE ingested_as IS NOT NULL GROUP BY file, ingested_as ORDER BY file, ingested_as
