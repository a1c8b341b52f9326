-- page: 4.3
-- statement: Both variants take about as long to resume after the failure.
--
-- Within a tenth of each other.
WITH counted AS (
    SELECT
        count(*) FILTER (are_alike(sack, reno, alike_percent())) AS alike,
        count(*) FILTER (are_apart(sack, reno, alike_percent())) AS apart,
        count(*) AS cases
    FROM chosen('failure', 'tcp_time_to_resume', 'flow1 failure', false, NULL) AS sack
    JOIN chosen('failure', 'tcp_time_to_resume', 'flow1 failure', false, NULL) AS reno
        ON sack.variant = 'sack' AND reno.variant = 'reno' AND sack.ant_rate = reno.ant_rate
)
SELECT
    verdict_of_order(alike, apart, cases) AS verdict,
    by_rate('failure', 'tcp_time_to_resume', 'flow1 failure', false, NULL, 1) || ' s; within ' || readable(alike_percent()) || ' %: '
        || alike_words(alike, apart, cases) AS evidence
FROM counted
