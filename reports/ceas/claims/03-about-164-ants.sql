-- page: 4.2
-- statement: It takes about 164 ants on average.
--
-- Between 130 and 200 at every rate, and within 10 % of 164 on average.
WITH found AS (
    FROM chosen('stabilization', 'stabilization_ants', '0-8 start', NULL, NULL)
)
SELECT
    CASE WHEN count(*) FILTER (mean BETWEEN 130 AND 200) = count(*)
            AND abs(avg(mean) / 164 - 1) <= 0.1 THEN 'holds'
        WHEN count(*) FILTER (mean BETWEEN 130 AND 200) > 0 THEN 'holds in part'
        ELSE 'does not hold' END AS verdict,
    short(avg(mean)) || ' ants on average over ' || count(*) || ' rates, between '
        || short(min(mean)) || ' and ' || short(max(mean)) AS evidence
FROM found
HAVING count(*) > 0
