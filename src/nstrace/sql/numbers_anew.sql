-- Flows whose numbers seem to begin anew: the first one is sent again after so many other packets that most
-- senders have heard of arrivals, and would not go back to it. Twenty are more than a usual initial window,
-- and what duplicate acknowledgements let a sender send beyond that.
WITH sent_again AS (
    SELECT connection, min(number) AS first_number
    FROM segments
    GROUP BY connection
    HAVING arg_min(packets_sent, number) > 1
), placed AS (
    SELECT
        connection,
        sequence = first_number AS is_first,
        row_number() OVER (PARTITION BY connection ORDER BY sent_ns, uid) AS place
    FROM transits JOIN sent_again USING (connection)
    WHERE sequence >= 0
), apart AS (
    SELECT connection, place - lag(place) OVER (PARTITION BY connection ORDER BY place) AS packets
    FROM placed
    WHERE is_first
)
SELECT run_id, subject, count(*) AS times
FROM apart JOIN connections USING (connection)
WHERE packets > 20
GROUP BY run_id, subject
ORDER BY run_id, length(subject), subject
