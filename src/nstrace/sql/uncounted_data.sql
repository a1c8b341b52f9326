-- Lines about data that is in no flow: SCTP's, and what came with acknowledgements as they were sent,
-- which are of 80 bytes at most, with all of TCP's options.
SELECT
    run_id,
    count(*) FILTER (type = 'sctp'),
    count(*) FILTER (type = 'ack' AND size_bytes > 80 AND event = '+' AND from_node = source_node)
FROM end_lines
WHERE type IN ('sctp', 'ack')
GROUP BY run_id
ORDER BY run_id
