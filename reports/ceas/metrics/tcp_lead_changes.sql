-- title: Changes of the lead of two flows
-- table: metrics
-- unit: 1
-- range: from 0
-- definition: How often the lead in goodput goes over from one of two flows to the other, over the seconds in which both deliver something; while both deliver as much it stays where it was. Of runs in which they send for 200 s or longer.
-- source: ours, for whether two flows take turns (S. Tamrakar's thesis (2009), appendix D)
-- needs: shared_seconds
SELECT
    run_id,
    'both' AS subject,
    CAST(count(*) FILTER (leads <> led) AS DOUBLE) AS value
FROM (
    SELECT
        run_id, leads,
        lag(leads IGNORE NULLS) OVER (PARTITION BY run_id ORDER BY time_s) AS led
    FROM (
        SELECT run_id, time_s, IF(first_bps = second_bps, NULL, first_bps > second_bps) AS leads
        FROM shared_seconds
    )
)
GROUP BY run_id
