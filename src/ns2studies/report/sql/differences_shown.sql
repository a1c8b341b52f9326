-- Differences to the baseline.
SELECT * EXCLUDE (point) FROM differences WHERE (metric, subject) IN ($shown) ORDER BY ALL
