-- page: 4.4
-- statement: Both paths are used, the congested one more than the other.
--
-- The shorter path carries between half and 99 % of the data.
SELECT
    verdict_of(count(*) FILTER (mean BETWEEN 1 AND 50), count(*)) AS verdict,
    'share of the data on the longer path ' || by_rate('congestion', 'ceas_long_path_share', '0-8 congestion', NULL, 1500, 1)
        || ' %' AS evidence
FROM chosen('congestion', 'ceas_long_path_share', '0-8 congestion', NULL, 1500)
