-- reason: unprinted parameter
-- parameter: the moment at which the link goes down
-- claims: 16-duration-matters
-- words: Where all that is under way is lost, the timeout decides when the download goes on. It is longer than each of these durations, so that they do not matter. They do at the moments at which they take different parts of a window.
SELECT 'response times ' || string_agg(words, '; ' ORDER BY words)
FROM (
    SELECT
        IF(spread_s > 0.05, 'where durations matter', 'where they don''t')
            || ' ' || span(min(least_s), max(most_s)) || ' s' AS words
    FROM (
        SELECT min(mean) AS least_s, max(mean) AS most_s, max(mean) - min(mean) AS spread_s
        FROM points
        WHERE study = 'recovery' AND metric = 'response_time' AND subject = 'flow1'
            AND scenario_set = 'outages' AND outage_s < 1
        GROUP BY offset_s, variant
    )
    GROUP BY spread_s > 0.05
)
