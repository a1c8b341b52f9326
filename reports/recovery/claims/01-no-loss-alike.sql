-- page: 12-13
-- statement: Without loss the three variants have the same congestion window and the same response time.
WITH windows AS (
    SELECT variant, string_agg(time_s || ' ' || cwnd_packets, ',' ORDER BY time_s, cwnd_packets)
        AS course
    FROM cwnd_steps JOIN scenarios USING (study, scenario)
    WHERE study = 'recovery' AND scenario_set = 'losses' AND lost = '0' AND subject = 'flow1'
    GROUP BY variant
), counted AS (
    SELECT count(DISTINCT course) AS courses FROM windows
)
SELECT
    verdict_of(
        CAST(courses = 1 AS INTEGER) + CAST(reno = sack AND reno = newreno AS INTEGER), 2
    ) AS verdict,
    three(sack, newreno, reno) || '; different courses of the window: ' || courses AS evidence
FROM discarded('response_time', '0'), counted
