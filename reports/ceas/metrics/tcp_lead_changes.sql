-- title: Changes of the lead of two flows
-- table: metrics
-- unit: 1
-- range: from 0
-- definition: How often the lead in goodput goes over from one of two flows to the other, from one of the seconds in which both deliver something to the next; of runs in which they send for 200 s or longer.
-- source: ours, for whether two flows take turns (S. Tamrakar's thesis (2009), appendix D)
-- needs: shared_seconds
SELECT
    run_id,
    'both' AS subject,
    CAST(count(*) FILTER (leads <> led) AS DOUBLE) AS value
FROM (
    SELECT
        run_id, leads,
        lag(leads) OVER (PARTITION BY run_id ORDER BY time_s) AS led
    FROM (SELECT run_id, time_s, first_bps > second_bps AS leads FROM shared_seconds)
)
GROUP BY run_id
