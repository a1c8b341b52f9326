-- Flows whose numbers seem to begin anew: the first one is sent again after so many other packets that most
-- senders have heard of arrivals, and would not go back to it. Twenty are more than a usual initial window,
-- and what duplicate acknowledgements let a sender send beyond that.
SELECT run_id, subject, count(*) AS times
FROM (
    SELECT
        connection,
        is_first AND place - lag(CASE WHEN is_first THEN place END IGNORE NULLS) OVER (
            PARTITION BY connection ORDER BY place
        ) > 20 AS begins_anew
    FROM (
        SELECT
            connection,
            sequence = first_number AS is_first,
            row_number() OVER (PARTITION BY connection ORDER BY sent_ns, uid) AS place
        FROM transits
        JOIN (
            SELECT connection, min(number) AS first_number
            FROM segments SEMI JOIN transits ON
                (segments.connection, segments.number) = (transits.connection, transits.sequence)
            GROUP BY connection
            HAVING arg_min(packets_sent, number) > 1
        ) AS sent_again USING (connection)
        WHERE sequence >= 0
    )
)
JOIN connections USING (connection)
WHERE begins_anew
GROUP BY run_id, subject
ORDER BY run_id, length(subject), subject
