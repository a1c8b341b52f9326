-- Runs whose first line is rejected since something stands before it: the byte order mark of
-- UTF-8, or the header of a tar archive.
SELECT run_id, starts_with(text, chr(65279)) AS mark, contains(text, 'ustar') AS archive
FROM rejects
WHERE line = 1 AND (mark OR archive)
ORDER BY run_id
