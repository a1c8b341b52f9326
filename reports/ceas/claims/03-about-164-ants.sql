-- page: 4.2
-- statement: It takes about 164 ants on average.
-- about: Table 4.2 | * | *
--
-- About: within a tenth at every rate. That ants do not step straight back was chosen by this very table, so
-- that what holds is fitted.
WITH found AS (
    FROM chosen('stabilization', 'stabilization_ants', '0-8 start', NULL, NULL)
),
judged AS (
    SELECT
        verdict_of_order(
            count(*) FILTER (low > 164 * (1 - margin) AND high < 164 * (1 + margin)),
            count(*) FILTER (high < 164 * (1 - margin) OR low > 164 * (1 + margin)),
            count(*)
        ) AS verdict,
        short(avg(mean)) || ' ants on average over ' || count(*) || ' rates, between '
            || short(min(mean)) || ' and ' || short(max(mean))
            || '; that ants do not step straight back was chosen by this number' AS evidence
    FROM found CROSS JOIN (SELECT alike_percent() / 100 AS margin)
    HAVING count(*) > 0
)
SELECT CASE verdict WHEN 'confirmed' THEN 'fitted' ELSE verdict END AS verdict, evidence FROM judged
