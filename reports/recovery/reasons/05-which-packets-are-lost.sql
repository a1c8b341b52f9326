-- reason: unprinted parameter
-- parameter: which packets are lost
-- claims: 06-two-losses-order-of-responses; 07-two-losses-reno-to-one-segment; 09-five-losses-order-of-responses; 10-five-losses-order-of-windows
-- words: As said wherever packets that follow each other are lost after slow start, and with packets up to a window apart. Packets that lie farther apart are separate losses, which Reno survives without a timeout. How far apart the text's lie is not printed.
WITH responses AS (
    SELECT scenario_set, lost, sack, newreno, reno, spacing
    FROM (
        FROM (SELECT *, '2' AS lost FROM discarded('response_time', '2'))
        UNION ALL
        FROM (SELECT *, '5' AS lost FROM discarded('response_time', '5'))
    )
    WHERE sack IS NOT NULL AND newreno IS NOT NULL AND reno IS NOT NULL
), judged AS (
    SELECT *, sack < newreno - 0.001 AND newreno < reno - 0.001 AS as_said FROM responses
)
SELECT 'response times in the order of the text: ' || string_agg(words, '; ' ORDER BY lost)
FROM (
    SELECT
        lost,
        lost || ' that follow each other, at ' || count(*) FILTER (as_said AND spacing IS NULL)
            || ' of ' || count(*) FILTER (spacing IS NULL) || ' places; farther apart, at '
            || coalesce(string_agg(spacing, ', ' ORDER BY spacing) FILTER (as_said), 'no distance')
            || ' packets and not at '
            || coalesce(string_agg(spacing, ', ' ORDER BY spacing) FILTER (NOT as_said), 'none')
            AS words
    FROM judged GROUP BY lost
)
