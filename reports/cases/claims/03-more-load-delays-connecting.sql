-- page: 5.2.1
-- statement: With a load of more than 1500 kb/s it takes longer to connect.
--
-- By more than the tenth that counts as unchanged up to there.
WITH cases AS (
    SELECT contrast(loaded, idle, 1 + slight_percent() / 100) AS apart
    FROM twelve('steady', 'connect_time_or_end', 'flow1', all_systems(), 0, 0) AS idle
    JOIN twelve('steady', 'connect_time_or_end', 'flow1', all_systems(), 1501, 5000) AS loaded
        USING (system, variant)
), counted AS (
    SELECT
        count(*) FILTER (apart.low > 0) AS said,
        count(*) FILTER (apart.high < 0) AS against,
        count(*) AS cases
    FROM cases
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    by_level('steady', 'connect_time_or_end', 'flow1', all_systems(), 1501, 5000, 1)
        || ' s; without load '
        || by_level('steady', 'connect_time_or_end', 'flow1', all_systems(), 0, 0, 1)
        || ' s; ' || order_words(said, against, cases) AS evidence
FROM counted
