-- kind: table
-- definition: Of runs with two colonies that carry data, the probability with which ants of either take the short path where their paths part, at each whole second from TCP's start to the end.
-- needs: fork_probabilities, tcp_phases
SELECT run_id, time_ns, arg_min(short, subject) AS first, arg_max(short, subject) AS second
FROM (
    SELECT asked.run_id, asked.time_ns, asked.subject, short
    FROM (
        SELECT run_id, subject, time_ns
        FROM (
            SELECT run_id, unnest(list(DISTINCT subject)) AS subject
            FROM fork_probabilities
            GROUP BY run_id
            HAVING count(DISTINCT subject) = 2
        ) AS colonies
        JOIN (
            SELECT run_id, 1000 * unnest(range(start_us, end_us + 1, 1000000)) AS time_ns
            FROM tcp_phases
            WHERE phase = 'whole'
        ) AS seconds USING (run_id)
    ) AS asked
    ASOF JOIN fork_probabilities
        ON asked.run_id = fork_probabilities.run_id
        AND asked.subject = fork_probabilities.subject
        AND asked.time_ns >= fork_probabilities.time_ns
)
WHERE short IS NOT NULL
GROUP BY run_id, time_ns
HAVING count(*) = 2
