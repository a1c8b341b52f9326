-- page: 4.5
-- statement: The link of lower capacity is still used more than the other path.
--
-- The shorter path carries between half and 99 % of the data.
SELECT
    verdict_of(count(*) FILTER (mean BETWEEN 1 AND 50), count(*)) AS verdict,
    'share of the data on the longer path ' || by_rate('capacity', 'ceas_long_path_share', '0-8 whole', NULL, 1500, 1)
        || ' %' AS evidence
FROM chosen('capacity', 'ceas_long_path_share', '0-8 whole', NULL, 1500)
