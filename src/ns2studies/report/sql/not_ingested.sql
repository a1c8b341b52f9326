-- Files that are no traces.
SELECT file, count(*) FROM files WHERE ingested_as IS NULL GROUP BY file ORDER BY file
