-- table: estimates
-- title: Edge of a block of delays
-- unit: ms
-- range: from 0
-- definition: First and last delay of the blocks in the table sync_blocks.
-- source: B. Baesjou's report (2005), section 6.2.1
SELECT subject, value
FROM (
    SELECT row_number() OVER (ORDER BY first_ms) AS place, first_ms, last_ms FROM sync_blocks
) AS blocks,
LATERAL (
    SELECT unnest(['first of block ' || place, 'last of block ' || place]) AS subject,
        unnest([first_ms, last_ms]) AS value
)
