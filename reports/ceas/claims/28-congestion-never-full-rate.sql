-- page: 4.4
-- statement: While the best path is congested TCP never reaches its full rate.
--
-- Not for ten seconds in any run.
WITH found AS (
    SELECT scenario, count(time_s) AS reached, count(*) AS runs
    FROM tcp_recoveries JOIN scenarios USING (study, scenario)
    WHERE study = 'ceas' AND scenario_set = 'congestion' AND packet_bytes = 1500
        AND subject = 'flow1' AND tcp_recoveries.event = 'congestion'
        AND rule = 'full-rate' AND moment = 'first'
    GROUP BY scenario
)
SELECT
    verdict_of_runs(sum(runs) - sum(reached), sum(runs)) AS verdict,
    sum(reached) || ' of ' || sum(runs) || ' runs are at the full rate for ten seconds at some '
        || 'time; largest rate over 5 s '
        || by_rate('congestion', 'tcp_peak_rate', 'flow1 congestion', NULL, 1500, 1e-6)
        || ' Mb/s' AS evidence
FROM found
