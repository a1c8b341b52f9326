-- page: 5.4
-- statement: Randomness in the network, such as packets sent at random times, keeps flows out of step.
--
-- Cases are three kinds of randomness: packets of other nodes, as the text proposes, of 41 bytes and as
-- large as the flows' own; and random delays. One does it if with some amount of it neither flow gets less than 10 % in any run, at any
-- of the delays.
WITH amounts AS (
    SELECT
        scenario_set,
        CAST(level AS DOUBLE) AS amount,
        min(least(least_share_1, 100 - largest_share_1)) AS worst,
        min(replications) AS runs
    FROM sync_shares
    WHERE scenario_set IN ('delay-noise', 'traffic-noise', 'traffic-noise-large') AND delay_ms IN (21, 33, 43)
    GROUP BY ALL
), kinds AS (
    SELECT
        scenario_set,
        min(runs) AS runs,
        max(worst) FILTER (amount > 0) >= 10 AS does,
        CASE scenario_set WHEN 'delay-noise' THEN 'with random delays, by the largest in ms, '
            WHEN 'traffic-noise' THEN 'with random packets of 41 bytes, by their number a second, '
            ELSE 'with random packets of 1000 bytes, by their number a second, ' END
            || string_agg(printf('%.4g: %.0f %%', amount, worst), ', ' ORDER BY amount) AS words
    FROM amounts
    GROUP BY scenario_set
    HAVING max(worst) FILTER (amount = 0) < 10
)
SELECT
    CASE WHEN min(runs) < fewest_runs() THEN 'undecided'
        ELSE verdict_of(count(*) FILTER (does), count(*)) END AS verdict,
    'least share of a flow in any run at 21, 33 and 43 ms, '
        || string_agg(words, '; ' ORDER BY words) AS evidence
FROM kinds
HAVING count(*) > 0
